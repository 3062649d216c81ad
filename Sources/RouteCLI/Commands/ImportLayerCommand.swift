// `waypost layers import`: files into layers of a GeoPackage or a database.

import ArgumentParser
import FeatureStore
import Foundation
import Geo
import VectorFiles

struct ImportLayerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Read a file into a stored layer.",
        discussion: """
            Reads CSV with any separator and names of columns, GeoJSON, Esri JSON, GPX and layers \
            of GeoPackages; by GDAL, where the machine has it, shapefiles, file geodatabases, KML, \
            FlatGeobuf, Excel and OpenDocument sheets, MapInfo and GML. Types of columns follow \
            from all rows; numbers in a column fid, OBJECTID or id stay the ids of rows. All rows \
            are stored, or none.

            waypost layers import deliveries.csv --into day.gpkg
            waypost layers import stops.txt --into day.gpkg#stops --delimiter ";" --x east \\
            --y north --sr 25832 --type day=date --index driver
            waypost layers import closures.geojson --into day.gpkg#closures --replace
            waypost layers import old.gpkg#stops --into day.gpkg
            waypost layers import parcels.zip --into day.gpkg
            waypost layers import plan.xlsx#Monday --into day.gpkg#stops
            waypost layers import day.gpkg#stops --into postgres://db.example/town#stops
            """)

    @Argument(
        help: ArgumentHelp(
            "The file; - is standard input. FILE#LAYER is one of several layers, or of "
                + "the sheets of a workbook.",
            valueName: "file"))
    var file: String

    @Option(
        help: ArgumentHelp(
            "The GeoPackage, or the URL of a database, and the layer; a file is made if there is "
                + "none, and the layer has the name of the file that is read by default.",
            valueName: "file.gpkg#layer"))
    var into: String

    @Flag(help: "If the layer exists, add the rows to it.")
    var append = false

    @Flag(help: "Replace a layer of this name.")
    var replace = false

    @OptionGroup(title: "Shapes") var shapes: ImportShapeOptions
    @OptionGroup(title: "Columns") var columns: ImportColumnOptions
    @OptionGroup(title: "Columns") var files: FileOptions

    @Flag(help: "No progress; errors only.")
    var quiet = false

    func validate() throws {
        if append, replace { throw ValidationError("--append and --replace cannot be combined.") }
    }

    /// Builds the import from the options.
    ///
    /// - Throws: ``CommandFailure`` naming the option.
    func task(layer: String) throws -> LayerImport {
        var task = LayerImport(
            layer: layer, mode: append ? .append : replace ? .replace : .create)
        try shapes.write(to: &task)
        try columns.write(to: &task)
        task.hints = files.hints
        return task
    }

    func run() async throws {
        guard let target = StoredFile(into) else {
            throw CommandFailure(
                .usage,
                "--into: \(into) is neither a GeoPackage nor the URL of a database; a new file "
                    + "needs a name that ends in .gpkg")
        }
        let notes = ReadingNotes()
        let foreign = try VectorFile(file).map {
            try VectorSource($0, hints: files.hints, notes: notes)
        }
        defer { foreign?.remove() }
        let (source, name) = try foreign.map { ($0.source, $0.name) } ?? source()
        var task = try task(layer: target.layer ?? name)
        foreign?.prepare(&task)
        let transfer = LayerTransfer(
            title: "Importing \(task.layer)", quiet: quiet,
            whenCancelled: "\(target.shown) is unchanged")
        let summary = try await target.loading { store in
            try await transfer.run { progress, isCancelled in
                try task.run(
                    source, into: store, progress: { progress($0.rows, $0.share) },
                    isCancelled: isCancelled)
            }
        }
        Console.note((notes.texts + summary.notes).map { "\(FeatureFile.label(of: file)): \($0)" })
        if quiet { return }
        for layer in summary.layers {
            let rows = layer.rows.counted("row", digits: ProgressLine.grouped(layer.rows))
            Console.write(
                "\(target.shown)#\(layer.layer): \(rows) added",
                to: .standardError)
        }
    }

    /// Opens the rows, and names their layer after the file.
    private func source() throws -> (LayerImport.Source, name: String) {
        if let stored = StoredFile(file) {
            let store = try stored.open()
            let name = try stored.layerName(in: store)
            return (.layer(store, LayerQuery(layer: name, limit: .max)), name)
        }
        let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        if file == "-" {
            let read = try FeatureFile(path: file, hints: files.hints).features()
            return (.features(read), "imported")
        }
        // Tables of any size are read row by row; other files are held as a whole.
        if try FeatureFile.isTable(Self.beginning(of: file)) { return (.csv(path: file), name) }
        return (.features(try FeatureFile(path: file, hints: files.hints).features()), name)
    }

    private static func beginning(of file: String) throws -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: file) else {
            // Throws an error with the reason.
            return try Console.read(file: file)
        }
        defer { handle.closeFile() }
        return Array(handle.readData(ofLength: 4_096))
    }
}

