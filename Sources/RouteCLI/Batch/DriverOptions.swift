// The options of `waypost batch` about drivers and about the progress of the day.

import ArgumentParser
import Batches
import Geo
import RouteAPI
import VectorFiles

/// The drivers of a day, and the current time.
struct DriverOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file or a layer FILE.gpkg#LAYER with a row for each driver: Name as the stops have "
                + "it, start and end place, shift, vehicle. layer:NAME is a stored layer of "
                + "--server.", valueName: "file"))
    var drivers: String?

    @Option(
        help: ArgumentHelp(
            "A column of --drivers under another name, such as ShiftStart=from. Repeatable.",
            valueName: "ours=theirs"))
    var driverField: [String] = []

    @Flag(help: "Routes end at the start place of their driver where the row names no other end.")
    var returnToStart = false

    @Option(
        help: ArgumentHelp(
            "The present, for a day that is under way: routes begin no sooner, behind the stops "
                + "whose Status is visited: now, 11:30 (today), 2026-11-21T11:30.",
            valueName: "time"))
    var now: String?

    func validate() throws {
        if drivers == nil {
            if !driverField.isEmpty { throw ValidationError("--driver-field needs --drivers.") }
            if returnToStart { throw ValidationError("--return-to-start needs --drivers.") }
        }
    }

    /// The file name without folders and passwords.
    var sourceName: String? { drivers.map(StoredFile.sourceName) }

    /// Reads the drivers, or returns `nil` if the options name none.
    ///
    /// - Parameters:
    ///   - files: How to read files, from the options.
    ///   - layer: Where routes are found; `layer:NAME` is a stored layer there.
    /// - Throws: ``CommandFailure`` naming the option, `BatchError` naming the file;
    ///   `RouteTaskError` from a server.
    func read(_ files: FileOptions, on layer: AnalysisSource) async throws -> Drivers? {
        guard let drivers, let source = sourceName else { return nil }
        let found: FeatureSet
        var firstRow = 1
        var ids: [Int64]?
        if RowSelection.isLayer(drivers) {
            let rows = try await ServedRows(drivers, option: "--drivers", on: layer)
            (found, ids) = (rows.features, rows.ids)
        } else {
            (found, firstRow) = try Self.rows(of: drivers, files.hints)
        }
        let mapping = try FieldMapping(
            RowOptions.pairs(
                driverField, option: "--driver-field", example: "ShiftStart=from"
            ).map { FieldMapping.Entry(field: $0.ours, column: $0.theirs) })
        for entry in mapping.entries {
            let known = DriverField.allCases.map(\.rawValue)
            guard !known.contains(where: { $0.lowercased() == entry.field.lowercased() }) else {
                continue
            }
            throw CommandFailure(
                .usage,
                "--driver-field \(entry.field)=\(entry.column): drivers have no column "
                    + "\(entry.field); they have \(known.joined(separator: ", "))")
        }
        if let missing = mapping.entryWithoutColumn(among: found.fields.map(\.name)) {
            throw CommandFailure(
                .invalidInput,
                "--driver-field \(missing.field)=\(missing.column): \(source) has no such column; "
                    + "it has \(found.fields.map(\.name).joined(separator: ", "))")
        }
        return try DriverReader(
            rows: mapping.renaming(found), source: source,
            number: { [firstRow, ids] in ids.map { $0.map(Int.init) }?[$0] ?? $0 + firstRow },
            returnsToStart: returnToStart, dates: files.dates, advice: FileOptions.advice.dates
        ).drivers()
    }

    /// Reads the rows of a file or layer, and the number of the first row.
    private static func rows(
        of argument: String, _ hints: FileHints
    ) throws -> (FeatureSet, firstRow: Int) {
        var hints = hints
        hints.mayLackShapes = true
        var firstRow = 1
        let found: FeaturesByKind
        if let stored = StoredFile(argument) {
            found = try stored.features(
                RowSelection(hints: hints), of: RouteParameters.stopsName)
        } else if VectorFile(argument) != nil {
            // A sheet has a heading line above its first row.
            firstRow = VectorFormat(path: argument)?.isSheets == true ? 2 : 1
            found = try FeatureFile(path: argument, hints: hints).features()
        } else {
            FilesRead.current?.note(argument)
            let bytes = try Console.read(file: argument)
            firstRow = FeatureFile.isTable(bytes) ? 2 : 1
            found = try FeatureFile.features(in: bytes, file: argument, hints: hints)
        }
        guard found.polylines == nil, found.polygons == nil, let rows = found.points else {
            throw CommandFailure(
                .invalidInput,
                "--drivers \(argument) holds \(found.kinds); drivers are points, or rows without "
                    + "shapes")
        }
        return (rows, firstRow)
    }
}
