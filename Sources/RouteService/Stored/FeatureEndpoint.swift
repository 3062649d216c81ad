// The operations of a stored layer: description, query and edits.

import AccessControl
import FeatureStore
import Geo
import HTTPTypes
import Hummingbird
import NetworkAnalysis
import RouteAPI
import ServiceLifecycle

/// Answers requests to a stored layer.
struct FeatureEndpoint: Sendable {
    let layer: ServedLayer
    let asking: Asking
    /// Runs what reads the store.
    let work: QueuedWork
    let gate: AccessGate

    private var stored: StoredLayer { layer.stored }
    private var request: ServiceRequest { asking.request }

    /// The columns of the layer, and what can be done with it.
    func description() async throws -> Response {
        let (layer, writer) = (layer, asking.writer)
        return try await reading { stored, control throws(FeatureStoreError) in
            writer.response(
                FeatureLayerResource(
                    layer: layer, schema: try stored.schema(),
                    extent: try stored.extent { control.shouldStop }))
        }
    }

    /// The rows that a query selects; without any of its fields, the form if a page is requested.
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
        // The answer is written there too: the rows may have any number of vertices.
        return try await reading(bytes: fields.byteCount) {
            stored, control throws(FeatureStoreError) in
            writer.response(
                FeatureQueryAnswer(
                    layer: layer, fields: fields,
                    found: try query.found(in: stored) { control.shouldStop },
                    objectIDField: try stored.schema().objectIDField))
        }
    }

    /// Changes rows, under the right to edit.
    func edit(_ operation: FeatureEditOperation) async throws -> Response {
        guard layer.isEditable else { throw ErrorTable.notEditable(stored.name) }
        try gate.checkEditing(by: asking.caller, of: layer.owner)
        let (layer, fields, writer) = (layer, request.fields, asking.writer)
        guard request.method == .post else {
            // URLs are followed by programs that must not change anything.
            guard request.format == .html else { throw ErrorTable.editByGET(request.method) }
            return writer.response(
                FeatureEditAnswer(
                    layer: layer, operation: operation, fields: fields, outcome: nil))
        }
        // The values of large bodies are parsed there too, and the results of many rows written.
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

    /// Sets columns of many rows, under the right to edit.
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

    /// Edits stores in the lane of the first: a store makes one edit at a time, others have lanes
    /// of their own.
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
        // Barriers that an answer acknowledges count for the next request.
        if layers.contains(where: { $0.declaration.standing != nil }) {
            await StandingWatch.look(
                at: asking.snapshot.layers.filter { layer in
                    places.contains { layer.stored.hasStanding(in: $0) }
                }, in: server.lanes.standing)
        }
        return response
    }

    /// Parses the fields of the request, where that takes longer than another thread's turn.
    private func parsing<Value: Sendable>(
        _ parse: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await asking.server.lanes.bodies.run(
            onBytes: request.fields.byteCount, for: asking.caller.key, parse)
    }

    /// Reads the store in the lane of stored layers.
    private func reading<Value: Sendable>(
        bytes: Int = 0,
        _ read: @escaping @Sendable (StoredLayer, SolveControl) throws(FeatureStoreError) -> Value
    ) async throws -> Value {
        let stored = stored
        return try await work.run(bytes: bytes) { control in
            do throws(FeatureStoreError) {
                return try read(stored, control)
            } catch {
                throw error.failure(of: stored.name, parameter: nil, control)
            }
        }
    }
}

extension ErrorTable {
    /// An edit of a layer that is read only.
    static func notEditable(_ layer: String) -> ServiceError {
        ServiceError(
            code: 400, message: "Invalid URL",
            details: [
                "The stored layer \"\(layer)\" is not edited by requests; its definition would say "
                    + "\"editing: true\"."
            ])
    }

    /// An edit by a method that programs follow links with.
    static func editByGET(_ method: HTTPRequest.Method) -> ServiceError {
        ServiceError(
            code: 405, message: "Method Not Allowed",
            details: ["\(method.rawValue) is not supported here; send edits by POST."],
            status: .methodNotAllowed, headers: [.allow: "POST, OPTIONS"])
    }
}
