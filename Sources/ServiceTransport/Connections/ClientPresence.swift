// Tells whether a client is still connected.

package import NIOCore
import Synchronization

/// The client at the other end of a connection.
package final class ClientPresence: Sendable {
    private struct State {
        var isDisconnected = false
        var isTooSlow = false
        var lastTurn: UInt64 = 0
        var nextToken = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Starts with a connected client.
    package init() {}

    /// Calls `handler` once when the client disconnects, or immediately if it already has.
    ///
    /// - Returns: A token for ``removeHandler(_:)``.
    package func onDisconnect(_ handler: @escaping @Sendable () -> Void) -> Int {
        let token = state.withLock { state -> Int? in
            guard !state.isDisconnected else { return nil }
            state.nextToken += 1
            state.handlers[state.nextToken] = handler
            return state.nextToken
        }
        if token == nil { handler() }
        return token ?? 0
    }

    /// Removes a handler, so that it is not called.
    package func removeHandler(_ token: Int) {
        state.withLock { $0.handlers[token] = nil }
    }

    /// Whether a body was aborted because it arrived too slowly.
    var isTooSlow: Bool { state.withLock { $0.isTooSlow } }

    /// Records that a body is aborted because it arrives too slowly.
    func markBodyTooSlow() { state.withLock { $0.isTooSlow = true } }

    /// The event-loop turn in which the client's last trivial solve began; 0 if none has
    /// (``EventLoopScheduler``).
    var lastTurn: UInt64 {
        get { state.withLock { $0.lastTurn } }
        set { state.withLock { $0.lastTurn = newValue } }
    }

    /// Runs `work` as a task and cancels it if the client disconnects.
    ///
    /// - Parameter client: `nil` for a request without a connection.
    package static func cancellingOnDisconnect<Value: Sendable>(
        _ client: ClientPresence?, _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let client else { return try await work() }
        let task = Task { try await work() }
        let token = client.onDisconnect { task.cancel() }
        defer { client.removeHandler(token) }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Calls every handler, because the client has disconnected.
    package func disconnected() {
        let handlers = state.withLock { state in
            state.isDisconnected = true
            defer { state.handlers = [:] }
            return Array(state.handlers.values)
        }
        handlers.forEach { $0() }
    }
}

/// The clients of all open connections.
///
/// Hummingbird passes the channel to a request, but not the channel's handlers. Searching the
/// pipeline takes a tick of the event loop; this table answers at once.
package final class ConnectedClients: Sendable {
    private let presences = Mutex<[ObjectIdentifier: ClientPresence]>([:])

    /// Creates an empty table.
    package init() {}

    /// Returns a channel's client, or `nil` if the channel is no connection to this server.
    package func presence(on channel: any Channel) -> ClientPresence? {
        presences.withLock { $0[ObjectIdentifier(channel)] }
    }

    /// Adds a new connection.
    func add(_ channel: any Channel) -> ClientPresence {
        let presence = ClientPresence()
        presences.withLock { $0[ObjectIdentifier(channel)] = presence }
        return presence
    }

    /// Removes a closed connection.
    func remove(_ channel: any Channel) {
        presences.withLock { $0[ObjectIdentifier(channel)] = nil }
    }
}
