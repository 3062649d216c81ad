// From OpenStreetMap files to a network draft. Start at `OSMImport.run`.
//
// The files are read twice: first ways and relations, which determine the nodes needed, then nodes.
// Objects outside the network are not kept.

import Foundation
import Geo
import RoadNetwork

/// Imports OpenStreetMap files.
///
/// The import reads the files in two passes, because they list nodes before the ways that use them:
///
/// 1. Ways and relations. ``RoadRules`` judges each way; ``RoadCollection`` keeps the roads, in a
///    few columns, with the ids of their nodes.
/// 2. Nodes. ``NodeTable`` keeps the places and rulings of exactly these ids.
///
/// If there are walkable areas or ferry lines mapped as relations, ways are read once more for the
/// rings around the areas, and for what the ferries sail along.
///
/// ``RoadPieces`` then cuts roads at junctions, ``DrivingSides`` and ``RoadCountries`` find each
/// piece's side and country, ``NetworkDrafting`` makes segments, and ``TurnRestrictionResolver``
/// turns relations into prohibited sequences of edges. Files may overlap, and may be change files
/// or histories: of each object the version with the greatest ``EditStamp`` counts, so the order of
/// files does not matter. Oddities go to the findings, counts to the report.
struct OSMImport {
    let inputs: [String]
    let rules: RoadRules
    let progress: ProgressMeter
    /// Collects places and addresses while the files are read; `nil` if nobody searches for them.
    var names: NameCollection?

    /// Reads the files and drafts the network they hold.
    ///
    /// - Parameters:
    ///   - report: Receives what was kept and dropped, and why.
    ///   - findings: Receives oddities.
    /// - Throws: ``OSMReadError`` if a file cannot be read, ``BuildError`` if the files hold no
    ///   roads, `CancellationError` if the task is cancelled.
    func run(
        report: inout BuildReport, findings: inout FindingList
    ) throws -> NetworkDraft {
        let files = try OSMInputFile.opened(inputs)
        var roads = try readRoads(files, &report, &findings)
        guard roads.wayCount > 0 else {
            throw BuildError("the input holds no roads under the network definition")
        }
        var nodes = try readNodes(files, of: roads, &findings)
        _ = roads.cutAtMeridian(&nodes)
        let nodeRows = try rows(of: roads, in: nodes)
        let relations = roads.relations.values.sorted { $0.id < $1.id }
        let viaNodes = relations.flatMap(\.viaNodes).compactMap { nodes.row(of: $0) }
        try progress.begin(.cuttingRoads, unit: "roads")
        let pieces = RoadPieces(roads, nodes, nodeRows: nodeRows, viaNodes: viaNodes)
        guard !pieces.pieces.isEmpty else {
            throw BuildError("the input holds roads but none of the nodes they consist of")
        }
        for group in pieces.joined.groups { nodes.join(group) }
        let sides = DrivingSides(
            roads, nodes, pieces, nodeRows: nodeRows, oneWay: directionMask,
            declared: rules.definition.drivingSide)
        let languages = NameLanguages.kept(of: roads, under: rules.definition.labels)
        let description = describe(sides, languages, &report)
        let restricted = Set(relations.flatMap { $0.members.filter { $0.kind == .ways } }.map(\.id))
        try progress.begin(.draftingSegments, unit: "segments")
        let drafted = try NetworkDrafting(
            roads: roads, nodes: nodes, pieces: pieces, nodeRows: nodeRows,
            keepsLeft: sides.keepsLeft, definition: rules.definition,
            density: StreetDensity(roads, nodes, pieces, nodeRows: nodeRows),
            countries: RoadCountries(
                roads, nodes, pieces, nodeRows: nodeRows, sides: sides,
                miles: sides.undetermined == 0 ? rules.definition.speedLimits.miles : nil)
        ).draft(description: description, restricted: restricted) {
            try progress.update(fraction: $0, count: $1)
        }
        try progress.begin(.resolvingRestrictions, unit: "restrictions")
        let (prohibitions, outcome) = TurnRestrictionResolver(
            relations, drafted, nodes, rules.definition
        ).resolve(relations)
        report.note(roads, nodes, pieces, drafted)
        findings.note(pieces, roads, nodes)
        findings.note(roads, nodes, odd: drafted.oddTimetables)
        findings.noteBarriers(pieces, roads, nodes, nodeRows: nodeRows, description)
        findings.note(outcome.notes)
        report.note(sides, declared: rules.definition.drivingSide)
        report.turnRestrictionsApplied = outcome.applied
        report.turnRestrictionsIgnored = outcome.ignored
        report.turnProhibitions = prohibitions.count
        var draft = drafted.draft
        draft.prohibitions = prohibitions + drafted.turnsOverTimedBars(nodes)
        return draft
    }

