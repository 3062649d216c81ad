// Places and addresses beside a drawn network.

import Geo
import RoadNetwork
import RouteTesting

@testable import Geocoding

/// Collects places and addresses, then makes a places file of them in memory.
struct DrawnNames {
    private var contents = PlaceContents()
    private var rows: [String: UInt32] = ["": 0]

    /// Adds a place with a name.
    mutating func place(_ name: String, _ kind: PlaceKind, at place: Coordinate) {
        let fixed = FixedCoordinate(place)
        contents.placeLongitudeE7.append(fixed.longitudeE7)
        contents.placeLatitudeE7.append(fixed.latitudeE7)
        contents.placeKind.append(kind.rawValue)
        contents.placeName.append(row(name))
    }

    /// Adds an address, with a name if something there has one.
    mutating func address(
        _ number: String, _ street: String, city: String = "", postcode: String = "",
        name: String = "", at place: Coordinate
    ) {
        let fixed = FixedCoordinate(place)
        contents.addressLongitudeE7.append(fixed.longitudeE7)
        contents.addressLatitudeE7.append(fixed.latitudeE7)
        contents.addressNumber.append(row(number))
        contents.addressStreet.append(row(street))
        contents.addressCity.append(row(city))
        contents.addressPostcode.append(row(postcode))
        contents.addressName.append(row(name))
    }

    /// Adds a further name to a street.
    mutating func streetName(_ name: String, of street: String, at place: Coordinate) {
        let fixed = FixedCoordinate(place)
        contents.streetNameLongitudeE7.append(fixed.longitudeE7)
        contents.streetNameLatitudeE7.append(fixed.latitudeE7)
        contents.streetNameStreet.append(row(street))
        contents.streetNameText.append(row(name))
    }

    private mutating func row(_ text: String) -> UInt32 {
        if let row = rows[text] { return row }
        let row = UInt32(rows.count)
        rows[text] = row
        contents.textBytes += text.utf8
        contents.textFirst.append(UInt64(contents.textBytes.count))
        return row
    }

    /// Returns the places and addresses as an open file.
    func dataset() throws -> PlaceDataset {
        var bytes: [UInt8] = []
        try DatasetEncoder(contents).write { bytes.append(contentsOf: $0) }
        return try PlaceDataset(bytes: bytes)
    }
}
