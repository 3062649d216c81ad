// Turns Ctrl-C into a request for an orderly stop.

import Dispatch
import Foundation

/// Runs work that the user may cancel: the first Ctrl-C or SIGTERM requests a stop, a second ends
/// the program immediately.
func withInterruption<Value: Sendable>(
    _ stop: @escaping @Sendable () -> Void, _ work: () async throws -> Value
) async rethrows -> Value {
    let sources = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        nonisolated(unsafe) var wasAsked = false
        // A source calls its handler on one thread at a time, so the flag is not shared.
        source.setEventHandler {
            if wasAsked { Outcome.cancelled.end() }
            wasAsked = true
            stop()
        }
        source.resume()
        return (number, source)
    }
    defer {
        for (number, source) in sources {
            source.cancel()
            signal(number, SIG_DFL)
        }
    }
    return try await work()
}

/// Runs work in its own task, which Ctrl-C cancels.
func withCancelledTask<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let task = Task { try await work() }
    return try await withInterruption({ task.cancel() }, { try await task.value })
}
