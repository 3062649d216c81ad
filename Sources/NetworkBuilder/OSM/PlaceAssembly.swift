// From collected names to the columns of a places file.

import Geo
import RoadNetwork

/// Sorts entries and texts, so that the order in which files list objects does not matter.
struct PlaceAssembly {
    private struct Address {
        var at: FixedCoordinate
        var street: UInt32
        var city: UInt32
        var postcode: UInt32
        var number: UInt32
        var name: UInt32

        /// The order in the file: houses of a street lie side by side.
        var key: (UInt32, UInt32, UInt32, UInt32, UInt32) {
            (street, city, number, postcode, name)
        }
    }

    private var entries: [NameCollection.Entry]
    private let texts: [String]

    /// Equal addresses within this distance, as of a house and of its door, are one.
    private static let sameMeters = 100.0
    private static let sameStreetMeters = 1_000.0

    /// Renumbers texts in their own order, and leaves out texts that nothing uses.
    init(_ entries: [NameCollection.Entry], _ rows: TextRows) {
        var isUsed = [Bool](repeating: false, count: rows.texts.count)
        isUsed[0] = true
        for entry in entries {
            for row in entry.otherNames + entry.numbers { isUsed[Int(row)] = true }
            for row in [entry.name, entry.street, entry.city, entry.postcode] {
                isUsed[Int(row)] = true
            }
        }
        let order = rows.texts.indices.filter { isUsed[$0] }.sorted {
            rows.texts[$0].utf8.lexicographicallyPrecedes(rows.texts[$1].utf8)
        }
        var new = [UInt32](repeating: 0, count: rows.texts.count)
        for (row, old) in order.enumerated() { new[old] = UInt32(row) }
        texts = order.map { rows.texts[$0] }
        self.entries = entries.map { old in
            var entry = old
            entry.name = new[Int(old.name)]
            entry.otherNames = old.otherNames.map { new[Int($0)] }
            entry.numbers = old.numbers.map { new[Int($0)] }
            entry.street = new[Int(old.street)]
            entry.city = new[Int(old.city)]
            entry.postcode = new[Int(old.postcode)]
            return entry
        }
    }

    /// Returns the columns.
    func contents() -> PlaceContents {
        var contents = PlaceContents()
        contents.textFirst = [0]
        for text in texts {
            contents.textBytes += text.utf8
            contents.textFirst.append(UInt64(contents.textBytes.count))
        }
        addPlaces(to: &contents)
        addAddresses(to: &contents)
        addStreetNames(to: &contents)
        return contents
    }

    private func addPlaces(to contents: inout PlaceContents) {
        let places = entries.filter { $0.place != nil }.sorted {
            ($0.name, $0.place?.rawValue ?? 0, $0.longitudeE7, $0.latitudeE7)
                < ($1.name, $1.place?.rawValue ?? 0, $1.longitudeE7, $1.latitudeE7)
        }
        for (row, place) in places.enumerated() {
            contents.placeLongitudeE7.append(place.longitudeE7)
            contents.placeLatitudeE7.append(place.latitudeE7)
            contents.placeKind.append((place.place ?? .other).rawValue)
            contents.placeName.append(place.name)
            for name in place.otherNames.sorted() {
                contents.otherNamePlace.append(UInt32(row))
                contents.otherNameText.append(name)
            }
        }
    }

    /// Adds the further names of roads. Of one name within ``sameStreetMeters`` the first is kept.
    private func addStreetNames(to contents: inout PlaceContents) {
        var found: [(street: UInt32, text: UInt32, at: FixedCoordinate)] = []
        for road in entries where road.isRoad {
            let at = FixedCoordinate(
                longitudeE7: road.longitudeE7, latitudeE7: road.latitudeE7)
            found += road.otherNames.map { (road.name, $0, at) }
        }
        found.sort {
            ($0.street, $0.text, $0.at.longitudeE7, $0.at.latitudeE7)
                < ($1.street, $1.text, $1.at.longitudeE7, $1.at.latitudeE7)
        }
        var last: (street: UInt32, text: UInt32, at: FixedCoordinate)?
        for name in found {
            if let last, last.street == name.street, last.text == name.text,
                Geodesic.distanceMeters(from: last.at.coordinate, to: name.at.coordinate)
                    <= Self.sameStreetMeters
            {
                continue
            }
            last = name
            contents.streetNameLongitudeE7.append(name.at.longitudeE7)
            contents.streetNameLatitudeE7.append(name.at.latitudeE7)
            contents.streetNameStreet.append(name.street)
            contents.streetNameText.append(name.text)
        }
    }

    private func addAddresses(to contents: inout PlaceContents) {
        var addresses: [Address] = []
        for entry in entries {
            // A farm or a rest area may have a number that counts in no street.
            for number in entry.numbers where entry.street != 0 {
                addresses.append(
                    Address(
                        at: FixedCoordinate(
                            longitudeE7: entry.longitudeE7, latitudeE7: entry.latitudeE7),
                        street: entry.street, city: entry.city, postcode: entry.postcode,
                        number: number, name: entry.name))
            }
        }
        addresses.sort {
            let (a, b) = ($0.key, $1.key)
            if a != b { return a < b }
            return ($0.at.longitudeE7, $0.at.latitudeE7) < ($1.at.longitudeE7, $1.at.latitudeE7)
        }
        var last: Address?
        for address in addresses where !Self.isSame(address, last) {
            last = address
            contents.addressLongitudeE7.append(address.at.longitudeE7)
            contents.addressLatitudeE7.append(address.at.latitudeE7)
            contents.addressNumber.append(address.number)
            contents.addressStreet.append(address.street)
            contents.addressCity.append(address.city)
            contents.addressPostcode.append(address.postcode)
            contents.addressName.append(address.name)
        }
    }

    private static func isSame(_ address: Address, _ last: Address?) -> Bool {
        guard let last, address.key == last.key else { return false }
        return Geodesic.distanceMeters(from: address.at.coordinate, to: last.at.coordinate)
            <= sameMeters
    }
}
