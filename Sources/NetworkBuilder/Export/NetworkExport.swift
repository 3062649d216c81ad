// Writes a network as files for other tools. Start here.
//
// ExportGuide.swift explains the CSV column by column and is also written beside the tables.
// NetworkExport+CSV.swift writes the tables, TurnTable.swift the rows of turns.csv.

package import RoadNetwork
import Foundation
import RoutingEngine
import SystemResources

/// How far an export has come.
package struct ExportProgress: Hashable, Sendable {
    /// The file being written.
    package var file: String
    /// Rows written so far.
    package var done: Int
    /// Rows to write; for turns and points, edges to examine.
    package var total: Int
}

/// Writes a network as CSV tables or GeoJSON.
///
/// Use the tables to check this engine against another program, or to compute routes with your own.
/// They hold everything that decides the cost of a route: nodes, edges and their copies, turns,
/// points on streets, and if you pass traffic also live speeds and closures. Costs are the integers
/// that the engine adds, so another program reaches the same totals. GeoJSON holds only the edges,
/// and the nodes if asked, for viewing on a map.
///
/// Memory use does not grow with the network: rows go through a buffer to temporary files, which
/// take their names once all of them are whole. `waypost network export` calls it.
package struct NetworkExport {
    let network: NetworkDataset
    private let traffic: ExportedTraffic?
    private let report: (ExportProgress) -> Void

    /// Prepares an export.
    ///
    /// - Parameters:
    ///   - traffic: A snapshot of the network's traffic, written to its own tables.
    ///   - report: Called every 65,536 rows and at the end of each file.
    package init(
        _ network: NetworkDataset, traffic: ExportedTraffic? = nil,
        report: @escaping (ExportProgress) -> Void = { _ in }
    ) {
        self.network = network
        self.traffic = traffic
        self.report = report
    }

    /// Writes `nodes.csv`, `edges.csv`, `turns.csv`, `points.csv`, `network.json` and `README.md`
    /// into a folder, which is created if missing. With traffic, also writes `traffic.csv` and
    /// `closures.csv`.
    ///
    /// - Throws: ``ExportError`` naming the file that could not be written. Existing files of these
    ///   names then stay as they were.
    /// - Complexity: O(*n*) in edges, shape points and turns.
    package func writeCSV(toFolder folder: String) throws {
        try Folder.make(folder)
        var nodes = try ExportFile(path: folder + "/nodes.csv")
        var edges = try ExportFile(path: folder + "/edges.csv")
        var turns = try ExportFile(path: folder + "/turns.csv")
        var points = try ExportFile(path: folder + "/points.csv")
        var description = try ExportFile(path: folder + "/network.json")
        var guide = try ExportFile(path: folder + "/README.md")
        try writeNodes(&nodes)
        try writeEdges(&edges)
        try writeTurns(&turns)
        try writePoints(&points)
        try writeDescription(&description)
        guide.append(ExportGuide.text)
        try nodes.close()
        try edges.close()
        try turns.close()
        try points.close()
        try description.close()
        try guide.close()
        if let traffic { try writeTables(of: traffic, toFolder: folder) }
        try nodes.publish()
        try edges.publish()
        try turns.publish()
        try points.publish()
        try description.publish()
        try guide.publish()
    }

    private func writeTables(of traffic: ExportedTraffic, toFolder folder: String) throws {
        var edges = try ExportFile(path: folder + "/traffic.csv")
        var closures = try ExportFile(path: folder + "/closures.csv")
        try writeTraffic(traffic, to: &edges)
        try writeClosures(traffic, to: &closures)
        try edges.close()
        try closures.close()
        try edges.publish()
        try closures.publish()
    }

    /// Writes one FeatureCollection with edges as lines and, if asked, nodes as points.
    ///
    /// - Parameters:
    ///   - path: The file; its folder must exist.
    ///   - includesNodes: Whether nodes follow the edges.
    /// - Throws: ``ExportError`` if the file cannot be written.
    package func writeGeoJSON(toFile path: String, includesNodes: Bool = false) throws {
        var file = try ExportFile(path: path)
        try writeCollection(&file, includesNodes: includesNodes)
        try file.publish()
    }

    /// Writes the same to an open descriptor, without a temporary file.
    package func writeGeoJSON(toDescriptor descriptor: Int32, includesNodes: Bool = false) throws {
        var file = ExportFile(descriptor: descriptor, name: "standard output")
        try writeCollection(&file, includesNodes: includesNodes)
        try file.close()
    }

    /// Reports progress every 65,536 rows and at the end.
    func progress(_ file: String, _ done: Int, of total: Int) {
        if done & 0xFFFF == 0 || done == total {
            report(ExportProgress(file: file, done: done, total: total))
        }
    }

    /// Writes the network's description, so readers need not parse column names.
    private func writeDescription(_ file: inout ExportFile) throws {
        let json = JSONEncoder()
        json.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let described = ExportedDescription(
            fingerprint: network.fingerprint, network: network.description,
            traffic: traffic.map {
                ExportedDescription.Traffic(
                    snapshot: $0.snapshot.id, made: $0.snapshot.made, instant: $0.instant)
            })
        file.append(String(decoding: try json.encode(described), as: UTF8.self))
        try file.endRow()
    }
}

private struct ExportedDescription: Encodable {
    /// The snapshot of traffic.csv.
    struct Traffic: Encodable {
        var snapshot: String
        var made: Int64
        var instant: Int64
    }

    var fingerprint: String
    var network: NetworkDescription
    var traffic: Traffic?
}
