// Crossings between two streets, named in a question.

import Geo
import RoadNetwork

/// Finds where two streets meet.
struct CrossingSearch {
    /// The most streets to try for each of the two names, and the most crossings to return.
    private static let mostStreets = 24
    private static let mostCrossings = 8
    /// The most segments to look at in one street.
    private static let mostSegments = 4_000
    private static let separators: [Character] = ["&", "@", "|"]
    private static let words = [" and ", " und ", " et ", " y "]

    /// A crossing.
    struct Crossing {
        var entries: (Int, Int)
        var node: UInt32
        var score: Double
    }

    let network: NetworkDataset
    let index: NameIndex

    /// Splits `A & B, town` into two questions, `A, town` and `B, town`; `nil` if a text names no
    /// crossing.
    ///
    /// - Parameter byWord: Whether to split at words such as `and`, which may belong to a name,
    ///   instead of at `&`, `@` or `|`.
    static func split(_ text: String, byWord: Bool) -> (String, String)? {
        let (first, second): (Substring, Substring)
        if byWord {
            let lower = text.lowercased()
            guard lower.utf8.count == text.utf8.count,
                let range = words.lazy.compactMap({ lower.firstRange(of: $0) }).first
            else { return nil }
            let start = lower.utf8.distance(from: lower.startIndex, to: range.lowerBound)
            let end = lower.utf8.distance(from: lower.startIndex, to: range.upperBound)
            let bytes = Array(text.utf8)
            first = Substring(decoding: bytes[..<start], as: UTF8.self)
            second = Substring(decoding: bytes[end...], as: UTF8.self)
        } else {
            guard let place = text.firstIndex(where: { separators.contains($0) }) else {
                return nil
            }
            (first, second) = (text[..<place], text[text.index(after: place)...])
        }
        guard !NameFolding.words(String(first), atMost: 1).isEmpty,
            !NameFolding.words(String(second), atMost: 1).isEmpty
        else { return nil }
        let town = second.firstIndex(of: ",").map { second[$0...] } ?? ""
        return (String(first + town), String(second))
    }

    /// Returns the crossings of streets that fit two questions, the best first.
    func crossings(_ first: [NameHit], _ second: [NameHit]) -> [Crossing] {
        let first = streets(first)
        let second = streets(second)
        let nodesOfSecond = second.map { nodes(of: $0.entry) }
        var found: [Crossing] = []
        for a in first {
            let nodesOfFirst = nodes(of: a.entry)
            for (b, others) in zip(second, nodesOfSecond) where a.entry != b.entry {
                guard let node = middle(of: nodesOfFirst.intersection(others)) else { continue }
                found.append(
                    Crossing(
                        entries: (a.entry, b.entry), node: node, score: (a.score + b.score) / 2))
            }
        }
        found.sort { ($1.score, $0.node) < ($0.score, $1.node) }
        var seen: Set<UInt32> = []
        return Array(found.filter { seen.insert($0.node).inserted }.prefix(Self.mostCrossings))
    }

    private func streets(_ hits: [NameHit]) -> ArraySlice<NameHit> {
        hits.filter { index.entryKind[$0.entry] == .street }.prefix(Self.mostStreets)
    }

    private func nodes(of entry: Int) -> Set<UInt32> {
        var nodes: Set<UInt32> = []
        for place in index.entrySegments[entry].prefix(Self.mostSegments) {
            let segment = index.segments[place]
            nodes.insert(network.edgeHead[2 * segment])
            nodes.insert(network.edgeHead[2 * segment + 1])
        }
        return nodes
    }

    /// Returns which node is nearest to the middle of all: two carriageways meet a street twice.
    private func middle(of nodes: Set<UInt32>) -> UInt32? {
        guard nodes.count > 1 else { return nodes.first }
        let places = nodes.sorted().map { ($0, network.coordinate(of: NodeID(row: $0))) }
        let count = Double(places.count)
        let x = places.reduce(0) { $0 + $1.1.x } / count
        let y = places.reduce(0) { $0 + $1.1.y } / count
        func distance(_ place: Coordinate) -> Double {
            (place.x - x) * (place.x - x) + (place.y - y) * (place.y - y)
        }
        return places.min { (distance($0.1), $0.0) < (distance($1.1), $1.0) }?.0
    }
}
