// `waypost layers export`: a stored layer as a file of another format.

import ArgumentParser
import FeatureStore
import Geo
import PublishedServices
import RouteService
import VectorFiles

struct ExportLayerCommand: AsyncParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case csv
        case geojson
        case esri
        case gpkg

        /// Reads the format from a file's suffix, or returns `nil` if it is unknown.
        init?(path: String) {
            switch OutputFormat(path: path) {
            case .csv?: self = .csv
            case .geojson?: self = .geojson
            case .esri?: self = .esri
            default:
                guard StoredFile(path) != nil else { return nil }
                self = .gpkg
            }
        }

        /// The file format; `nil` for a GeoPackage.
        fileprivate var form: LayerExport.Format? {
            switch self {
            case .csv: .csv
            case .geojson: .geoJSON
            case .esri: .esriJSON
            case .gpkg: nil
            }
        }
    }

    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a stored layer as a file.",
        discussion: """
            waypost layers export day.gpkg#deliveries -o deliveries.csv
            waypost layers export day.gpkg#deliveries --where "driver = 'Ada'" -o ada.geojson
            waypost layers export day.gpkg#deliveries --out-sr 25832 -o copy.gpkg#deliveries
            waypost layers export day.gpkg#deliveries -o deliveries.shp
            """)

    @OptionGroup var file: StoredFileArgument
    @OptionGroup(title: "Rows") var rows: RowOptions

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "The file; its suffix names the format: .csv, .geojson, .json (Esri JSON), .gpkg, and, "
                + "by GDAL, .shp, .fgb, .xlsx; - is standard output.", valueName: "file"))
    var output: String

    @Option(help: "The format, where the suffix says nothing: csv, geojson, esri, gpkg.")
    var format: Format?

    @Option(
        name: .customLong("out-sr"),
        help: ArgumentHelp("The spatial reference of shapes: a WKID or WKT.", valueName: "sr"))
    var outSR: String?

    @Option(help: ArgumentHelp("Decimals of coordinates.", valueName: "count"))
    var decimals: Int?

    @OptionGroup var csv: CSVOptions

    @Flag(help: "No progress; errors only.")
    var quiet = false

    func validate() throws {
        let chosen = format ?? Format(path: output)
        guard chosen != nil || VectorOutput(path: output) != nil else {
            throw ValidationError(
                "-o \(output): the name shows no format; end it in .csv, .geojson, .json, .gpkg, "
                    + ".shp, .fgb or .xlsx, or give --format.")
        }
        if chosen == .geojson, outSR != nil {
            throw ValidationError("--out-sr: GeoJSON is in WGS 84; write Esri JSON or CSV.")
        }
        if !rows.field.isEmpty {
            throw ValidationError("--field is for requests; an export keeps the names of columns.")
        }
        if let decimals, !(0...15).contains(decimals) {
            throw ValidationError("--decimals must be from 0 to 15.")
        }
    }

    func run() async throws {
        let source = try StoredQuery(file.stored(), rows.selection())
        var query = LayerQuery(source.selection, of: source.name)
        query.outSR = try outSR.map { try SpatialReference.named($0, by: "--out-sr") }
        let transfer = LayerTransfer(
            title: "Exporting \(source.name)", quiet: quiet,
            whenCancelled: "\(StorePlace(output).description) is not written")
        let count: Int
        if format == nil, let vector = VectorOutput(path: output) {
            count = try await write(query, of: source, vector, transfer)
        } else if let form = (format ?? Format(path: output))?.form {
            count = try await write(
                query, of: source, export(as: form), transfer)
        } else {
            count = try await copy(query, of: source, transfer)
        }
        if !quiet {
            Console.write(
                "\(source.name): "
                    + "\(count.counted("row", digits: ProgressLine.grouped(count))) written",
                to: .standardError)
        }
    }

    private func export(as form: LayerExport.Format) -> LayerExport {
        var export = LayerExport(form, decimals: decimals)
        export.hasFormulas = csv.hasFormulas
        return export
    }

    /// Writes a file piece by piece.
    private func write(
        _ query: LayerQuery, of source: StoredQuery, _ export: LayerExport,
        _ transfer: LayerTransfer
    ) async throws -> Int {
        let output = output
        return try await transfer.run { progress, isCancelled in
            let total = try source.store.count(query, isCancelled: isCancelled)
            var count = 0
            try Console.write(toFile: output) { sink in
                var failure: (any Error)?
                do {
                    count = try export.write(
                        query, from: source.store,
                        progress: { progress($0, Double($0) / Double(max(total, 1))) },
                        isCancelled: isCancelled
                    ) { bytes throws(FeatureStoreError) in
                        do {
                            try sink.write(bytes)
                        } catch {
                            failure = error
                            throw .unwritable(store: output, reason: "\(error)")
                        }
                    }
                } catch {
                    throw failure ?? (error as any Error)
                }
            }
            return count
        }
    }

    /// Writes a file with GDAL.
    private func write(
        _ query: LayerQuery, of source: StoredQuery, _ target: VectorOutput,
        _ transfer: LayerTransfer
    ) async throws -> Int {
        let days = try source.store.layer(named: source.name).fields
            .filter { $0.storedType == "DATE" }.map(\.name)
        let (count, notes) = try await transfer.run { progress, isCancelled in
            let total = try source.store.count(query, isCancelled: isCancelled)
            var count = 0
            let notes = try target.write { writer in
                var table: VectorWriter.Table?
                try source.store.forEachBatch(of: 2_000, query, isCancelled: isCancelled) {
                    batch throws(FeatureStoreError) in
                    let set = batch.features
                    do throws(FeatureReadError) {
                        if table == nil {
                            table = try writer.begin(
                                source.name, like: set, dayFields: Set(days))
                        }
                        if let table { try writer.append(set.features, to: table) }
                    } catch {
                        throw .unwritable(store: target.path, reason: error.description)
                    }
                    count += set.features.count
                    progress(count, Double(count) / Double(max(total, 1)))
                }
            }
            return (count, notes)
        }
        Console.note(notes.map { "\(target.path): \($0)" })
        return count
    }

    /// Copies the rows into a layer of another GeoPackage or a database.
    private func copy(
        _ query: LayerQuery, of source: StoredQuery, _ transfer: LayerTransfer
    ) async throws -> Int {
        guard let target = StoredFile(output) else {
            throw CommandFailure(.usage, "-o \(output): the name of a GeoPackage ends in .gpkg")
        }
        let task = LayerImport(layer: target.layer ?? source.name, mode: .create)
        return try await target.loading { store in
            try await transfer.run { progress, isCancelled in
                try task.run(
                    .layer(source.store, query), into: store,
                    progress: { progress($0.rows, $0.share) }, isCancelled: isCancelled
                ).rows
            }
        }
    }
}
