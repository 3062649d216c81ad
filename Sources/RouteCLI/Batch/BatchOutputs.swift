// Writes the outputs of a batch other than its GeoPackage.

import Answers
import ArgumentParser
import Batches
import Foundation
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import SystemResources
import VectorFiles

/// Writes a batch's outputs: files, folders, databases, the report and the sheets.
///
/// All of them are read from the batch's GeoPackage, so they also contain the routes of earlier
/// runs.
struct BatchOutputs {
    let file: BatchFile
    let summary: BatchSummary
    let layer: AnalysisSource
    /// The answer to the request without stops; `nil` on a server.
    let common: AnalysisResult?
    /// Whether the stops' windows are instants rather than local times.
    let windowsAreUTC: Bool
    /// The row columns shown in reports and sheets; `nil` for all.
    let shown: [String]?
    /// Whether texts that a spreadsheet would run go into CSV unchanged.
    let hasFormulas: Bool

    /// At most this many street vertices lie below the routes of a report.
    private static let mostStreetVertices = 40_000
    /// At most this many street vertices lie below the route of a sheet, …
    private static let mostVerticesOfSheet = 6_000
    /// … and below all sheets together.
    private static let mostVerticesOfSheets = 400_000

    /// Writes an output. The GeoPackage itself needs no writing.
    ///
    /// - Parameter table: The table for formats that hold only one; `nil` for each format's
    ///   default.
    /// - Throws: ``CommandFailure`` naming the path; `FeatureStoreError` if the GeoPackage cannot
    ///   be read.
    func write(_ target: BatchTarget, table: BatchFileTable?) throws {
        let export = BatchExport(file, hasFormulas: hasFormulas)
        if case .database(let database) = target.format { return try database.write(file) }
        guard case .file(let format) = target.format else {
            return try writeFolder(target.path, export)
        }
        if format == .gpkg { return }
        func chosen(_ usual: BatchFileTable) -> BatchTable {
            file.has(.trips) ? .trips : (table ?? usual).stored
        }
        if format.isFile {
            let output = try VectorOutput(
                target: OutputTarget(format: format, path: target.path))
            return try write(
                output, output.format.isSheets ? export.tables : [chosen(.routes)])
        }
        try Console.write(toFile: target.path) { sink in
            switch format {
            case .csv: try export.csv(chosen(.stops)) { try sink.write($0) }
            case .geojson: try export.geoJSON { try sink.write($0) }
            case .esri: try export.esriJSON(chosen(.routes)) { try sink.write($0) }
            case .answer: try export.esriJSON { try sink.write($0) }
            case .kml: try export.kml { try sink.write($0) }
            case .text, .gpx, .gpkg, .shp, .fgb, .xlsx, .svg:
                preconditionFailure("a batch is not written as \(format.rawValue)")
            }
        }
    }

    /// Writes tables to a GDAL file, some rows at a time.
    private func write(_ output: VectorOutput, _ tables: [BatchTable]) throws {
        let notes = try output.write { writer in
            for table in tables {
                var open: VectorWriter.Table?
                try file.forEachBatch(of: table) { rows in
                    let rows = AnswerPackage.stored(rows.withoutObjectIDs)
                    let begun =
                        try open
                        ?? writer.begin(table.name, like: rows, dates: file.dates)
                    open = begun
                    try writer.append(rows.features, to: begun)
                }
            }
        }
        Console.note(notes.map { "\(output.path): \($0)" })
    }

    /// Writes a CSV file for each table, and removes files of missing tables that an earlier batch
    /// may have left.
    private func writeFolder(_ path: String, _ export: BatchExport) throws {
        let files = FileManager.default
        try Folder.make(path)
        let tables = export.tables
        for table in BatchTable.allCases {
            let name = BatchTarget.file(of: table, in: path)
            if tables.contains(table) {
                try Console.write(toFile: name) { sink in
                    try export.csv(table) { try sink.write($0) }
                }
            } else if files.fileExists(atPath: name) {
                try files.removeItem(atPath: name)
            }
        }
    }

