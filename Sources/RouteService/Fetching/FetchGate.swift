// How much is fetched at once: requests, bytes and seconds.

import AccessControl
import RouteAPI
import Synchronization

/// Lets so many requests fetch features at once, and holds so many bytes for all of them together.
///
/// What a request may have fetched is what it might have sent: the bounds of bytes and seconds are
/// those of all its addresses together.
final class FetchGate: Sendable {
    /// The bounds of a gate.
    struct Bounds: Hashable, Sendable {
        /// Requests that fetch at once.
        var running = 16
        /// Requests of one caller that fetch at once.
        var runningPerCaller = 4
        /// Bytes of answers that all of them hold together.
        var heldBytes = 64_000_000
        /// Bytes of answers that one request takes, after decompression.
        var bytesPerRequest = 20_000_000
        /// Seconds until the answers of one request must have come whole.
        var secondsPerRequest = 20.0
    }

    private struct State {
        var running: [Caller: Int] = [:]
        var runningInAll = 0
        var heldBytes = 0
    }

    let bounds: Bounds
    private let memory: MemoryTrimmer?
    private let state = Mutex(State())

    /// - Parameter memory: Is told of the bytes that a request held.
    init(bounds: Bounds = Bounds(), memory: MemoryTrimmer? = nil) {
        self.bounds = bounds
        self.memory = memory
    }

    /// How many requests fetch at this moment, and how many bytes they hold.
    var load: (running: Int, heldBytes: Int) {
        state.withLock { ($0.runningInAll, $0.heldBytes) }
    }

    /// Lets a request in.
    ///
    /// - Throws: ``UsageExceeded`` when the caller has as many as one may have, a
    ///   ``ServiceError`` when the server has.
    func enter(for caller: Caller) throws -> FetchLease {
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

/// What one request may still fetch.
final class FetchLease: Sendable {
    private struct State {
        var takenBytes = 0
        var isOver = false
    }

    /// When the answers must have come whole.
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

    /// Bytes that may still come.
    var remainingBytes: Int {
        gate.bounds.bytesPerRequest - state.withLock { $0.takenBytes }
    }

    /// Takes bytes of an answer, before they are kept.
    ///
    /// - Throws: ``FetchProblem`` when the request has too many, a ``ServiceError`` when all
    ///   requests together have, `CancellationError` when the request is over.
    func take(_ count: Int) throws {
        try state.withLock { state in
            // What ends a request may come between two pieces of its answer.
            guard !state.isOver else { throw CancellationError() }
            guard state.takenBytes + count <= gate.bounds.bytesPerRequest else { throw tooLarge }
            guard gate.hold(count) else { throw ErrorTable.fetchesBusy() }
            state.takenBytes += count
        }
    }

    /// Gives the place and the bytes back; the second call does nothing.
    func end() {
        let held = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            state.isOver = true
            return state.takenBytes
        }
        if let held { gate.leave(caller, holding: held) }
    }

    /// What is said of answers that are too large.
    var tooLarge: FetchProblem {
        FetchProblem(
            text: "it answers with more than the \(gate.bounds.bytesPerRequest) bytes "
                + "that one request may fetch")
    }

    /// What is said of answers that come too late.
    var tooLate: FetchProblem {
        let seconds = gate.bounds.secondsPerRequest
        let written = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
        return FetchProblem(
            text: "its answer was not complete within the \(written) s that the fetches of one "
                + "request may take")
    }
}
