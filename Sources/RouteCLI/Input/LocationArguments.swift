// Locations from arguments: places as text, and files of points.

import Geo

/// Reads the locations of one input.
struct LocationArguments {
    /// What messages call the rows, such as `stops`; the parameter that carries them.
    let noun: String
    /// Which rows of stored layers are taken.
    var rows = RowSelection()
    /// Whether rows of a table that cannot be read stay, without a shape and with a note.
    var keepsUnreadableRows = false
    /// Refuses rows by throwing.
    var check: (FeatureSet) throws -> Void = { _ in }

    /// The locations of places and files, in the order of the arguments; `nil` without any.
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

    /// The points of a file; `nil` when it has no features.
    ///
    /// - Throws: ``CommandFailure`` naming the file, row and column.
    func features(ofFile file: String) throws -> FeatureSet? {
        let label = FeatureFile.label(of: file)
        let found =
            try StoredFile(file)?.features(rows, of: noun)
            ?? FeatureFile(
                path: file, table: noun, hints: rows.hints,
                keepsUnreadableRows: keepsUnreadableRows
            ).features()
        guard found.polylines == nil, found.polygons == nil else {
            throw CommandFailure(
                .invalidInput, "\(label) holds \(found.kinds); \(noun) are points")
        }
        do {
            if let points = found.points { try check(points) }
        } catch {
            throw CommandFailure(.invalidInput, "\(label): \(error)")
        }
        return found.points
    }
}