/// Where a file has its shapes, and their coordinate system.
struct ImportShapeOptions: ParsableArguments {
    @Option(
        name: .customLong("sr"),
        help: ArgumentHelp(
            "The system of coordinates in a file that states none, such as 25832; WGS 84 by "
                + "default.", valueName: "sr"))
    var reference: String?

    @Option(
        name: .customLong("layer-sr"),
        help: ArgumentHelp(
            "The system of a new layer; the file's by default.", valueName: "sr"))
    var layerReference: String?

    @Option(
        name: .customLong("x"),
        help: ArgumentHelp("A table's column of longitudes or eastings.", valueName: "column"))
    var x: String?

    @Option(
        name: .customLong("y"),
        help: ArgumentHelp("A table's column of latitudes or northings.", valueName: "column"))
    var y: String?

    @Option(
        name: .customLong("wkt"),
        help: ArgumentHelp("A table's column of well-known text.", valueName: "column"))
    var text: String?

    @Flag(help: "The table has no shapes.")
    var noShapes = false

    func validate() throws {
        if (x == nil) != (y == nil) { throw ValidationError("--x and --y must be given together.") }
        if text != nil, x != nil { throw ValidationError("--wkt and --x cannot be combined.") }
        if noShapes, text != nil || x != nil {
            throw ValidationError("--no-shapes cannot be combined with columns of shapes.")
        }
    }

    func write(to task: inout LayerImport) throws {
        task.spatialReference = try reference.map { try SpatialReference.named($0, by: "--sr") }
        task.storedReference = try layerReference.map {
            try SpatialReference.named($0, by: "--layer-sr")
        }
        (task.csv.x, task.csv.y, task.csv.text) = (x, y, text)
        task.csv.isWithoutShapes = noShapes
    }
}

/// A file's columns and their types.
struct ImportColumnOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A table's separator: a character, or \"tab\"; judged by the first line by default.",
            valueName: "character"))
    var delimiter: String?

    @Option(
        help: ArgumentHelp(
            "The type of a column, such as day=date or zip=text: text, integer, number, date. "
                + "Repeatable.", valueName: "column=type"))
    var type: [String] = []

    @Option(
        help: ArgumentHelp(
            "The column whose whole numbers become the ids of rows.", valueName: "column"))
    var id: String?

    @Option(
        help: ArgumentHelp(
            "A column to find rows by quickly. Repeatable.", valueName: "column"))
    var index: [String] = []

    private static let types: KeyValuePairs<String, FieldType> = [
        "text": .string, "integer": .integer, "number": .double, "date": .date,
    ]

    /// Writes the options into an import.
    ///
    /// - Throws: ``CommandFailure`` naming the option.
    func write(to task: inout LayerImport) throws {
        if let delimiter {
            let scalars = Array((delimiter.lowercased() == "tab" ? "\t" : delimiter).unicodeScalars)
            guard scalars.count == 1, scalars[0].isASCII else {
                throw CommandFailure(
                    .usage, "--delimiter: \"\(delimiter)\" is not one ASCII character, nor \"tab\"")
            }
            task.csv.separator = scalars[0]
        }
        for text in type {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            let words = Self.types.map(\.key).joined(separator: ", ")
            guard parts.count == 2,
                let type = Self.types.first(where: { $0.key == parts[1].lowercased() })?.value
            else {
                throw CommandFailure(
                    .usage,
                    "--type: \"\(text)\" is not written COLUMN=TYPE with one of the types \(words)")
            }
            task.types[parts[0]] = type
        }
        task.idField = id
        task.indexed = index
    }
}
