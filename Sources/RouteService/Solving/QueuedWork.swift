// Runs requests' work that reads stored layers, in the lane for it.

import AccessControl
import Preparation
import ServiceLifecycle

/// A request's work besides its solve: it reads stores and so blocks a thread.
struct QueuedWork: Sendable {
    let lanes: Lanes
    /// The client, or `nil` for a request without a connection.
    let client: ClientPresence?
    let caller: Caller
    /// The time limit in seconds, from the beginning of the work.
    let seconds: Double
    let shutdownGraceSeconds: Double

    /// Runs work in the lane of stored layers. Its control stops it when its time is over, when the
    /// client leaves, when the task is cancelled, and some time after the server begins to stop.
    ///
    /// - Throws: ``LaneRefusal``, or the error of `work`.
    func run<Value: Sendable>(
        bytes: Int = 0, _ work: @escaping @Sendable (SolveControl) throws -> Value
    ) async throws -> Value {
        let ticket = WorkTicket()
        let token = client?.onDisconnect { ticket.cancel(.clientClosed) }
        defer { if let token { client?.removeHandler(token) } }
        let order = WorkOrder(ticket, caller: caller.key, bytes: bytes)
        return try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                try await lanes.layers.run(order, timeLimitSeconds: seconds, work)
            } onGracefulShutdown: { [lanes, shutdownGraceSeconds] in
                lanes.drainStores(graceSeconds: shutdownGraceSeconds)
            }
        } onCancel: {
            ticket.cancel(.serverStopping)
        }
    }
}
