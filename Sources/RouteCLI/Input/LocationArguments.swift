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
        return stored == nil ? try rows.renaming(points, of: label) : points
    }
}
