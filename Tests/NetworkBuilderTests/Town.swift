// A small town drawn as text, written as OSM XML and imported, for the tests of the builder.

import Foundation
import Geo
import RoadNetwork
import RouteTesting

@testable import NetworkBuilder

/// A drawing of nodes with ways and relations over it.
///
/// Letters are nodes, a column is 50 m and a row 100 m; other characters only help the eye.
struct Town {
    static let columnDegreesE7: Int32 = 4_500
    static let rowDegreesE7: Int32 = 9_000

    private var places: [Character: FixedCoordinate] = [:]
    private var nodeTags: [Character: [String: String]] = [:]
    private var ways: [(id: Int64, nodes: String, tags: [String: String])] = []
    private var relations: [(tags: [String: String], members: [String])] = []

    init(_ drawing: String) {
        for (row, line) in drawing.split(separator: "\n").enumerated() {
            for (column, letter) in line.enumerated() where letter.isLetter {
                places[letter] = FixedCoordinate(
                    longitudeE7: 100_000_000 + Int32(column) * Self.columnDegreesE7,
                    latitudeE7: 10_000_000 - Int32(row) * Self.rowDegreesE7)
            }
        }
    }

    mutating func tag(_ node: Character, _ tags: [String: String]) { nodeTags[node] = tags }

    /// Adds a way; its id is the number of ways so far.
    mutating func way(_ nodes: String, _ tags: [String: String] = [:]) {
        let id = Int64(ways.count + 1)
        ways.append((id, nodes, ["highway": "residential"].merging(tags) { $1 }))
    }

    /// Adds a turn restriction. Members are ways, given by their nodes; a via may be a node.
    mutating func restriction(
        from: [String], via: [String], to: [String], _ tags: [String: String]
    ) {
        var members: [String] = []
        for (role, names) in [("from", from), ("via", via), ("to", to)] {
            for name in names {
                if name.count == 1, let letter = name.first {
                    members.append(
                        "<member type=\"node\" ref=\"\(Self.id(letter))\" role=\"\(role)\"/>")
                } else {
                    let id = ways.first { $0.nodes == name }?.id ?? 999
                    members.append("<member type=\"way\" ref=\"\(id)\" role=\"\(role)\"/>")
                }
            }
        }
        relations.append((tags.merging(["type": "restriction"]) { own, _ in own }, members))
    }

    static func id(_ letter: Character) -> Int64 {
        Int64(letter.unicodeScalars.first?.value ?? 0)
    }

    /// The town as OSM XML. Nodes in `without` are missing, as if outside the extract.
    func xml(without missing: Set<Character> = []) -> String {
        var text = "<?xml version='1.0' encoding='UTF-8'?>\n<osm version=\"0.6\">\n"
        for (letter, place) in places.sorted(by: { $0.key < $1.key })
        where !missing.contains(letter) {
            let (lon, lat) = (place.coordinate.x, place.coordinate.y)
            text += "<node id=\"\(Self.id(letter))\" lat=\"\(lat)\" lon=\"\(lon)\">"
            text += Self.xml(nodeTags[letter] ?? [:]) + "</node>\n"
        }
        for way in ways {
            text += "<way id=\"\(way.id)\">"
            for letter in way.nodes { text += "<nd ref=\"\(Self.id(letter))\"/>" }
            text += Self.xml(way.tags) + "</way>\n"
        }
        for (index, relation) in relations.enumerated() {
            text += "<relation id=\"\(index + 1)\">" + relation.members.joined()
            text += Self.xml(relation.tags) + "</relation>\n"
        }
        return text + "</osm>\n"
    }

    private static func xml(_ tags: [String: String]) -> String {
        tags.sorted { $0.key < $1.key }.map { key, value in
            let escaped = value.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
            return "<tag k=\"\(key)\" v=\"\(escaped)\"/>"
        }.joined()
    }

