// Rows of a server's stored layer, for a batch whose routes the server finds.

import Geo
import RouteAPI
import RouteTaskClient

struct ServedRows {
    /// The rows, with all fields.
    let features: FeatureSet
    /// The id of each row.
    let ids: [Int64]

    /// At most this many rows are read, as from a file.
    private static let mostRows = 200_000

    /// Reads rows.
    ///
    /// - Parameters:
    ///   - argument: `layer:NAME`.
    ///   - option: The option whose value it is, for messages.
    ///   - selection: Which rows to read.
    /// - Throws: ``CommandFailure`` naming the option; `RouteTaskError` if the server does not
    ///   answer with rows.
    init(
        _ argument: String, option: String, selection: RowSelection = RowSelection(),
        on source: AnalysisSource
    ) async throws {
        guard case .server(let task) = source else {
            throw CommandFailure(
                .usage,
                "\(option) \(argument): only a server has stored layers; give --server, or "
                    + "name the file or the database that has the layer, FILE.gpkg#LAYER or "
                    + "postgres://HOST/DATABASE#LAYER")
        }
        let name = String(argument.dropFirst(RowSelection.prefix.count))
        let layers = try await withCancelledTask { try await task.storedLayers() }
        guard let layer = layers.first(where: { $0.name.lowercased() == name.lowercased() })
        else {
            throw CommandFailure(
                .invalidInput,
                "\(option) \(argument): the service has no such stored layer"
                    + (layers.isEmpty
                        ? "" : "; it has \(layers.map(\.name).joined(separator: ", "))"))
        }
        var fields: [String: String] = [:]
        for member in selection.definition(ofLayer: name, for: RouteParameters.stopsName).members
        where ["where", "geometry", "spatialRel", "orderByFields"].contains(member.key) {
            fields[member.key] = member.value.string ?? member.value.text
        }
        let found = try await withCancelledTask { [fields] in
            try await task.rows(of: layer, fields: fields, most: Self.mostRows)
        }
        guard found.features.count <= Self.mostRows else {
            throw CommandFailure(
                .invalidInput,
                "\(option) \(argument): more than \(Self.mostRows) rows; --where takes some of them"
            )
        }
        features = found
        let column = found.fields.firstIndex { $0.type == .objectID }
        ids = found.features.enumerated().map { row, feature in
            guard let column, case .integer(let id) = feature.values[column] else {
                return Int64(row + 1)
            }
            return Int64(id)
        }
    }
}
