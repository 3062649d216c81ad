// From OpenStreetMap files to a network draft. Start at `OSMImport.run`.
//
// The files are read twice: first ways and relations, which say what nodes are needed, then nodes.
// Nothing is kept of objects that are not part of the network.

import Foundation
import Geo
import RoadNetwork

/// Imports OpenStreetMap files.
struct OSMImport {
    let inputs: [String]
    let rules: RoadRules
    let progress: ProgressMeter

    /// Reads the files and drafts the network they hold.
    ///
    /// - Parameter report: Receives what was kept and dropped, and why.
    /// - Throws: ``OSMReadError`` for a file that cannot be read, ``BuildError`` for files without
    ///   roads, `CancellationError` when the task is cancelled.
    func run(report: inout BuildReport) throws -> NetworkDraft {
        let roads = try readRoads(&report)
        guard roads.wayCount > 0 else {
            throw BuildError("the input holds no roads under the network definition")
        }
        let nodes = try readNodes(of: roads)
        let nodeRows = try rows(of: roads, in: nodes)
        let relations = roads.relations.values.sorted { $0.id < $1.id }
        let viaNodes = relations.flatMap(\.viaNodes).compactMap { nodes.row(of: $0) }
        try progress.begin(.cuttingRoads, unit: "roads")
        let pieces = RoadPieces(roads, nodes, nodeRows: nodeRows, viaNodes: viaNodes)
        guard !pieces.pieces.isEmpty else {
            throw BuildError("the input holds roads but none of the nodes they consist of")
        }
        let sides = DrivingSides(
            roads, nodes, pieces, nodeRows: nodeRows, oneWay: directionMask,
            declared: rules.definition.drivingSide)
        let description = describe(sides, &report)
        let restricted = Set(relations.flatMap { $0.members.filter { $0.kind == .ways } }.map(\.id))
        try progress.begin(.draftingSegments, unit: "segments")
        let drafted = try NetworkDrafting(
            roads: roads, nodes: nodes, pieces: pieces, nodeRows: nodeRows,
            keepsLeft: sides.keepsLeft, definition: rules.definition,
            density: StreetDensity(roads, nodes, pieces, nodeRows: nodeRows)
        ).draft(description: description, restricted: restricted) {
            try progress.update(fraction: $0, count: $1)
        }
        try progress.begin(.resolvingRestrictions, unit: "restrictions")
        let (prohibitions, outcome) = TurnRestrictionResolver(
            relations, drafted, nodes, rules.definition
        ).resolve(relations)
        report.note(roads, nodes, pieces, drafted)
        report.note(sides, declared: rules.definition.drivingSide)
        report.turnRestrictionsApplied = outcome.applied
        report.turnRestrictionsIgnored = outcome.ignored
        report.turnProhibitions = prohibitions.count
        var draft = drafted.draft
        draft.prohibitions = prohibitions
        return draft
    }

    /// The first reading: ways and relations of all files.
    private func readRoads(_ report: inout BuildReport) throws -> RoadCollection {
        var roads = RoadCollection()
        var verdicts = VerdictCache(rules)
        let roadKeys = rules.definition.roadKeys
        try progress.begin(.readingRoads, unit: "objects")
        var count = 0
        for (index, path) in inputs.enumerated() {
            let reader = try OSMReader(path: path, kinds: [.ways, .relations])
            var newest: Int64 = 0
            while let object = try reader.next() {
                if object.isWay {
                    roads.add(
                        way: object, rules: rules, verdicts: &verdicts, roadKeys: roadKeys)
                } else {
                    roads.add(relation: object)
                }
                newest = max(newest, object.timestamp)
                count += 1
                if count % 4096 == 0 {
                    try progress.update(fraction: share(reader, index), count: count)
                }
            }
            // Without a date in the header the newest edit is the best known date.
            let date = reader.dataTimestamp > 0 ? reader.dataTimestamp : newest
            report.inputs[index].dataTimestamp = date * 1000
        }
        roads.finishReading()
        return roads
    }

    /// The second reading: the nodes that roads use.
    private func readNodes(of roads: RoadCollection) throws -> NodeTable {
        var nodes = NodeTable(ids: roads.nodeIDs)
        let nodeKeys = rules.definition.nodeKeys
        try progress.begin(.readingNodes, unit: "nodes")
        var count = 0
        for (index, path) in inputs.enumerated() {
            let reader = try OSMReader(path: path, kinds: .nodes)
            while let object = try reader.next() {
                nodes.add(object, rules: rules, nodeKeys: nodeKeys)
                count += 1
                if count % 16_384 == 0 {
                    try progress.update(fraction: share(reader, index), count: count)
                }
            }
        }
        return nodes
    }

    private func share(_ reader: OSMReader, _ index: Int) -> Double {
        (Double(index) + reader.fraction) / Double(inputs.count)
    }

    private func rows(of roads: RoadCollection, in nodes: NodeTable) throws -> [UInt32] {
        guard nodes.ids.count < Int(UInt32.max) else {
            throw BuildError("the roads have more than 4 billion nodes; build a part of the area")
        }
        return roads.nodeIDs.map { id in
            guard let row = nodes.row(of: id) else {
                preconditionFailure("the node table holds every node of every road")
            }
            return UInt32(row)
        }
    }

    /// Bits of the rules that close a direction to the first family, motor traffic.
    private var directionMask: UInt64 {
        let description = rules.definition.description
        return description.families.prefix(1).compactMap(\.directionRestriction)
            .compactMap { description.restriction(named: $0)?.mask }.reduce(0, |)
    }

    /// The description with driving side and origin filled in.
    private func describe(_ sides: DrivingSides, _ report: inout BuildReport) -> NetworkDescription
    {
        var description = rules.definition.description
        description.drivingSide = sides.main
        description.sources = report.inputs.map(\.label)
        description.dataTimestamp = report.inputs.map(\.dataTimestamp).max() ?? 0
        return description
    }
}
