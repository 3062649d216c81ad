// Answers requests in OSRM's form with the operations layers have.

import AccessControl
import HTTPTypes
import Hummingbird
import OSRMAPI
import Preparation
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

/// Answers one request in OSRM's form.
///
/// The request becomes an operation's parameters, and the operation's result becomes an answer; no
/// JSON is made in between. Lanes, limits and accounts are the same as for the operation
/// (``OperationEndpoint``).
struct OSRMEndpoint: Sendable {
    let door: OSRMDoor
    let asking: Asking
    let endpoint: @Sendable (PublishedOperation) -> OperationEndpoint

    /// Answers the request.
    ///
    /// - Throws: ``OSRMFailure`` if the request has no answer; ``LaneRefusal`` if the operation did
    ///   not run.
    func respond() async throws -> Response {
        guard let service = door.service else {
            let words = (OSRMService.allCases.map(\.rawValue) + [OSRMDoor.tile])
                .joined(separator: ", ")
            throw OSRMFailure(
                OSRMError(.invalidService, "There is no such service; there are \(words)."))
        }
        do {
            let fields = asking.request.fields
            let segments = door.segments
            let asked = try await asking.server.lanes.bodies.run(
                onBytes: byteCount, for: asking.caller.key
            ) {
                try OSRMRequest(service, segments, fields.fields.lazy.map { ($0.name, $0.value) })
            }
            guard let operation = door.operation else {
                throw OSRMError(
                    .notImplemented,
                    "No layer of this service answers \(service.rawValue): publish one for it, "
                        + "over the same network.")
            }
            return try await respond(asked, of: operation)
        } catch let error as OSRMError {
            throw OSRMFailure(error)
        } catch let error as RouteRequestError {
            throw OSRMFailure(OSRMError(error, of: service))
        }
    }

    /// Answers a request that has been read. If no street leads on from a coordinate at which the
    /// vehicle has to continue straight on, it turns round there.
    private func respond(
        _ asked: OSRMRequest, of operation: AnalysisOperation
    ) async throws -> Response {
        do {
            return try await respond(asked, of: operation, movesLessThan: nil)
        } catch let moved as MovedCoordinates {
            do {
                return try await respond(
                    moved.turning, of: operation, movesLessThan: moved.meters)
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                // The first answer stands, whatever keeps the second from being found.
                return moved.response
            }
        } catch let error as OSRMError where error.code == .noRoute {
            // Whether it may turn round depends on options that are as large as a request may be.
            let layer = layer
            let turning = try await asking.server.lanes.bodies.run(
                onBytes: byteCount, for: asking.caller.key
            ) {
                try asked.turningAnywhere(on: layer)
            }
            guard let turning else { throw error }
            return try await respond(turning, of: operation, movesLessThan: .infinity)
        }
    }

    /// The bytes of the options and of the coordinates in the path.
    private var byteCount: Int {
        asking.request.fields.byteCount + (door.segments.last?.utf8.count ?? 0)
    }

    /// The layer as requests in OSRM's form see it.
    private var layer: OSRMLayer {
        let answering = door.layer.answering
        return OSRMLayer(door.layer.description) { answering.streetName(ofElement: $0) }
    }

    private func respond(
        _ asked: OSRMRequest, of operation: AnalysisOperation, movesLessThan limit: Double?
    ) async throws -> Response {
        var endpoint = endpoint(PublishedOperation(layer: door.layer, operation: operation))
        endpoint.translation = OSRMTranslation(
            request: asked, layer: layer, movesLessThan: limit)
        var request = asking.request
        // Count the path towards the request's size.
        request.fields = FormParameters(
            request.fields.fields.map { ($0.name, $0.value) }
                + [("coordinates", door.segments.last ?? "")])
        do {
            return try await endpoint.respond(request, asking.writer)
        } catch let error as RouteRequestError {
            throw OSRMError(error, of: asked.service)
        }
    }
}
