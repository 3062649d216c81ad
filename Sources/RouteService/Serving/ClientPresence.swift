// Whether a client is still there to read its answer.

package import NIOCore
import Synchronization

/// The client at the other end of one connection.
package final class ClientPresence: Sendable {
    private struct State {
        var isDisconnected = false
        var isTooSlow = false
        var lastTurn: UInt64 = 0
        var nextToken = 0
        var handlers: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Mutex(State())

    /// Makes a client that is there.
    package init() {}

    /// Calls `handler` once when the client goes, or at once when it has gone.
    ///
    /// - Returns: What ``removeHandler(_:)`` takes when the departure no longer matters.
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

    /// Takes a handler back.
    package func removeHandler(_ token: Int) {
        state.withLock { $0.handlers[token] = nil }
    }

    /// Whether a body was broken off because it came too slowly.
    var isTooSlow: Bool { state.withLock { $0.isTooSlow } }

    /// Notes that a body is broken off because it comes too slowly.
    func markBodyTooSlow() { state.withLock { $0.isTooSlow = true } }

    /// The number of the turn in which a trivial solve of the client last began, 0 for none
    /// (``EventLoopScheduler``).
    var lastTurn: UInt64 {
        get { state.withLock { $0.lastTurn } }
        set { state.withLock { $0.lastTurn = newValue } }
    }

    /// Does `work` as a task that is called off when the client goes.
    ///
    /// - Parameter client: `nil` for a client that no connection tells of, and that stays.
    static func cancellingOnDisconnect<Value: Sendable>(
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

    /// Tells every handler that the client has gone.
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
/// Hummingbird hands a request its channel but not the handlers in front of it, and asking the
/// pipeline takes a turn of the event loop; a table beside it answers at once.
package final class ConnectedClients: Sendable {
    private let presences = Mutex<[ObjectIdentifier: ClientPresence]>([:])

    /// Makes an empty table.
    package init() {}

    /// The client of a channel, or `nil` when the channel is no connection of this server.
    package func presence(on channel: any Channel) -> ClientPresence? {
        presences.withLock { $0[ObjectIdentifier(channel)] }
    }

    /// Enters a new connection.
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
