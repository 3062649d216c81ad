// Collects an import's findings, from tags and from geometry.

import Geo
import RoadNetwork

extension FindingList {
    /// Adds odd tags on roads and their nodes.
    ///
    /// - Complexity: O(*n*) in the roads, and in the nodes with tags.
    mutating func note(_ roads: RoadCollection, _ nodes: NodeTable, odd crossings: Set<Int>) {
        let places = ObjectPlaces(roads, nodes)
        for way in 0..<roads.wayCount {
            let id = roads.wayIDs[way]
            for tag in roads.rulings[Int(roads.wayRuling[way])].oddTags {
                add(places.finding(tag.kind, tag.subject, way: way, tag.text))
            }
            if crossings.contains(way) {
                add(places.finding(.duration, "no sensible speed", way: way, "no sensible speed"))
            }
            if let list = roads.nameLists[id] {
                let key = String(list.prefix { $0 != "=" })
                add(places.finding(.nameList, key, way: way, list))
            }
        }
        for (row, ruling) in nodes.rulings.sorted(by: { $0.key < $1.key }) {
            for tag in ruling.oddTags {
                add(places.finding(tag.kind, tag.subject, node: row, tag.text))
            }
        }
        for row in nodes.placeless.sorted() {
            let text = "a node of a road, without latitude and longitude"
            add(places.finding(.incomplete, "nodes without a place", node: row, text))
        }
    }

    /// Adds oddities in the lines of roads.
    mutating func note(
        _ pieces: RoadPieces, _ roads: RoadCollection, _ nodes: NodeTable
    ) {
        let places = ObjectPlaces(roads, nodes)
        for way in pieces.waysCut {
            add(
                places.finding(
                    .incomplete, "roads that leave the data", way: Int(way),
                    "some nodes are not in the data"))
        }
        for way in pieces.waysWithoutNodes {
            let text =
                roads.nodeRange(ofWay: Int(way)).isEmpty
                ? "the road lists no nodes" : "fewer than two of its nodes are in the data"
            add(places.finding(.incomplete, "roads without nodes", way: Int(way), text))
        }
        for piece in pieces.tiny {
            let ends = [piece.row, piece.otherRow].map { "\(nodes.sourceID($0))" }
            add(
                Finding(
                    kind: .zeroLength,
                    subject: piece.isJoined ? "taken as one" : "kept apart", type: .way,
                    id: OSMNumbering.original(roads.wayIDs[Int(piece.way)]),
                    place: nodes.place(piece.row).coordinate,
                    text: "nodes \(ends.joined(separator: " and "))"))
        }
    }

    /// Adds nodes that close a main road to the first motor mode, or keep its through traffic out.
    mutating func noteBarriers(
        _ pieces: RoadPieces, _ roads: RoadCollection, _ nodes: NodeTable, nodeRows: [UInt32],
        _ description: NetworkDescription
    ) {
        guard let mode = description.families.first?.accessRestrictions.first,
            let mask = description.restriction(named: mode)?.mask
        else { return }
        let through = description.restrictions.first {
            $0.rule == .throughTraffic && $0.access == mode
        }
        let closings = nodes.rulings.compactMapValues {
            BarrierClosing($0, mask: mask, through: through?.mask ?? 0)
        }
        var roadsAt: [Int: [UInt32]] = [:]
        for piece in pieces.pieces {
            let ruling = roads.rulings[Int(roads.wayRuling[Int(piece.way)])]
            let closed = ruling.forward.restrictions & ruling.backward.restrictions
            guard ruling.roadClass.rawValue <= RoadClass.tertiary.rawValue, closed & mask == 0
            else { continue }
            for row in [Int(nodeRows[piece.first]), Int(nodeRows[piece.last])] {
                guard let closing = closings[row] else { continue }
                // Behind a gate to a private road, the road itself keeps through traffic out.
                if closing.isForAll || closed & (through?.mask ?? 0) == 0 {
                    roadsAt[row, default: []].append(piece.way)
                }
            }
        }
        let places = ObjectPlaces(roads, nodes)
        for (row, ways) in roadsAt.sorted(by: { $0.key < $1.key }) where ways.count > 1 {
            guard let closing = closings[row] else { continue }
            let way = Int(ways[0])
            let name = roads.labels[Int(roads.wayLabels[way])]
            let words = [name.name, name.reference].first { !$0.isEmpty } ?? "a road without name"
            let roadClass = roads.rulings[Int(roads.wayRuling[way])].roadClass
            let road = "\(words) (way \(OSMNumbering.original(roads.wayIDs[way])))"
            let what =
                closing.isForAll
                ? "closes \(road) under \(mode)"
                : "keeps through traffic out of \(road) under \(through?.name ?? mode)"
            let time = closing.condition.map { ", while \($0)" } ?? ""
            add(places.finding(.barrier, "\(roadClass)", node: row, "the barrier \(what)\(time)"))
        }
    }
}

/// How a barrier node closes a road to a mode.
private struct BarrierClosing {
    /// Whether it closes the road, not only to through traffic.
    var isForAll: Bool
    /// The condition under which it does; `nil` at all times.
    var condition: String?

    /// - Parameters:
    ///   - mask: The bit of the mode's access.
    ///   - through: The bit of the restriction on its through traffic.
    init?(_ ruling: NodeRuling, mask: UInt64, through: UInt64) {
        if ruling.barred & mask != 0 {
            self.init(isForAll: true)
        } else if ruling.gated & through != 0 {
            self.init(isForAll: false)
        } else if let bar = ruling.timedBars.first(where: { $0.mask & mask != 0 }) {
            self.init(isForAll: true, condition: bar.condition)
        } else if let gate = ruling.timedGates.first(where: { $0.mask & through != 0 }) {
            self.init(isForAll: false, condition: gate.condition)
        } else {
            return nil
        }
    }

    private init(isForAll: Bool, condition: String? = nil) {
        self.isForAll = isForAll
        self.condition = condition
    }
}

/// Looks up the objects of findings, and their places.
struct ObjectPlaces {
    private let roads: RoadCollection
    private let nodes: NodeTable

    init(_ roads: RoadCollection, _ nodes: NodeTable) {
        self.roads = roads
        self.nodes = nodes
    }

    /// Makes a finding about a road, placed at its middle node.
    func finding(
        _ kind: Finding.Kind, _ subject: String, way: Int, _ text: String
    ) -> Finding {
        let rows = roads.nodeRange(ofWay: way).compactMap { nodes.row(of: roads.nodeIDs[$0]) }
            .filter(nodes.isPresent)
        return Finding(
            kind: kind, subject: subject, type: .way,
            id: OSMNumbering.original(roads.wayIDs[way]),
            place: rows.isEmpty ? nil : nodes.place(rows[rows.count / 2]).coordinate, text: text)
    }

    /// Makes a finding about a node.
    func finding(
        _ kind: Finding.Kind, _ subject: String, node row: Int, _ text: String
    ) -> Finding {
        Finding(
            kind: kind, subject: subject, type: .node,
            id: OSMNumbering.original(nodes.sourceID(row)),
            place: nodes.isPresent(row) ? nodes.place(row).coordinate : nil, text: text)
    }
}
