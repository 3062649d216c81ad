// Where each postcode is, as far as addresses have it.

import RoadNetwork

/// Postcodes with the addresses that have them.
struct PostcodeTable: Sendable {
    /// The addresses of one postcode.
    struct Area: Sendable {
        /// The row of its text in the places file.
        var text: UInt32
        var box = FixedBounds()
        /// The row of the first town that an address names; 0 for none.
        var city: UInt32 = 0
        var count = 0
        var sumX = 0.0
        var sumY = 0.0

        /// The middle of the addresses.
        var place: FixedCoordinate {
            FixedCoordinate(
                longitudeE7: Int32((sumX / Double(count)).rounded()),
                latitudeE7: Int32((sumY / Double(count)).rounded()))
        }
    }

    private(set) var areas: [String: Area] = [:]

    init() {}

    /// - Complexity: O(*n*) in the addresses.
    init(_ places: PlaceDataset) {
        var keys: [UInt32: String] = [:]
        for row in 0..<places.addressCount where places.addressPostcode[row] != 0 {
            let text = places.addressPostcode[row]
            let key = keys[text] ?? Self.key(places.text(row: text))
            keys[text] = key
            guard !key.isEmpty else { continue }
            var area = areas[key] ?? Area(text: text)
            let point = FixedCoordinate(
                longitudeE7: places.addressLongitudeE7[row],
                latitudeE7: places.addressLatitudeE7[row])
            area.box.add(point)
            area.count += 1
            area.sumX += Double(point.longitudeE7)
            area.sumY += Double(point.latitudeE7)
            if area.city == 0 { area.city = places.addressCity[row] }
            areas[key] = area
        }
    }

    /// Returns the addresses of a postcode, written with blanks or without.
    subscript(text: String) -> Area? {
        guard NameFolding.hasDigit(text), text.utf8.count <= 16 else { return nil }
        return areas[Self.key(text)]
    }

    private static func key(_ text: String) -> String {
        NameFolding.words(text, atMost: 4).joined()
    }
}
