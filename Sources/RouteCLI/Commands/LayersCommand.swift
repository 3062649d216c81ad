// `waypost layers`: layers in GeoPackage files and databases, from which services and solves read
// rows.

import ArgumentParser
import FeatureStore
import Geo

struct LayersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layers", abstract: "Import, show, query, export and drop stored layers.",
        discussion: """
            A layer lies in a GeoPackage file, which QGIS and ArcGIS Pro read and edit as well; a \
            file is made if there is none. In place of a file stands the URL of a PostgreSQL \
            database with PostGIS; passwords belong in PGPASSWORD or ~/.pgpass, since other users \
            see the arguments of a command.

            waypost layers import deliveries.csv --into day.gpkg
            waypost layers list day.gpkg
            waypost layers query day.gpkg#deliveries --where "driver = 'Ada'"
            waypost layers export day.gpkg#deliveries -o deliveries.geojson
            waypost solve --network town --stops day.gpkg#deliveries
            waypost layers import deliveries.csv --into postgres://db.example/town#deliveries
            waypost layers list "postgres://db.example/town?schema=routing"
            """,
        subcommands: [
            ImportLayerCommand.self, ListLayersCommand.self, QueryLayerCommand.self,
            ExportLayerCommand.self, DropLayerCommand.self,
        ])
}

/// A command's file and the layer in it.
struct StoredFileArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "The file or database and the layer; the name of the layer may be left out where there "
                + "is one alone.", valueName: "file.gpkg#layer"))
    var file: String

    /// Reads the layer from the argument.
    ///
    /// - Throws: ``CommandFailure`` if the file has another format.
    func stored() throws -> StoredFile {
        if let stored = StoredFile(file) { return stored }
        throw CommandFailure(
            .invalidInput,
            "\(file) is not a GeoPackage; make one by \"waypost layers import \(file) --into "
                + "FILE.gpkg\"")
    }
}

struct ListLayersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show the layers of a file, with their columns.")

    @OptionGroup var file: StoredFileArgument

    func run() throws {
        let stored = try file.stored()
        let store = try stored.open()
        let schemas = try stored.layer.map { [try store.layer(named: $0)] } ?? store.layers()
        if schemas.isEmpty { return Console.write("\(stored.shown) has no layers") }
        for schema in schemas {
            let count = try store.count(LayerQuery(layer: schema.name, limit: 0))
            Console.write(LayerText(schema: schema, count: count).text)
        }
    }
}

struct DropLayerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "drop", abstract: "Remove a layer with all its rows.",
        discussion: """
            The rows are gone; "waypost layers export" saves them before.

            waypost layers drop day.gpkg#deliveries --yes
            """)

    @OptionGroup var file: StoredFileArgument

    @Flag(help: "Remove the layer without asking.")
    var yes = false

    func run() throws {
        let stored = try file.stored()
        guard let named = stored.layer else {
            throw CommandFailure(
                .usage,
                "no layer is named; write \(stored.shown)#LAYER, as \"waypost layers list\" "
                    + "shows them")
        }
        let store = try stored.open(.readWrite)
        let schema = try store.layer(named: named)
        let count = try store.count(LayerQuery(layer: schema.name, limit: 0))
        let rows = count.counted("row", digits: ProgressLine.grouped(count))
        guard yes else {
            throw CommandFailure(
                .usage, "\(stored.shown)#\(schema.name) has \(rows); --yes removes them")
        }
        try store.drop(schema.name)
        try store.close()
        Console.write("\(schema.name) removed, with \(rows)", to: .standardError)
    }
}
