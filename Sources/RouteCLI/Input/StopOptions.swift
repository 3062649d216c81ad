// Stops and barriers, in arguments or files.

import ArgumentParser
import Geo
import RouteAPI

/// Stops: places on the command line, followed by the files in order.
struct StopOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Places, each \"lon,lat\" or \"NAME=lon,lat\" in WGS 84.", valueName: "stop"))
    var places: [String] = []

    @Option(
        name: .customLong("stops"),
        help: ArgumentHelp(
            "A file of stops: CSV, GeoJSON, Esri JSON, GPX, a GeoPackage (FILE.gpkg#LAYER) or, by "
                + "GDAL, a shapefile, KML or workbook (FILE.xlsx#SHEET); - is standard input. "
                + "Repeatable. layer:NAME is a stored layer of a server.",
            valueName: "file"))
    var files: [String] = []

    /// Reads all stops as one input.
    ///
    /// - Parameter rows: Which rows of stored layers to read.
    /// - Throws: ``CommandFailure`` naming the file, row and column.
    func input(_ rows: RowSelection = RowSelection()) throws -> InputDraft {
        let remedy = "give two or more places \"lon,lat\", or --stops FILE"
        try rows.requireSource(among: files)
        let all = files + (files.isEmpty ? [] : places)
        if let definition = try rows.definition(among: all, of: "stops") {
            return InputDraft(stops: nil, definition: definition, remedy: remedy)
        }
        let arguments = LocationArguments(
            noun: "stops", rows: rows,
            remedy: { "write each as an argument of its own, without --stops: \($0)" })
        var sets = [PlaceArgument.featureSet(try places.map { try PlaceArgument($0) })]
        for file in files { sets.append(try arguments.features(ofFile: file)) }
        return InputDraft(
            stops: FeatureSet.joined(sets), remedy: remedy, dates: rows.hints.dates,
            label: places.isEmpty && files.count == 1 ? FeatureFile.label(of: files[0]) : nil)
    }
}

/// Point, line and polygon barriers.
struct BarrierOptions: ParsableArguments {
    @Option(
        name: .customLong("barriers"),
        help: ArgumentHelp(
            "Point barriers: a file, or a place \"lon,lat\". Repeatable.", valueName: "file"))
    var points: [String] = []

    @Option(
        name: .customLong("line-barriers"),
        help: ArgumentHelp("A file of line barriers. Repeatable.", valueName: "file"))
    var lines: [String] = []

    @Option(
        name: .customLong("polygon-barriers"),
        help: ArgumentHelp("A file of polygon barriers. Repeatable.", valueName: "file"))
    var polygons: [String] = []

    @Option(
        name: .customLong("barriers-file"),
        help: ArgumentHelp(
            "A file of barriers of any kind, distinguished by their shapes. Repeatable.",
            valueName: "file"))
    var mixed: [String] = []

    /// Reads all barriers, split by kind.
    ///
    /// - Throws: ``CommandFailure`` naming the file, row and column.
    func features() throws -> FeaturesByKind {
        var all = FeaturesByKind()
        for text in points {
            if PlaceArgument.isPlace(text) {
                all.add(FeaturesByKind(points: PlaceArgument.featureSet([try PlaceArgument(text)])))
            } else {
                try PlaceArgument.refuse(asFile: text) {
                    "give each by an option of its own: "
                        + $0.split(separator: " ").map { $0 == "…" ? "…" : "--barriers \($0)" }
                        .joined(separator: " ")
                }
                let found = try Self.found(text, .point)
                try check(found, text, isWanted: found.polylines == nil && found.polygons == nil)
                all.add(found)
            }
        }
        for file in lines {
            let found = try Self.found(file, .line)
            try check(found, file, isWanted: found.points == nil && found.polygons == nil)
            all.add(found)
        }
        for file in polygons {
            let found = try Self.found(file, .polygon)
            try check(found, file, isWanted: found.points == nil && found.polylines == nil)
            all.add(found)
        }
        for file in mixed { all.add(try Self.found(file, .polygon)) }
        return all
    }

    /// Reads the features of a file, or of a GeoPackage layer.
    ///
    /// - Parameter kind: The barrier class, for messages.
    private static func found(_ file: String, _ kind: BarrierClass) throws -> FeaturesByKind {
        try StoredFile(file)?.features(RowSelection(), of: kind.parameter)
            ?? FeatureFile(path: file).features()
    }

    private func check(_ found: FeaturesByKind, _ file: String, isWanted: Bool) throws {
        guard !isWanted else { return }
        throw CommandFailure(
            .invalidInput,
            "\(file) holds \(found.kinds); give it by --barriers-file, which sorts them by shape")
    }
}