    /// Makes the first pass: reads ways and relations of all files.
    private func readRoads(
        _ files: [OSMInputFile], _ report: inout BuildReport, _ findings: inout FindingList
    ) throws -> RoadCollection {
        // A single PBF file without history holds each object once; editors write XML.
        let isSimple = files.count == 1 && files[0].path.hasSuffix(".pbf") && !files[0].hasVersions
        var roads = RoadCollection(remembersAll: !isSimple)
        names?.begin(remembersAll: !isSimple)
        var verdicts = VerdictCache(rules)
        let roadKeys = rules.definition.roadKeys
        try progress.begin(.readingRoads, unit: "objects")
        var count = 0
        for (index, file) in files.enumerated() {
            let reader = try OSMReader(
                path: file.path, kinds: [.ways, .relations], numbering: file.numbering)
            var newest: Int64 = 0
            while let object = try reader.next() {
                if object.isWay {
                    let note = roads.add(
                        way: object, fileRank: file.rank, rules: rules, verdicts: &verdicts,
                        roadKeys: roadKeys)
                    findings.add(note, of: object, "roads")
                    names?.add(way: object, fileRank: file.rank)
                } else {
                    let note = roads.add(
                        relation: object, fileRank: file.rank, rules: rules, roadKeys: roadKeys)
                    findings.add(note, of: object, "turn restrictions and squares")
                    names?.add(relation: object, fileRank: file.rank)
                }
                newest = max(newest, object.timestamp)
                count += 1
                if count % 4096 == 0 {
                    try progress.update(fraction: share(reader, index), count: count)
                }
            }
            // Without a date in the header, take the newest edit.
            let date = reader.dataTimestamp > 0 ? reader.dataTimestamp : newest
            report.inputs[index].dataTimestamp = date * 1000
            note(remark: reader.remark, of: report.inputs[index].file, &report, &findings)
        }
        roads.finishReading()
        let rings = roads.ringWays
        let found = try readWays(files, rings: rings, ferries: roads.lineWays.subtracting(rings))
        roads.addRings(found.filter { rings.contains($0.key) })
        roads.addLines(found.filter { !rings.contains($0.key) }, rules)
        return roads
    }

    /// Reads the nodes of the ways around walked areas, and of the ways of ferry lines that have no
    /// tags of roads. Files list these ways before the relations that name them.
    private func readWays(
        _ files: [OSMInputFile], rings: Set<Int64>, ferries: Set<Int64>
    ) throws -> [Int64: [Int64]] {
        let wanted = rings.union(ferries)
        let roadKeys = rules.definition.roadKeys
        var found: [Int64: (stamp: EditStamp, nodes: [Int64])] = [:]
        for file in wanted.isEmpty ? [] : files {
            let reader = try OSMReader(path: file.path, kinds: .ways, numbering: file.numbering)
            while let way = try reader.next() {
                guard wanted.contains(way.id) else { continue }
                let stamp = way.stamp(fileRank: file.rank)
                guard stamp > (found[way.id]?.stamp ?? EditStamp.none) else { continue }
                let isRoad = ferries.contains(way.id) && way.hasTag(amongKeys: roadKeys)
                found[way.id] = (stamp, way.isDeleted || isRoad ? [] : way.wayNodes)
            }
        }
        return found.mapValues(\.nodes).filter { !$0.value.isEmpty }
    }

    /// Reports what a file says about itself, such as an interrupted export.
    private func note(
        remark: String, of file: String, _ report: inout BuildReport,
        _ findings: inout FindingList
    ) {
        let words = remark.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else { return }
        report.warnings.append("\(file) may be incomplete; it remarks: \(words)")
        findings.add(
            Finding(
                kind: .incomplete, subject: "files with a remark", type: .file, id: 0,
                text: "\(file): \(words)"))
    }

    /// Makes the second pass: reads the nodes that roads use.
    private func readNodes(
        _ files: [OSMInputFile], of roads: RoadCollection, _ findings: inout FindingList
    ) throws -> NodeTable {
        var nodes = NodeTable(ids: roads.nodeIDs)
        let nodeKeys = rules.definition.nodeKeys
        names?.beginNodes()
        try progress.begin(.readingNodes, unit: "nodes")
        var count = 0
        for (index, file) in files.enumerated() {
            let reader = try OSMReader(path: file.path, kinds: .nodes, numbering: file.numbering)
            while let object = try reader.next() {
                let note = nodes.add(
                    object, fileRank: file.rank, rules: rules, nodeKeys: nodeKeys)
                findings.add(note, of: object, "nodes of roads")
                names?.add(node: object, fileRank: file.rank)
                count += 1
                if count % 16_384 == 0 {
                    try progress.update(fraction: share(reader, index), count: count)
                }
            }
        }
        for (position, place) in roads.statedPlaces.enumerated() where place.isStated {
            guard let row = nodes.row(of: roads.nodeIDs[position]) else { continue }
            nodes.place(row, longitudeE7: place.longitudeE7, latitudeE7: place.latitudeE7)
        }
        nodes.finishReading()
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

    /// The bits of the rules closing a direction to the first family, motor traffic.
    private var directionMask: UInt64 {
        rules.definition.mainDirection?.mask ?? 0
    }

    /// Fills the driving side and origin into the description.
    private func describe(
        _ sides: DrivingSides, _ languages: [String], _ report: inout BuildReport
    ) -> NetworkDescription {
        var description = rules.definition.description
        description.nameLanguages = languages
        description.drivingSide = sides.main
        description.sources = report.inputs.map(\.label)
        description.dataTimestamp = report.inputs.map(\.dataTimestamp).max() ?? 0
        return description
    }
}
