// Locations in arguments: places as text, and files with points.

import Geo
import RouteAPI

/// Reads one input's locations.
struct LocationArguments {
    /// The rows' name in messages, such as `stops`; also the parameter for them.
    let noun: String
    /// Which rows of stored layers to read.
    var rows = RowSelection()
    /// Whether unreadable table rows stay, without a shape and with a note.
    var keepsUnreadableRows = false
    /// What to do with places that are given as a file.
    var remedy: (String) -> String = { "write each as an argument of its own: \($0)" }
    /// Refuses rows by throwing.
    var check: (FeatureSet) throws -> Void = { _ in }

    /// Reads the locations from places and files, in the arguments' order. Returns `nil` without
    /// any.
    ///
    /// - Throws: ``CommandFailure`` naming the place, or the file, row and column.
    func features(of arguments: [String]) throws -> FeatureSet? {
        FeatureSet.joined(
            try arguments.map { argument in
                guard PlaceArgument.isPlace(argument) else {
                    return try features(ofFile: argument)
                }
                return PlaceArgument.featureSet([try PlaceArgument(argument)])
            })
    }

    /// Reads a file's points. Returns `nil` if it has no features.
    ///
    /// - Throws: ``CommandFailure`` naming the file, row and column.
    func features(ofFile file: String) throws -> FeatureSet? {
        try PlaceArgument.refuse(asFile: file, remedy)
        let label = FeatureFile.label(of: file)
        let stored = StoredFile(file)
        let found =
            try stored?.features(rows, of: noun)
            ?? FeatureFile(
                path: file, table: noun, hints: rows.hints,
                keepsUnreadableRows: keepsUnreadableRows
            ).features()
        guard found.polylines == nil, found.polygons == nil else {
            throw CommandFailure(
                .invalidInput, "\(label) holds \(found.kinds); \(noun) are points")
        }
        guard let points = found.points else { return nil }
        if stored == nil, !keepsUnreadableRows,
            let fault = LocationForm.fault(
                in: points, naming: "name it by --in-sr, such as --in-sr 25832")
        {
            throw CommandFailure(.invalidInput, "\(label): \(fault)")
        }
        do {
            try check(points)
        } catch {
            throw CommandFailure(.invalidInput, "\(label): \(error)")
        }
        guard stored == nil else { return points }
        var named = try rows.renaming(points, of: label)
        let changes = named.takeKnownNames(FeatureFile.fields(of: noun))
        Console.note(
            changes.map {
                "\(label): the column \"\($0.column.excerpt(60))\" is read as \($0.field)"
            })
        return named
    }
}

extension FeatureSet {
    /// Gives columns that are called nearly as known fields their names: `Route Name`, as ArcGIS
    /// shows it, and `time_window_start` are `RouteName` and `TimeWindowStart`. A column with the
    /// very name comes first, and columns in doubt stay.
    ///
    /// - Returns: The columns with other names than before, and the names.
    mutating func takeKnownNames(_ known: [String]) -> [(column: String, field: String)] {
        func folded(_ name: String) -> String {
            name.lowercased().filter { $0.isLetter || $0.isNumber }
        }
        let present = Set(fields.map { $0.name.lowercased() })
        let places = Dictionary(grouping: fields.indices) { folded(fields[$0].name) }
        var changes: [(column: String, field: String)] = []
        for field in known where !present.contains(field.lowercased()) {
            guard let found = places[folded(field)], found.count == 1, field != "ObjectID" else {
                continue
            }
            changes.append((fields[found[0]].name, field))
            fields[found[0]].name = field
        }
        return changes
    }
}
