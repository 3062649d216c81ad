// Operations on all of a service's stored layers: `layers`, `query` and `applyEdits`.

import AccessControl
import FeatureStore
import Geo
import Hummingbird
import Preparation
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

/// Answers requests to a service's stored layers together.
struct FeatureServiceEndpoint: Sendable {
    /// The service with only the layers the caller may use.
    let service: FeatureService
    let asking: Asking
    /// Runs work that reads the stores.
    let work: QueuedWork
    let gate: AccessGate

    private var request: ServiceRequest { asking.request }

    /// Describes all layers with all their columns.
    func layers() async throws -> Response {
        let (service, writer) = (service, asking.writer)
        return try await work.run { control in
            writer.response(
                FeatureLayersResource(
                    service: service,
                    layers: try service.layers.map { layer in
                        try layer.stored.reading(control) {
                            stored throws(FeatureStoreError) in
                            FeatureLayerResource(
                                layer: layer, schema: try stored.schema(),
                                extent: try stored.extent { control.shouldStop })
                        }
                    }))
        }
    }

    /// Returns the rows that `layerDefs` selects in several layers.
    func query() async throws -> Response {
        let (service, fields, writer) = (service, request.fields, asking.writer)
        if request.format == .html, !fields.hasText("layerDefs") {
            return writer.response(
                FeatureServiceQueryAnswer(service: service, fields: fields, found: nil))
        }
        let format = request.format == .geojson ? .json : request.format
        let asked = try await asking.server.lanes.bodies.run(
            onBytes: fields.byteCount, for: asking.caller.key
        ) {
            try FeatureServiceQuery(fields, of: service, format: format)
        }
        for query in asked.queries {
            try asking.server.outbound.systems.admit(query.query.systems, of: asking.caller)
        }
        return try await work.run(bytes: fields.byteCount) { control in
            let found = try asked.queries.map { query in
                try query.layer.stored.reading(control, query.query) {
                    stored throws(FeatureStoreError) in
                    FeatureServiceQueryAnswer.Layer(
                        layer: query.layer,
                        found: try query.query.found(in: stored) { control.shouldStop },
                        objectIDField: try stored.schema().objectIDField,
                        coordinates: query.query.coordinates)
                }
            }
            return writer.response(
                FeatureServiceQueryAnswer(service: service, fields: fields, found: found))
        }
    }

    /// Changes rows in several layers, if the caller may edit each.
    func applyEdits() async throws -> Response {
        let (service, fields, writer) = (service, request.fields, asking.writer)
        guard request.method == .post else {
            guard request.format == .html else { throw ErrorTable.editByGET(request.method) }
            return writer.response(
                FeatureServiceEditAnswer(service: service, fields: fields, outcomes: nil))
        }
        let (caller, systems, gate) = (asking.caller, asking.server.outbound.systems, gate)
        let edited = service.layers.filter(\.isEditable).map(\.stored)
        return try await FeatureEndpoint.editing(edited, asking) {
            let editing = try FeatureServiceEditing(fields, of: service) { layer in
                guard layer.isEditable else { throw ErrorTable.notEditable(layer.stored.name) }
                try gate.checkEditing(by: caller, of: layer.owner)
            }
            return writer.response(
                FeatureServiceEditAnswer(
                    service: service, fields: fields,
                    outcomes: try editing.outcomes { try systems.admit($0, of: caller) }))
        }
    }
}

extension StoredLayer {
    /// Reads the layer for a request, and turns its errors into request errors.
    ///
    /// - Parameter query: The request's query, for errors.
    func reading<Value>(
        _ control: SolveControl, _ query: FeatureQuery? = nil,
        _ read: (StoredLayer) throws(FeatureStoreError) -> Value
    ) throws -> Value {
        do throws(FeatureStoreError) {
            return try read(self)
        } catch {
            throw error.failure(
                of: name, parameter: nil,
                parameterNaming: { query?.parameter(naming: $0) }, control)
        }
    }
}

/// `…/FeatureServer/layers`: each of a service's stored layers with its columns.
struct FeatureLayersResource: Resource {
    let service: FeatureService
    let layers: [FeatureLayerResource]

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            for (key, hasShapes) in [("layers", true), ("tables", false)] {
                writer.array(key) { writer in
                    for layer in layers
                    where (layer.schema.geometryType != nil) == hasShapes {
                        writer.beginObject()
                        layer.writeMembers(to: &writer)
                        writer.endObject()
                    }
                }
            }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "All stored layers", trail: FeatureLayerResource.trail(to: service),
            lead: "The columns of each layer.",
            jsonPath: "\(ResourcePath.featureService(service))/layers")
        for layer in layers {
            page.section("layer-\(layer.layer.id)", layer.layer.stored.name) { html in
                html.append(layer.columnTable)
            }
        }
        return page
    }
}
