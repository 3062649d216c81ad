// Runs requests' work that reads stored layers, in the lane for it.

package import AccessControl
package import Preparation
import ServiceLifecycle

/// A request's work besides its solve: it reads stores and so blocks a thread.
package struct QueuedWork: Sendable {
    let lanes: Lanes
    /// The client, or `nil` for a request without a connection.
    let client: ClientPresence?
    let caller: Caller
    /// The time limit in seconds, from the beginning of the work.
    let seconds: Double
    let shutdownGraceSeconds: Double

    /// Creates work of one request.
    package init(
        lanes: Lanes, client: ClientPresence? = nil, caller: Caller, seconds: Double,
        shutdownGraceSeconds: Double
    ) {
        self.lanes = lanes
        self.client = client
        self.caller = caller
        self.seconds = seconds
        self.shutdownGraceSeconds = shutdownGraceSeconds
    }

    /// Runs work in the lane of stored layers. Its control stops it when its time is over, when the
    /// client leaves, when the task is cancelled, and some time after the server begins to stop.
    ///
    /// - Throws: ``LaneRefusal``, or the error of `work`.
    package func run<Value: Sendable>(
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
