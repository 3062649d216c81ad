// `waypost network export`: writes a network as files for other tools.

import ArgumentParser
import NetworkBuilder
import Preparation
import RoadNetwork

struct ExportCommand: ParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case csv
        case geojson
    }

    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a network as CSV tables or GeoJSON.",
        discussion: """
            CSV is a folder of nodes.csv, edges.csv, turns.csv, points.csv and a README.md that \
            says how to compute our routes from them; GeoJSON is one file to look at in a map.

            waypost network export town --format csv --output tables
            waypost network export town --format csv --traffic speeds.csv --output tables
            waypost network export town --format geojson --output - | gzip > town.geojson.gz
            """)

    @Argument(help: ArgumentHelp("The network's folder.", valueName: "dir"))
    var network: String

    @Option(help: "csv or geojson.")
    var format: Format

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "The folder for CSV, the file for GeoJSON; - writes GeoJSON to standard output.",
            valueName: "out"))
    var output: String

    @Option(
        help: ArgumentHelp(
            "A feed of live speeds and closures, which become traffic.csv and closures.csv.",
            valueName: "file"))
    var traffic: String?

    @Flag(help: "Nodes too, in GeoJSON.")
    var nodes = false

    @Flag(help: "No progress; errors only.")
    var quiet = false

    func validate() throws {
        if format == .csv, OutputFile(path: output).openDescriptor != nil {
            throw ValidationError(
                "--format csv writes several tables, so --output must be a folder; "
                    + "GeoJSON can go to standard output.")
        }
        if format == .geojson, traffic != nil {
            throw ValidationError("--traffic: tables of traffic are CSV; write --format csv.")
        }
    }

    func run() throws {
        let display = ProgressDisplay(.suiting(quiet: quiet))
        let start = ContinuousClock.now
        let dataset = try NetworkDataset(path: network, verification: .remembered)
        let export = NetworkExport(dataset, traffic: try exportedTraffic(on: dataset)) {
            progress in
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            display.report(ProgressLine(progress, elapsedSeconds: seconds))
        }
        do {
            switch format {
            case .csv: try export.writeCSV(toFolder: output)
            case .geojson: try writeGeoJSON(of: export)
            }
        } catch {
            display.abandon()
            throw error
        }
        display.finish()
    }

    /// Places the feed on the network, at the current time.
    private func exportedTraffic(on dataset: NetworkDataset) throws -> ExportedTraffic? {
        guard let traffic else { return nil }
        let layer = NetworkLayer(network: dataset)
        try TrafficFeedFile(path: traffic).apply(to: layer)
        return layer.traffic.current.map { ExportedTraffic($0, at: layer.traffic.now()) }
    }

    private func writeGeoJSON(of export: NetworkExport) throws {
        let file = OutputFile(path: output)
        switch try file.kind() {
        case .descriptor(let descriptor):
            try export.writeGeoJSON(toDescriptor: descriptor, includesNodes: nodes)
        case .special(let path):
            try file.withDescriptor(of: path) {
                try export.writeGeoJSON(toDescriptor: $0, includesNodes: nodes)
            }
        case .file(let path, _): try export.writeGeoJSON(toFile: path, includesNodes: nodes)
        }
    }
}

extension ProgressLine {
    /// The progress line of an export.
    init(_ progress: ExportProgress, elapsedSeconds: Double) {
        let share = progress.total > 0 ? Double(progress.done) / Double(progress.total) : 1
        self.init(
            title: "Writing \(progress.file)", fraction: share, count: progress.done,
            unit: "rows", ratePerSecond: 0, elapsedSeconds: elapsedSeconds)
    }
}
