// Names to search for as plain columns: what a build fills and a places file holds.

/// Places and addresses as columns. Texts are rows of one table, whose row 0 is the empty text.
///
/// Places are sorted by position in the source, addresses by street, city, number and place, so the
/// same input gives the same file.
package struct PlaceContents: Sendable, Equatable {
    /// Offsets into ``textBytes``, one more than there are texts.
    package var textFirst: [UInt64] = [0, 0]
    /// All texts in UTF-8, without separators.
    package var textBytes: [UInt8] = []

    package var placeLongitudeE7: [Int32] = []
    package var placeLatitudeE7: [Int32] = []
    /// `PlaceKind.rawValue`.
    package var placeKind: [UInt8] = []
    package var placeName: [UInt32] = []
    /// Rows of places with further names, ascending, and the text of each such name.
    package var otherNamePlace: [UInt32] = []
    package var otherNameText: [UInt32] = []

    package var addressLongitudeE7: [Int32] = []
    package var addressLatitudeE7: [Int32] = []
    package var addressNumber: [UInt32] = []
    /// The street's name, or the place's by which houses are numbered.
    package var addressStreet: [UInt32] = []
    package var addressCity: [UInt32] = []
    package var addressPostcode: [UInt32] = []
    /// The name of what has the address, such as a shop; 0 for most.
    package var addressName: [UInt32] = []

    /// Further names of streets: where, the street's name, and the other one.
    package var streetNameLongitudeE7: [Int32] = []
    package var streetNameLatitudeE7: [Int32] = []
    package var streetNameStreet: [UInt32] = []
    package var streetNameText: [UInt32] = []

    package init() {}

    /// The number of places.
    package var placeCount: Int { placeName.count }
    package var addressCount: Int { addressNumber.count }
}

extension DatasetEncoder {
    /// Lays out the columns of a places file.
    package init(_ contents: PlaceContents) {
        self.init(.places) { encoder in
            encoder.add("text.first", contents.textFirst)
            encoder.add("text.bytes", contents.textBytes)
            encoder.add("place.longitudeE7", contents.placeLongitudeE7)
            encoder.add("place.latitudeE7", contents.placeLatitudeE7)
            encoder.add("place.kind", contents.placeKind)
            encoder.add("place.name", contents.placeName)
            encoder.add("otherName.place", contents.otherNamePlace)
            encoder.add("otherName.text", contents.otherNameText)
            encoder.add("address.longitudeE7", contents.addressLongitudeE7)
            encoder.add("address.latitudeE7", contents.addressLatitudeE7)
            encoder.add("address.number", contents.addressNumber)
            encoder.add("address.street", contents.addressStreet)
            encoder.add("address.city", contents.addressCity)
            encoder.add("address.postcode", contents.addressPostcode)
            encoder.add("address.name", contents.addressName)
            guard !contents.streetNameText.isEmpty else { return }
            encoder.add("streetName.longitudeE7", contents.streetNameLongitudeE7)
            encoder.add("streetName.latitudeE7", contents.streetNameLatitudeE7)
            encoder.add("streetName.street", contents.streetNameStreet)
            encoder.add("streetName.text", contents.streetNameText)
        }
    }
}
