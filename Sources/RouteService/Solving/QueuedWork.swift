// Short work of requests on the threads of the queue: reading stored layers.

import AccessControl
import NetworkAnalysis

/// Work of a request other than its solve, which blocks a thread.
struct QueuedWork: Sendable {
    let queue: SolveQueue
    /// The client, or `nil` when the request came by no connection.
    let client: ClientPresence?
    let caller: Caller
    /// The time limit in seconds.
    let seconds: Double

    /// Runs work in the light lane, or from the beginning in the heavy one when that takes too
    /// long. It is cancelled when the client leaves or the task is cancelled.
    ///
    /// - Parameter work: Reads; it changes nothing, since it may run twice.
    /// - Throws: ``SolveQueueError``, or the error of `work`.
    func run<Value: Sendable>(
        bytes: Int = 0, _ work: @escaping @Sendable (SolveControl) throws -> Value
    ) async throws -> Value {
        let ticket = SolveTicket()
        let token = client?.onDisconnect { ticket.cancel(.clientClosed) }
        defer { if let token { client?.removeHandler(token) } }
        let order = SolveOrder(ticket, caller: caller.key, bytes: bytes)
        return try await withTaskCancellationHandler {
            if let value = try await queue.runLight(order, timeLimitSeconds: seconds, work) {
                return value
            }
            return try await queue.run(order, timeLimitSeconds: seconds, work)
        } onCancel: {
            ticket.cancel(.serverStopping)
        }
    }
}
