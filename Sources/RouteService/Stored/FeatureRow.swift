// `…/FeatureServer/{layer}/{objectId}`: one row of a stored layer.

import FeatureStore
import Geo
import HTTPTypes
import Hummingbird
import Preparation
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

/// A row of a stored layer, by its id.
struct FeatureRow: Sendable {
    let layer: FeatureLayer
    let id: Int64
}

extension PathPattern<FeatureRow> {
    /// A row of a service's stored layer, by its id.
    static let featureRow = PathPattern(
        read: { path, start, catalog in
            guard
                let (layer, next) = PathPattern<FeatureLayer>.featureLayer
                    .read(path, start, catalog),
                next < path.segments.count, let id = Int64(path.segments[next]),
                path.segments[next] == "\(id)"
            else { return nil }
            return (FeatureRow(layer: layer, id: id), next + 1)
        }, write: { "\(PathPattern<FeatureLayer>.featureLayer.path(of: $0.layer))/\($0.id)" },
        all: { _ in [] })
}

/// A row, in the form of feature services: `{"feature":{"attributes":{…},"geometry":{…}}}`.
struct FeatureRowAnswer: Resource {
    let row: FeatureRow
    /// The row alone.
    let found: StoredFeatures
    let coordinates: CoordinateForm

    var isCacheable: Bool { false }

    /// The row; its shape names its system, since no set does.
    private var feature: Feature? {
        var feature = found.features.features.first
        feature?.spatialReference = found.features.spatialReference
        return feature
    }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            guard let feature else { return }
            writer.key("feature")
            writer.esriFeature(feature, of: found.features, decimals: coordinates.decimals)
        }
    }

    func geoJSON() -> [UInt8]? {
        var writer = JSONWriter()
        if let feature {
            writer.geoJSONFeature(
                feature, fields: found.features.fields, id: Int(row.id),
                decimals: coordinates.decimals)
        }
        return writer.bytes
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "Row \(row.id)", trail: FeatureLayerResource.trail(to: row.layer),
            lead: "A row of \(row.layer.stored.name).")
        page.content.append(FeatureQueryAnswer.content(of: .rows(found), id: "row"))
        return page
    }
}

extension FeatureEndpoint {
    /// Returns one row.
    ///
    /// - Throws: ``ServiceError`` with code 404 if the layer has no such row, or its definition
    ///   leaves the row out.
    func row(_ id: Int64) async throws -> Response {
        let (fields, format, writer) = (request.fields, request.format, asking.writer)
        let taken = ["outSR", "geometryPrecision", "returnGeometry"]
        let asked = FormParameters(
            [(name: "objectIds", value: "\(id)")]
                + taken.compactMap { name in fields.text(name).map { (name: name, value: $0) } })
        let query = try FeatureQuery(asked, format: format)
        try asking.server.outbound.systems.admit(query.systems, of: asking.caller)
        let row = FeatureRow(layer: layer, id: id)
        let answer = try await reading(query) { stored, control throws(FeatureStoreError) in
            let found = try query.found(in: stored) { control.shouldStop }
            guard case .rows(let rows) = found, !rows.features.features.isEmpty else {
                return nil as Response?
            }
            return writer.response(
                FeatureRowAnswer(row: row, found: rows, coordinates: query.coordinates))
        }
        if let answer { return answer }
        throw ServiceError(
            code: 404, message: "Not Found",
            details: ["The layer \"\(layer.stored.name)\" has no row with the id \(id)."],
            status: .notFound)
    }
}
