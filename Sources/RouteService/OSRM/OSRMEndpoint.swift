// Answers requests in OSRM's form with the operations layers have.

import AccessControl
import HTTPTypes
import Hummingbird
import OSRMAPI
import Preparation
import RouteAPI
import ServiceTransport

/// Answers one request in OSRM's form.
///
/// The request becomes an operation's parameters, and the operation's result becomes an answer; no
/// JSON is made in between. Lanes, limits and accounts are the same as for the operation
/// (``OperationEndpoint``).
struct OSRMEndpoint: Sendable {
    let door: OSRMDoor
    let asking: Asking
    /// Makes the endpoint for an operation.
    let endpoint: @Sendable (PublishedOperation) -> OperationEndpoint

    /// Answers the request.
    ///
    /// - Throws: ``OSRMFailure`` if the request has no answer; ``LaneRefusal`` if the operation did
    ///   not run.
    func answer() async throws -> Response {
        guard let service = door.service else {
            let words = (OSRMService.allCases.map(\.rawValue) + [OSRMDoor.tile])
                .joined(separator: ", ")
            throw OSRMFailure(
                OSRMError(.invalidService, "There is no such service; there are \(words)."))
        }
        do {
            let fields = asking.request.fields
            let segments = door.segments
            let bytes = fields.byteCount + (segments.last?.utf8.count ?? 0)
            let asked = try await asking.server.lanes.bodies.run(
                onBytes: bytes, for: asking.caller.key
            ) {
                try OSRMRequest(service, segments, fields.fields.lazy.map { ($0.name, $0.value) })
            }
            guard let operation = door.operation else {
                throw OSRMError(
                    .notImplemented,
                    "No layer of this service answers \(service.rawValue): publish one for it, "
                        + "over the same network.")
            }
            var endpoint = endpoint(
                PublishedOperation(layer: door.layer, operation: operation))
            let answering = door.layer.answering
            endpoint.translation = OSRMTranslation(
                request: asked,
                layer: OSRMLayer(door.layer.description) { answering.streetName(ofElement: $0) })
            var request = asking.request
            // Count the path towards the request's size.
            request.fields = FormParameters(
                fields.fields.map { ($0.name, $0.value) }
                    + [("coordinates", door.segments.last ?? "")])
            return try await endpoint.answer(request, asking.writer)
        } catch let error as OSRMError {
            throw OSRMFailure(error)
        } catch let error as RouteRequestError {
            throw OSRMFailure(OSRMError(error, of: service))
        }
    }
}
