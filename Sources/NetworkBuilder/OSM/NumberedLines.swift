// Lines along which houses are numbered, between two mapped ones.

import Geo
import RoadNetwork

/// Makes addresses from ways with `addr:interpolation`: houses at even distances between numbered
/// nodes.
struct NumberedLines {
    private struct Line {
        var stamp: EditStamp
        var nodes: [Int64]
        var step: Int
        var street: UInt32
    }

    /// The most houses between two nodes; more are a mistake.
    private static let mostHouses = 500

    private var lines: [Int64: Line] = [:]
    private var rows: [Int64: Int] = [:]

    /// Whether a way may be such a line.
    static func isPossible(_ way: OSMObject) -> Bool {
        way.hasTag(amongKeys: ["addr:interpolation"])
    }

    /// Adds a way of the first pass.
    mutating func add(_ way: OSMObject, fileRank: Int, _ texts: inout TextRows) {
        let stamp = way.stamp(fileRank: fileRank)
        guard stamp > (lines[way.id]?.stamp ?? EditStamp.none) else { return }
        let tags = way.tags
        let step: Int? =
            switch tags["addr:interpolation"] ?? "" {
            case "even", "odd": 2
            case "all": 1
            case let other: Int(other)
            }
        lines[way.id] = nil
        guard !way.isDeleted, let step, step > 0 else { return }
        lines[way.id] = Line(
            stamp: stamp, nodes: way.wayNodes, step: step,
            street: texts.row(of: tags["addr:street"] ?? ""))
    }

    /// The nodes of all lines; their positions are needed.
    var nodes: [Int64] { lines.values.flatMap(\.nodes) }

    /// Remembers a node's entry.
    mutating func add(node: Int64, row: Int) {
        if !lines.isEmpty { rows[node] = row }
    }

    /// Returns the houses between numbered nodes that are not mapped themselves.
    ///
    /// - Complexity: O(*n*) in the entries and the houses.
    func entries(
        between entries: [NameCollection.Entry], _ places: CornerPlaces, _ texts: inout TextRows
    ) -> [NameCollection.Entry] {
        guard !lines.isEmpty else { return [] }
        var known: Set<SIMD2<UInt32>> = []
        for entry in entries where !entry.isReplaced {
            for number in entry.numbers { known.insert(SIMD2(entry.street, number)) }
        }
        var found: [NameCollection.Entry] = []
        for (_, line) in lines.sorted(by: { $0.key < $1.key }) {
            var (path, last) = ([FixedCoordinate](), NameCollection.Entry?.none)
            for node in line.nodes {
                guard let place = places.place(of: node) else { continue }
                path.append(place)
                guard let row = rows[node], !entries[row].isReplaced,
                    !entries[row].numbers.isEmpty
                else { continue }
                var entry = entries[row]
                if entry.street == 0 { entry.street = line.street }
                if let last {
                    for house in houses(from: last, to: entry, line.step, along: path, &texts)
                    where known.insert(SIMD2(house.street, house.numbers[0])).inserted {
                        found.append(house)
                    }
                }
                (last, path) = (entry, [place])
            }
        }
        return found
    }

    private func houses(
        from first: NameCollection.Entry, to last: NameCollection.Entry, _ step: Int,
        along path: [FixedCoordinate], _ texts: inout TextRows
    ) -> [NameCollection.Entry] {
        guard first.street != 0, let low = Int(texts.texts[Int(first.numbers[0])]),
            let high = Int(texts.texts[Int(last.numbers[0])]), low != high,
            abs(high - low) / step <= Self.mostHouses, path.count > 1
        else { return [] }
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