    /// - Parameter change: Changes the shipped definition.
    func build(
        without missing: Set<Character> = [], _ change: (inout NetworkDefinition) -> Void = { _ in }
    ) throws -> BuiltTown {
        let folder = try Scratch()
        let path = folder.path + "/town.osm"
        try Data(xml(without: missing).utf8).write(to: URL(fileURLWithPath: path))
        return try BuiltTown(inputs: [path], places: places, change)
    }
}

/// A town after its import.
struct BuiltTown {
    let contents: NetworkContents
    let prohibitions: [TurnProhibition]
    let report: BuildReport
    let findings: FindingList
    /// The columns after assembly, with free turns.
    let assembled: NetworkContents
    private let nodeAt: [FixedCoordinate: UInt32]
    private let places: [Character: FixedCoordinate]

    /// - Parameter change: Changes the shipped definition.
    init(
        inputs: [String], places: [Character: FixedCoordinate] = [:],
        _ change: (inout NetworkDefinition) -> Void = { _ in }
    ) throws {
        var definition = try NetworkDefinition.shipped()
        change(&definition)
        let rules = RoadRules(definition)
        var report = BuildReport()
        report.inputs = inputs.map { BuildInput(file: $0, bytes: 0, dataTimestamp: 0) }
        let importer = OSMImport(inputs: inputs, rules: rules, progress: ProgressMeter { _ in })
        var findings = FindingList()
        let draft = try importer.run(report: &report, findings: &findings)
        assembled = NetworkAssembly.assemble(
            draft, turnCosts: FreeTurns(columns: rules.definition.description.costColumnCount))
        report.note(assembled)
        findings.noteIslands(in: assembled)
        report.findings = findings.summaries
        self.findings = findings
        (contents, prohibitions) = draft.finish()
        self.report = report
        self.places = places
        var nodeAt: [FixedCoordinate: UInt32] = [:]
        for row in contents.nodeLongitudeE7.indices {
            let place = FixedCoordinate(
                longitudeE7: contents.nodeLongitudeE7[row],
                latitudeE7: contents.nodeLatitudeE7[row])
            nodeAt[place] = UInt32(row)
        }
        self.nodeAt = nodeAt
    }

    func dataset() throws -> NetworkDataset {
        try NetworkDataset(bytes: DatasetEncoder.encode(assembled))
    }

    /// A node's row, if segments end there.
    func node(_ letter: Character) -> UInt32? { places[letter].flatMap { nodeAt[$0] } }

    /// The edge from one node to another, written `ab`.
    func edge(_ name: String) -> UInt32? {
        guard let from = name.first.flatMap({ node($0) }), let to = name.last.flatMap({ node($0) })
        else { return nil }
        return contents.edgeHead.indices.first {
            contents.edgeHead[$0] == to && contents.edgeHead[$0 ^ 1] == from
        }.map(UInt32.init)
    }

    /// The names of a mask's restrictions.
    func names(_ mask: UInt64) -> Set<String> {
        Set(contents.description.restrictions.filter { mask & $0.mask != 0 }.map(\.name))
    }

    /// The names of an edge's restrictions.
    func restrictions(_ name: String) -> Set<String> {
        edge(name).map { names(contents.edgeRestrictions[Int($0)]) } ?? ["no such edge"]
    }

    /// The names of restrictions which forbid a sequence of edges.
    func forbidden(_ edges: String...) -> Set<String> {
        let sequence = edges.compactMap { edge($0) }
        guard sequence.count == edges.count else { return ["no such edge"] }
        return prohibitions.first { $0.edges == sequence }.map { names($0.mask) } ?? []
    }

    /// An edge's cost in quanta.
    func cost(_ attribute: String, _ name: String) -> UInt32? {
        guard let column = contents.description.cost(named: attribute)?.column,
            let edge = edge(name)
        else { return nil }
        return contents.costs[column][Int(edge)]
    }
}

/// A folder removed with its owner.
final class Scratch {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "waypost-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("\(path) is left behind: \(error)")
        }
    }

    /// Writes a file and returns its path.
    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let file = path + "/" + name
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        return file
    }

    func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
    }
}
