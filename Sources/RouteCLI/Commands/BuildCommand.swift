// `waypost network build`: builds a network from OpenStreetMap files or street layers.

import ArgumentParser
import NetworkBuilder

struct BuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Build a network from OpenStreetMap files or street layers.",
        discussion: """
            The old network in the folder stays usable until the new one is whole; a build that is \
            interrupted leaves it as it was.

            waypost network build town.osm.pbf --output town
            waypost network build streets.gpkg#roads --fields streets.yaml --output town
            """)

    @Argument(
        help: ArgumentHelp(
            "Files that end in .osm.pbf, .osm, .osm.gz or .osm.bz2, and change files (.osc); "
                + "several are merged, and of each object the newest version counts. Or lines of "
                + "streets: a GeoPackage, shapefile, GeoJSON, CSV or other GIS file, FILE#LAYER "
                + "if it has several layers.",
            valueName: "input"))
    var inputs: [String]

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The network's folder; created if it does not exist.", valueName: "dir"))
    var output: String

    @Option(
        help: ArgumentHelp(
            "A network definition in YAML, in place of the shipped one.", valueName: "file"))
    var definition: String?

    @Option(
        help: ArgumentHelp(
            "What the columns of street layers are, in YAML; columns with the names of "
                + "OpenStreetMap, Geofabrik or TIGER are known.",
            valueName: "file"))
    var fields: String?

    @Option(
        help: ArgumentHelp(
            "Write what the source has of mistakes and gaps to a .csv or .geojson file; may be "
                + "given several times.", valueName: "file"))
    var doctor: [String] = []

    @Flag(
        help: ArgumentHelp(
            "Keep what maps show below the streets, too: water, land, buildings, boundaries and "
                + "the names of places."))
    var map = false

    @Flag(help: "No progress and no report; errors only.")
    var quiet = false

    func run() async throws {
        let streets = try await StreetInputs(
            inputs, fields: fields, quiet: quiet, output: output)
        do {
            try await build(streets)
        } catch {
            try streets.remove()
            throw error
        }
        try streets.remove()
    }

    private func build(_ streets: StreetInputs) async throws {
        if !quiet { Console.note(streets.notes) }
        let inputs = streets.files
        let layers = streets.layers
        let estimate = try BuildPipeline.estimate(
            inputs: inputs, areLayers: !layers.isEmpty)
        if !quiet { Console.write("Building needs \(estimate.text).", to: .standardError) }
        if let warning = estimate.warning {
            Console.write("waypost: \(warning)", to: .standardError)
        }
        let display = ProgressDisplay(.suiting(quiet: quiet))
        let (output, definition, doctor, map) = (output, definition, doctor, map)
        let attribution = streets.attribution
        do {
            let report = try await withCancelledTask {
                try await BuildPipeline.run(
                    inputs: inputs, output: output, definition: definition, doctor: doctor,
                    layers: layers, attribution: attribution, hasMap: map
                ) { display.report(ProgressLine($0)) }
            }
            display.finish()
            if !quiet { Console.write(report.text) }
        } catch is CancellationError {
            display.abandon()
            throw CommandFailure(
                .cancelled, "cancelled; the previous contents of \(output) are unchanged")
        } catch {
            display.abandon()
            throw error
        }
    }
}
