// `waypost layers query`: shows rows in a stored layer, their number or their ids.

import ArgumentParser
import FeatureStore
import Geo
import PublishedServices
import RouteAPI
import RouteService

struct QueryLayerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "query", abstract: "Show rows of a stored layer.",
        discussion: """
            waypost layers query day.gpkg#deliveries --where "day = DATE '2026-03-02'" --limit 10
            waypost layers query day.gpkg#deliveries --within area.geojson --format geojson
            waypost layers query day.gpkg#deliveries --where "driver IS NULL" --count
            """)

    @OptionGroup var file: StoredFileArgument
    @OptionGroup(title: "Rows") var rows: RowOptions

    @Option(help: ArgumentHelp("The most rows.", valueName: "n"))
    var limit = 100

    @Option(help: ArgumentHelp("Rows to leave out at the beginning.", valueName: "n"))
    var offset = 0

    @Flag(help: "The number of rows alone.")
    var count = false

    @Option(
        name: .customLong("out-sr"),
        help: ArgumentHelp("The spatial reference of shapes: a WKID or WKT.", valueName: "sr"))
    var outSR: String?

    @Option(help: "The format; by default the file's, or text.")
    var format: FormatOption<TableFormats>?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "A file in place of standard output; its suffix names the format.", valueName: "file"))
    var output: String?

    func validate() throws {
        if format == nil { _ = try FormatOption<TableFormats>.chosen(for: output, or: .text) }
        guard (0...StoredFile.mostRows).contains(limit), offset >= 0 else {
            throw ValidationError("--limit must be from 0 to \(StoredFile.mostRows).")
        }
    }

    private var chosenFormat: OutputFormat {
        format?.format ?? output.flatMap(OutputFormat.init(path:)) ?? .text
    }

    func run() async throws {
        let query = try StoredQuery(file.stored(), rows.selection())
        if count {
            let found = try await query.reading { layer, isCancelled throws(FeatureStoreError) in
                try layer.count(query.selection, isCancelled: isCancelled)
            }
            return Console.write("\(found)")
        }
        let (limit, offset, reference) = (limit, offset, try outputReference())
        let found = try await query.reading { layer, isCancelled throws(FeatureStoreError) in
            try layer.features(
                query.selection,
                { rows in
                    (rows.limit, rows.offset, rows.outSR) = (limit, offset, reference)
                }, isCancelled: isCancelled)
        }
        let set =
            query.mapping.isEmpty ? found.features : query.mapping.renaming(found.features)
        try Console.write(
            bytes: Array(Self.text(set, chosenFormat).utf8), toFile: output ?? "-")
        if found.exceededLimit {
            Console.note([
                "there are more rows than --limit \(limit); --offset \(offset + limit) shows the "
                    + "next"
            ])
        }
    }

    private func outputReference() throws -> SpatialReference? {
        if chosenFormat == .geojson { return .wgs84 }
        return try outSR.map { try SpatialReference.named($0, by: "--out-sr") }
    }

    /// Writes rows in a format.
    static func text(_ set: FeatureSet, _ format: OutputFormat) -> String {
        switch format {
        case .geojson:
            var writer = JSONWriter(pretty: true)
            writer.geoJSONFeatureCollection([set])
            return writer.text + "\n"
        case .esri:
            var writer = JSONWriter(pretty: true)
            writer.esriFeatureSet(set)
            return writer.text + "\n"
        case .csv: return CSVFeatureWriter().text(set)
        case .text, .answer, .gpx, .kml, .gpkg, .shp, .fgb, .xlsx, .svg:
            return RowText(set: set).text
        }
    }
}
