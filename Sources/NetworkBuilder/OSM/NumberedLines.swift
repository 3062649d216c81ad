// Lines along which houses are numbered, between two mapped ones.

import Geo
import RoadNetwork

/// Makes addresses from ways with `addr:interpolation`: houses at even distances between numbered
/// nodes.
struct NumberedLines {
    private struct Line {
        var nodes: [Int64]
        var step: Int
        var street: UInt32
    }

    /// Houses that are known, each by its street, its number and a cell of a hundredth of a degree,
    /// about a kilometer: other towns have a street by the same name.
    private struct KnownHouses {
        private var keys: Set<SIMD4<UInt32>> = []

        private static func key(
            _ house: NameCollection.Entry, _ number: UInt32, east: Int32 = 0, north: Int32 = 0
        ) -> SIMD4<UInt32> {
            SIMD4(
                house.street, number, UInt32(bitPattern: house.longitudeE7 / 100_000 + east),
                UInt32(bitPattern: house.latitudeE7 / 100_000 + north))
        }

        mutating func add(_ house: NameCollection.Entry) {
            for number in house.numbers { keys.insert(Self.key(house, number)) }
        }

        /// Whether a house with the number is known in the cell of a place or in one beside it.
        func contains(_ house: NameCollection.Entry, _ number: UInt32) -> Bool {
            (-1...1).contains { (east: Int32) in
                (-1...1).contains { (north: Int32) in
                    keys.contains(Self.key(house, number, east: east, north: north))
                }
            }
        }
    }

    /// The most houses between two nodes; more are a mistake.
    private static let mostHouses = 500
    /// The most houses on a line. It bounds the work for a line that runs to and fro.
    static let mostHousesOfLine = 5_000
    private static let steps = 1...100

    private var lines: [Int64: Line] = [:]
    private var rows: [Int64: Int] = [:]

    /// Whether a way may be such a line.
    static func isPossible(_ way: OSMObject) -> Bool {
        way.hasTag(amongKeys: ["addr:interpolation"])
    }

    /// Adds a way in the first pass, in place of an older version.
    mutating func add(_ way: OSMObject, _ texts: inout TextRows) {
        lines[way.id] = nil
        guard !way.isDeleted, Self.isPossible(way) else { return }
        let tags = way.tags
        let step: Int? =
            switch tags["addr:interpolation"] ?? "" {
            case "even", "odd": 2
            case "all": 1
            case let other: Int(other).flatMap { Self.steps.contains($0) ? $0 : nil }
            }
        guard let step else { return }
        lines[way.id] = Line(
            nodes: way.wayNodes, step: step,
            street: texts.row(of: NamedTags.plain(tags["addr:street"] ?? "")))
    }

    /// All lines' nodes; their positions are needed.
    var nodes: [Int64] { lines.values.flatMap(\.nodes) }

    /// Remembers a node's entry.
    mutating func add(node: Int64, row: Int) {
        if !lines.isEmpty { rows[node] = row }
    }

    /// Gives houses on a line that have no street the line's.
    func giveStreets(to entries: inout [NameCollection.Entry]) {
        for (_, line) in lines.sorted(by: { $0.key < $1.key }) where line.street != 0 {
            for row in line.nodes.compactMap({ rows[$0] })
            where entries[row].street == 0 && !entries[row].numbers.isEmpty {
                entries[row].street = line.street
            }
        }
    }

    /// Returns the houses between numbered nodes that are not mapped themselves. Nodes have the
    /// line's street by now.
    ///
    /// - Complexity: O(*n*) in the entries and the houses.
    func entries(
        between entries: [NameCollection.Entry], _ places: CornerPlaces, _ texts: inout TextRows
    ) -> [NameCollection.Entry] {
        guard !lines.isEmpty else { return [] }
        var known = KnownHouses()
        for entry in entries where !entry.isReplaced { known.add(entry) }
        var found: [NameCollection.Entry] = []
        for (_, line) in lines.sorted(by: { $0.key < $1.key }) {
            var (path, last) = ([FixedCoordinate](), NameCollection.Entry?.none)
            var left = Self.mostHousesOfLine
            for node in line.nodes {
                guard let place = places.place(of: node) else { continue }
                path.append(place)
                guard let row = rows[node], !entries[row].isReplaced,
                    !entries[row].numbers.isEmpty
                else { continue }
                if let last {
                    let between = houses(
                        from: last, to: entries[row], line.step, along: path, &texts)
                    left -= between.count
                    guard left >= 0 else { break }
                    for house in between where !known.contains(house, house.numbers[0]) {
                        known.add(house)
                        found.append(house)
                    }
                }
                (last, path) = (entries[row], [place])
            }
        }
        return found
    }

    private func houses(
        from first: NameCollection.Entry, to last: NameCollection.Entry, _ step: Int,
        along path: [FixedCoordinate], _ texts: inout TextRows
    ) -> [NameCollection.Entry] {
        // Of 32 bits, so that differences fit.
        let ends = [first, last].compactMap {
            UInt32(texts.texts[Int($0.numbers[0])]).map(Int.init)
        }
        guard first.street != 0, path.count > 1, ends.count == 2 else { return [] }
        let (low, high) = (ends[0], ends[1])
        guard low != high, abs(high - low) / step <= Self.mostHouses else { return [] }
        let measure = LineMeasure(path.map(\.coordinate))
        let signed = high > low ? step : -step
        return stride(from: low + signed, to: high, by: signed).map { number in
            let share = Double(number - low) / Double(high - low)
            let place = FixedCoordinate(measure.coordinate(at: share))
            var house = NameCollection.Entry()
            (house.street, house.city, house.postcode) = (first.street, first.city, first.postcode)
            house.numbers = [texts.row(of: "\(number)")]
            (house.longitudeE7, house.latitudeE7) = (place.longitudeE7, place.latitudeE7)
            return house
        }
    }
}
