// Stops and barriers, from arguments or files.

import ArgumentParser
import Geo

/// Stops: places on the command line, followed by the files in order.
struct StopOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Places, each \"lon,lat\" or \"NAME=lon,lat\" in WGS 84.", valueName: "stop"))
    var places: [String] = []

    @Option(
        name: .customLong("stops"),
        help: ArgumentHelp(
            "A file of stops: CSV, GeoJSON, Esri JSON or GPX; - is standard input. Repeatable.",
            valueName: "file"))
    var files: [String] = []

    /// All stops as one input.
    ///
    /// - Throws: ``CommandFailure`` naming the file, row and column.
    func input() throws -> InputDraft {
        let arguments = LocationArguments(noun: "stops") { _ = try WindowTimes($0) }
        var sets = [PlaceArgument.featureSet(try places.map { try PlaceArgument($0) })]
        for file in files { sets.append(try arguments.features(ofFile: file)) }
        return try InputDraft(
            stops: FeatureSet.joined(sets),
            remedy: "give two or more places \"lon,lat\", or --stops FILE")
    }
}

/// Barriers of the three kinds.
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

    /// All barriers, split by kind.
    ///
    /// - Throws: ``CommandFailure`` naming the file, row and column.
    func features() throws -> FeaturesByKind {
        var all = FeaturesByKind()
        for text in points {
            if PlaceArgument.isPlace(text) {
                all.add(FeaturesByKind(points: PlaceArgument.featureSet([try PlaceArgument(text)])))
            } else {
                let found = try FeatureFile(path: text).features()
                try check(found, text, isWanted: found.polylines == nil && found.polygons == nil)
                all.add(found)
            }
        }
        for file in lines {
            let found = try FeatureFile(path: file).features()
            try check(found, file, isWanted: found.points == nil && found.polygons == nil)
            all.add(found)
        }
        for file in polygons {
            let found = try FeatureFile(path: file).features()
            try check(found, file, isWanted: found.points == nil && found.polylines == nil)
            all.add(found)
        }
        for file in mixed { all.add(try FeatureFile(path: file).features()) }
        return all
    }

    private func check(_ found: FeaturesByKind, _ file: String, isWanted: Bool) throws {
        guard !isWanted else { return }
        throw CommandFailure(
            .invalidInput,
            "\(file) holds \(found.kinds); give it by --barriers-file, which sorts them by shape")
    }
}
