// A stored layer's operations: description, query and edits.

import AccessControl
import FeatureStore
import Geo
import HTTPTypes
import Hummingbird
import Preparation
import PublishedServices
import RouteAPI
import ServiceDefinitions
import ServiceLifecycle
import ServicePages
import ServiceTransport

/// Answers requests to a stored layer.
///
/// Reads run in the lane of stored layers, edits in a lane for each store, because a store makes
/// one edit at a time. Answers are written there too: rows may have any number of vertices.
///
/// Edits need a right of their own and must be sent by POST, since programs follow links with GET.
/// If an edited layer holds standing barriers, the answer waits until they are in force, so that
/// the next request sees them.
struct FeatureEndpoint: Sendable {
    let layer: FeatureLayer
    let asking: Asking
    /// Runs work that reads the store.
    let work: QueuedWork
    let gate: AccessGate

    private var stored: StoredLayer { layer.stored }
    var request: ServiceRequest { asking.request }

    /// Describes the layer's columns and what can be done with it.
    func description() async throws -> Response {
        let (layer, writer) = (layer, asking.writer)
        return try await reading { stored, control throws(FeatureStoreError) in
            writer.response(
                FeatureLayerResource(
                    layer: layer, schema: try stored.schema(),
                    extent: try stored.extent { control.shouldStop }))
        }
    }

    /// Returns the rows a query selects. A page without any query field shows only the form.
    func query() async throws -> Response {
        let (layer, fields, writer) = (layer, request.fields, asking.writer)
        let format = request.format
        if format == .html, !FeatureQuery.isAsked(fields) {
            return try await parsing {
                writer.response(
                    FeatureQueryAnswer(
                        layer: layer, fields: fields, found: nil, objectIDField: ""))
            }
        }
        let query = try await parsing {
            try FeatureQuery(fields, format: format)
        }
        try asking.server.outbound.systems.admit(query.systems, of: asking.caller)
        // The answer is written there too, since rows may have any number of vertices.
        return try await reading(query, bytes: fields.byteCount) {
            stored, control throws(FeatureStoreError) in
            writer.response(
                FeatureQueryAnswer(
                    layer: layer, fields: fields,
                    found: try query.found(in: stored) { control.shouldStop },
                    objectIDField: try stored.schema().objectIDField, coordinates: query.coordinates
                ))
        }
    }

    /// Changes rows, if the caller may edit.
    func edit(_ operation: FeatureEditOperation) async throws -> Response {
        guard layer.isEditable else { throw ErrorTable.notEditable(stored.name) }
        try gate.checkEditing(by: asking.caller, of: layer.owner)
        let (layer, fields, writer) = (layer, request.fields, asking.writer)
        guard request.method == .post else {
            // Programs follow URLs and must not change anything by it.
            guard request.format == .html else { throw ErrorTable.editByGET(request.method) }
            return writer.response(
                FeatureEditAnswer(
                    layer: layer, operation: operation, fields: fields, outcome: nil))
        }
        // Large bodies are parsed there too, and results for many rows written.
        let (caller, systems) = (asking.caller, asking.server.outbound.systems)
        let end = ContinuousClock.now + .seconds(layer.owner.limits.maximumSolveSeconds)
        return try await Self.editing([layer.stored], asking) {
            let editing = FeatureEditing(
                layer: layer.stored, operation: operation, fields: fields,
                admit: { try systems.admit($0, of: caller) },
                isCancelled: { ContinuousClock.now > end })
            return writer.response(
                FeatureEditAnswer(
                    layer: layer, operation: operation, fields: fields,
                    outcome: try editing.outcome()))
        }
    }

    /// Sets columns in many rows, if the caller may edit.
    func calculate() async throws -> Response {
        guard layer.isEditable else { throw ErrorTable.notEditable(stored.name) }
        try gate.checkEditing(by: asking.caller, of: layer.owner)
        let (layer, fields, writer) = (layer, request.fields, asking.writer)
        guard request.method == .post else {
            guard request.format == .html else { throw ErrorTable.editByGET(request.method) }
            return writer.response(
                FeatureCalculationAnswer(layer: layer, fields: fields, count: nil))
        }
        let systems = try await parsing {
            try SelectionReader(form: fields).selection().systems
        }
        try asking.server.outbound.systems.admit(systems, of: asking.caller)
        let end = ContinuousClock.now + .seconds(layer.owner.limits.maximumSolveSeconds)
        return try await Self.editing([layer.stored], asking) {
            let calculation = FeatureCalculation(layer: layer.stored, fields: fields) {
                ContinuousClock.now > end
            }
            return writer.response(
                FeatureCalculationAnswer(
                    layer: layer, fields: fields, count: try calculation.updatedCount()))
        }
    }

    /// Edits stores in the lane of the first. A store makes one edit at a time; other stores have
    /// their own lanes.
    static func editing(
        _ layers: [StoredLayer], _ asking: Asking, _ edit: @escaping @Sendable () throws -> Response
    ) async throws -> Response {
        let (server, places) = (asking.server, Set(layers.map(\.declaration.path)))
        guard let place = layers.first?.declaration.path else { return try edit() }
        let response = try await withGracefulShutdownHandler {
            try await server.lanes.edits(of: place).run(
                for: asking.caller.key, bytes: asking.request.fields.byteCount, edit)
        } onGracefulShutdown: {
            server.lanes.drainStores(graceSeconds: server.shutdownGraceSeconds)
        }
        // If an answer acknowledges barriers, the next request must meet them.
        if layers.contains(where: { $0.declaration.standing != nil }) {
            await StandingWatch.look(
                at: asking.snapshot.layers.filter { layer in
                    places.contains { layer.stored.hasStanding(in: $0) }
                }, in: server.lanes.standing)
        }
        return response
    }

    /// Parses the request's fields, on another thread if it takes longer than switching to one.
    private func parsing<Value: Sendable>(
        _ parse: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await asking.server.lanes.bodies.run(
            onBytes: request.fields.byteCount, for: asking.caller.key, parse)
    }

    /// Reads the store in the lane of stored layers.
    ///
    /// - Parameter query: The request's query, for errors.
    func reading<Value: Sendable>(
        _ query: FeatureQuery? = nil, bytes: Int = 0,
        _ read: @escaping @Sendable (StoredLayer, SolveControl) throws(FeatureStoreError) -> Value
    ) async throws -> Value {
        let stored = stored
        return try await work.run(bytes: bytes) { control in
            do throws(FeatureStoreError) {
                return try read(stored, control)
            } catch {
                throw error.failure(
                    of: stored.name, parameter: nil,
                    parameterNaming: { query?.parameter(naming: $0) }, control)
            }
        }
    }
}

extension ErrorTable {
    /// Returns the error for editing a read-only layer.
    static func notEditable(_ layer: String) -> ServiceError {
        ServiceError(
            code: 400, message: "Invalid URL",
            details: [
                "The stored layer \"\(layer)\" is not edited by requests; its definition would say "
                    + "\"editing: true\"."
            ])
    }

    /// Returns the error for an edit sent by a method with which programs follow links.
    static func editByGET(_ method: HTTPRequest.Method) -> ServiceError {
        ServiceError(
            code: 405, message: "Method Not Allowed",
            details: ["\(method.rawValue) is not supported here; send edits by POST."],
            status: .methodNotAllowed, headers: [.allow: "POST, OPTIONS"])
    }
}
