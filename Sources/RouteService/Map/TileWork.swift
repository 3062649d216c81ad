// Makes tiles on the threads that solve.

import AccessControl
import Hummingbird
import Preparation
import PublishedServices
import RouteAPI
import ServiceLifecycle
import ServicePages
import ServiceTransport

/// Makes a tile's response on a thread from ``SolveQueue``; if this takes too long, on one for
/// heavy work.
struct TileWork: Sendable {
    let layer: PublishedLayer
    let asking: Asking
    let queue: SolveQueue
    let client: ClientPresence?

    /// Runs the work, and gives it up once the client has left or the server stops.
    ///
    /// - Throws: ``LaneRefusal`` if no thread is free; the error that `response` throws.
    func made(_ response: @escaping @Sendable () throws -> Response) async throws -> Response {
        let ticket = WorkTicket()
        let token = client?.onDisconnect { ticket.cancel(.clientClosed) }
        defer { if let token { client?.removeHandler(token) } }
        let order = WorkOrder(ticket, caller: asking.caller.key)
        let seconds = layer.limits.maximumSolveSeconds
        return try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                let quick = try await queue.runLight(order, timeLimitSeconds: seconds) { _ in
                    try response()
                }
                if let quick { return quick }
                return try await queue.run(order, timeLimitSeconds: seconds) { _ in
                    try response()
                }
            } onGracefulShutdown: { [queue, asking] in
                queue.drain(graceSeconds: asking.server.shutdownGraceSeconds)
            }
        } onCancel: {
            ticket.cancel(.serverStopping)
        }
    }
}
