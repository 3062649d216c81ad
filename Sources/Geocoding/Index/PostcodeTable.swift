// Where each postcode lies, found from its addresses.

import RoadNetwork

/// Postcodes with the addresses that have them. Two countries may have the same one: addresses far
/// apart are several areas.
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

        mutating func add(_ point: FixedCoordinate, city other: UInt32) {
            box.add(point)
            count += 1
            sumX += Double(point.longitudeE7)
            sumY += Double(point.latitudeE7)
            if city == 0 { city = other }
        }
    }

    /// The greatest side of an area, in degrees.
    private static let mostDegrees = 1.0
    /// Further areas of one postcode are left out.
    private static let mostAreas = 64

    private var areas: [String: [Area]] = [:]

    init() {}

    /// - Complexity: O(*n* log *n*) in the addresses.
    init(_ places: PlaceDataset) {
        var keys: [UInt32: String] = [:]
        for row in 0..<places.addressCount where places.addressPostcode[row] != 0 {
            let text = places.addressPostcode[row]
            let key = keys[text] ?? Self.key(places.text(row: text))
            keys[text] = key
            guard !key.isEmpty else { continue }
            let point = FixedCoordinate(
                longitudeE7: places.addressLongitudeE7[row],
                latitudeE7: places.addressLatitudeE7[row])
            let city = places.addressCity[row]
            Self.add(point, city: city, text, to: &areas[key, default: []])
        }
        areas = areas.mapValues(Self.greatestFirst)
    }

    /// Returns areas by their addresses, most first: a few far away may be a mistake.
    private static func greatestFirst(_ areas: [Area]) -> [Area] {
        areas.enumerated().sorted {
            ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
        }.map(\.element)
    }

    /// Adds an address to the first area that it leaves small enough, or to a new one.
    private static func add(
        _ point: FixedCoordinate, city: UInt32, _ text: UInt32, to areas: inout [Area]
    ) {
        let near = areas.firstIndex { area in
            var box = area.box
            box.add(point)
            return box.degrees <= mostDegrees
        }
        guard near != nil || areas.count < mostAreas else { return }
        if near == nil { areas.append(Area(text: text)) }
        areas[near ?? areas.count - 1].add(point, city: city)
    }

    /// Returns the areas of a postcode, the greatest first, written with blanks and dashes or not.
    subscript(text: String) -> [Area] {
        guard NameFolding.hasDigit(text), text.utf8.count <= 16 else { return [] }
        return areas[Self.key(text)] ?? []
    }

    private static func key(_ text: String) -> String {
        NameFolding.words(text, atMost: 4).joined().replacing("-", with: "")
    }
}
