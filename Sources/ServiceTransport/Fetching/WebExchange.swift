// A download's outcome: whichever comes first, response, error, timeout or cancellation.

import Synchronization

/// Completes once, and then runs the registered cleanup.
final class WebExchange: Sendable {
    private struct State {
        var outcome: Result<[UInt8], any Error>?
        var waiting: CheckedContinuation<[UInt8], any Error>?
        var closings: [@Sendable () -> Void] = []
    }

    private let state = Mutex(State())

    var isOver: Bool { state.withLock { $0.outcome != nil } }

    /// Passes the outcome to `continuation`, immediately if there already is one.
    func begin(_ continuation: CheckedContinuation<[UInt8], any Error>) {
        let outcome = state.withLock { state in
            if state.outcome == nil { state.waiting = continuation }
            return state.outcome
        }
        if let outcome { continuation.resume(with: outcome) }
    }

    /// Runs `closing` once there is an outcome, immediately if there already is one.
    func atEnd(_ closing: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if state.outcome == nil { state.closings.append(closing) }
            return state.outcome != nil
        }
        if isOver { closing() }
    }

    /// Completes with an outcome; later ones are ignored.
    func end(_ outcome: Result<[UInt8], any Error>) {
        let (waiting, closings) = state.withLock { state in
            guard state.outcome == nil else {
                return (nil as CheckedContinuation<[UInt8], any Error>?, [@Sendable () -> Void]())
            }
            // A waiting caller receives the bytes; they are not stored here.
            state.outcome = state.waiting == nil ? outcome : .success([])
            defer { (state.waiting, state.closings) = (nil, []) }
            return (state.waiting, state.closings)
        }
        closings.forEach { $0() }
        waiting?.resume(with: outcome)
    }
}
