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

    struct Crossing {
        var entries: (Int, Int)
        var node: UInt32
        var score: Double
    }

    let network: NetworkDataset
    let index: NameIndex

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

    /// Returns the node nearest to the middle of all nodes. If a street crosses two carriageways,
    /// it does so at two nodes, and one of them is the answer.
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