    /// Writes the report.
    ///
    /// - Parameter source: The name of the rows.
    /// - Throws: ``CommandFailure`` naming the path; `FeatureStoreError` if the GeoPackage cannot
    ///   be read.
    func write(report path: String, of source: String) throws {
        let begun = ISODateTime.text(file.begun - file.begun % 1_000)
        var subtitle = "\(summary.routes.counted("route")), computed \(begun)"
        if let common { subtitle += " on the network \(common.fingerprint)" }
        let routes = routes
        let facts = DayReport.Facts(
            title: "Routes of \(source)", subtitle: subtitle, summary: summary,
            totals: try totals(of: routes), attribution: common?.attribution ?? "")
        let map = DayMap(file, attribution: common?.attribution ?? "", looks: facts.looks) { box in
            streets(around: box, mostVertices: Self.mostStreetVertices)
        }
        try Console.write(toFile: path) { sink in
            try DayReport(file, routes: routes, facts: facts, map: map).write {
                try sink.write($0)
            }
        }
    }

    /// Writes a sheet and a GPX file for each route.
    ///
    /// - Parameter source: The name of the rows.
    /// - Throws: ``CommandFailure`` naming the path; `FeatureStoreError` if the GeoPackage cannot
    ///   be read.
    func write(sheets folder: String, of source: String) throws {
        let routes = routes
        let most = min(
            Self.mostVerticesOfSheet, Self.mostVerticesOfSheets / max(1, summary.routes))
        let facts = DaySheets.Facts(
            source: source, axis: try totals(of: routes).axis,
            attribution: common?.attribution ?? "")
        let sheets = DaySheets(file, routes: routes, facts: facts) { box in
            streets(around: box, mostVertices: most)
        }
        try Folder.make(folder)
        func path(_ name: String) -> String { (folder as NSString).appendingPathComponent(name) }
        try Console.write(toFile: path(DaySheets.pageName)) { sink in
            try sheets.write {
                try sink.write($0)
            } gpx: { name, text in
                try Console.write(bytes: Array(text.utf8), toFile: path(name))
            }
        }
    }

    private func streets(around box: Envelope, mostVertices: Int) -> [StreetLine] {
        guard case .network(let local) = layer else { return [] }
        return StreetLines(network: local.network).around(box, mostVertices: mostVertices)
    }

    /// Sums up the batch in lines for the user.
    ///
    /// - Throws: `FeatureStoreError` if the GeoPackage cannot be read.
    func lines() throws -> [String] {
        if summary.trips > 0 {
            let found = summary.trips - summary.tripFailures
            return ["routes found for \(found) of \(summary.trips.counted("trip"))"]
        }
        let line =
            "\(summary.routes) of \((summary.routes + summary.failures).counted("route")) found; "
            + "\(summary.stops - summary.stopsLeft) of \(summary.stops.counted("stop")) visited"
        var lines = [line]
        if summary.failedRows > 0 {
            lines.append(
                "\(summary.rows.counted("row")) read: \(summary.stops) in routes, "
                    + "\(summary.failedRows) of groups without a route")
        }
        guard summary.routes > 0 else { return lines }
        let routes = routes
        return lines + [try totals(of: routes).text(lengthUnit: routes.lengthUnit)]
    }

    private var routes: DayRoutes {
        DayRoutes(file, showing: shown, windowsAreUTC: windowsAreUTC) { cost in
            guard case .network(let local) = layer,
                let units = local.network.description.cost(named: cost)?.units
            else { return 1 }
            return switch NetworkUnit(rawValue: units) {
            case .seconds: 1 / 60
            case .hours: 60
            case .days: 1_440
            default: 1
            }
        }
    }

    private func totals(of routes: DayRoutes) throws -> DayTotals {
        var totals = DayTotals()
        try routes.forEach { totals.add($0) }
        return totals
    }
}

/// The batch table written to a CSV or Esri JSON file.
enum BatchFileTable: String, CaseIterable, ExpressibleByArgument {
    case stops
    case routes
    case directions

    /// The same table in the GeoPackage.
    fileprivate var stored: BatchTable {
        switch self {
        case .stops: .stops
        case .routes: .routes
        case .directions: .directions
        }
    }
}
