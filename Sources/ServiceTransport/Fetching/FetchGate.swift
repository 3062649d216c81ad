// Limits concurrent fetches: requests, bytes and seconds.

package import AccessControl
import RouteAPI
import Synchronization

/// Limits how many requests fetch features at once, and how many bytes they hold together.
///
/// A request may fetch as much as it could have sent itself. Its limits on bytes and seconds cover
/// all its URLs together.
package final class FetchGate: Sendable {
    /// A gate's limits.
    package struct Bounds: Hashable, Sendable {
        /// How many requests may fetch at once.
        var running = 16
        /// How many requests from one caller may fetch at once.
        var runningPerCaller = 4
        /// How many response bytes all requests may hold together.
        var heldBytes = 64_000_000
        /// How many response bytes one request may fetch, after decompression.
        var bytesPerRequest = 20_000_000
        /// How many seconds one request's fetches may take.
        var secondsPerRequest = 20.0
    }

    private struct State {
        var running: [Caller: Int] = [:]
        var runningInAll = 0
        var heldBytes = 0
    }

    let bounds: Bounds
    private let memory: MemoryTrimmer?
    fileprivate let lanes: Lanes
    private let state = Mutex(State())

    /// - Parameters:
    ///   - memory: Learns how many bytes each request held.
    ///   - lanes: Where names are resolved and responses parsed.
    package init(
        bounds: Bounds = Bounds(), memory: MemoryTrimmer? = nil, lanes: Lanes = Lanes()
    ) {
        self.bounds = bounds
        self.memory = memory
        self.lanes = lanes
    }

    /// How many requests are fetching now, and how many bytes they hold.
    var load: (running: Int, heldBytes: Int) {
        state.withLock { ($0.runningInAll, $0.heldBytes) }
    }

    /// Admits a request.
    ///
    /// - Throws: ``UsageExceeded`` if the caller is at its limit; ``ServiceError`` if the server
    ///   is.
    package func enter(for caller: Caller) throws -> FetchLease {
        try state.withLock { state in
            let own = state.running[caller] ?? 0
            guard own < bounds.runningPerCaller else {
                throw UsageExceeded(
                    limit: "requests with features by url at once",
                    allowed: "\(bounds.runningPerCaller)", found: "\(own + 1)", retrySeconds: 5)
            }
            guard state.runningInAll < bounds.running else { throw ErrorTable.fetchesBusy() }
            state.running[caller] = own + 1
            state.runningInAll += 1
        }
        return FetchLease(gate: self, caller: caller)
    }

    fileprivate func hold(_ count: Int) -> Bool {
        state.withLock { state in
            guard state.heldBytes + count <= bounds.heldBytes else { return false }
            state.heldBytes += count
            return true
        }
    }

    fileprivate func leave(_ caller: Caller, holding bytes: Int) {
        state.withLock { state in
            let rest = (state.running[caller] ?? 1) - 1
            state.running[caller] = rest > 0 ? rest : nil
            state.runningInAll -= 1
            state.heldBytes -= bytes
        }
        memory?.requestEnded(bytes: bytes)
    }
}

/// One request's allowance.
package final class FetchLease: Sendable {
    private struct State {
        var takenBytes = 0
        var isOver = false
    }

    /// When the responses must be complete.
    let deadline: ContinuousClock.Instant
    private let gate: FetchGate
    private let caller: Caller
    private let state = Mutex(State())

    fileprivate init(gate: FetchGate, caller: Caller) {
        self.gate = gate
        self.caller = caller
        deadline = .now + .seconds(gate.bounds.secondsPerRequest)
    }

    deinit { end() }

    /// Resolves a host's name, which blocks a thread.
    ///
    /// - Throws: ``LaneRefusal``, or the error of `resolve`.
    func resolve<Value: Sendable>(
        _ resolve: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await gate.lanes.hosts.run(for: caller.key, resolve)
    }

    /// Parses a response.
    ///
    /// - Throws: ``LaneRefusal``, or the error of `parse`.
    func parse<Value: Sendable>(
        _ parse: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await gate.lanes.fetched.run(for: caller.key, parse)
    }

    /// How many more bytes the request may receive.
    var remainingBytes: Int {
        gate.bounds.bytesPerRequest - state.withLock { $0.takenBytes }
    }

    /// Reserves bytes for a response, before they are stored.
    ///
    /// - Throws: ``FetchProblem`` if the request exceeds its limit; ``ServiceError`` if all
    ///   requests together exceed theirs; `CancellationError` if the request has ended.
    func take(_ count: Int) throws {
        try state.withLock { state in
            // The request may have ended between two parts of a response.
            guard !state.isOver else { throw CancellationError() }
            guard state.takenBytes + count <= gate.bounds.bytesPerRequest else { throw tooLarge }
            guard gate.hold(count) else { throw ErrorTable.fetchesBusy() }
            state.takenBytes += count
        }
    }

    /// Releases the slot and the bytes; further calls do nothing.
    package func end() {
        let held = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            state.isOver = true
            return state.takenBytes
        }
        if let held { gate.leave(caller, holding: held) }
    }

    /// The problem if responses are too large.
    var tooLarge: FetchProblem {
        FetchProblem(
            text: "it answers with more than \(gate.bounds.bytesPerRequest) bytes, the most that "
                + "one request may fetch")
    }

    /// The problem if responses take too long.
    var tooLate: FetchProblem {
        let seconds = gate.bounds.secondsPerRequest
        let written = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
        return FetchProblem(
            text: "its answer was not complete within the \(written) s that the fetches of one "
                + "request may take")
    }
}
