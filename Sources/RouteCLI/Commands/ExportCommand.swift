// `waypost network export`: a network as files that other tools read.

import ArgumentParser
import NetworkBuilder
import RoadNetwork

struct ExportCommand: ParsableCommand {
    /// The forms of an export.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case csv
        case geojson
    }

    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a network as CSV tables or GeoJSON.",
        discussion: """
            CSV is a folder of nodes.csv, edges.csv, turns.csv and a README.md that says how to \
            compute our routes from them; GeoJSON is one file to look at in a map.

            waypost network export town --format csv --output tables
            """)

    @Argument(help: ArgumentHelp("The network's folder.", valueName: "dir"))
    var network: String

    @Option(help: "csv or geojson.")
    var format: Format

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The folder for CSV, the file for GeoJSON.", valueName: "out"))
    var output: String

    @Flag(help: "Nodes too, in GeoJSON.")
    var nodes = false

    @Flag(help: "No progress; errors only.")
    var quiet = false

    func run() throws {
        let display = ProgressDisplay(.suiting(quiet: quiet))
        let start = ContinuousClock.now
        let export = NetworkExport(try NetworkDataset(path: network)) { progress in
            let seconds = (ContinuousClock.now - start) / .seconds(1)
            display.report(ProgressLine(progress, elapsedSeconds: seconds))
        }
        do {
            switch format {
            case .csv: try export.writeCSV(toFolder: output)
            case .geojson: try export.writeGeoJSON(toFile: output, includesNodes: nodes)
            }
        } catch {
            display.abandon()
            throw error
        }
        display.finish()
    }
}

extension ProgressLine {
    /// The line of an export.
    init(_ progress: ExportProgress, elapsedSeconds: Double) {
        let share = progress.total > 0 ? Double(progress.done) / Double(progress.total) : 1
        self.init(
            title: "Writing \(progress.file)", fraction: share, count: progress.done,
            unit: "rows", ratePerSecond: 0, elapsedSeconds: elapsedSeconds)
    }
}
