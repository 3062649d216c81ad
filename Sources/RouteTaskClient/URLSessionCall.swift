// One request of a URL session, which a task can cancel.

import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request, and whether it was cancelled.
///
/// Use it instead of `URLSession.data(for:)`. That one cancels while the runtime holds the task's
/// lock, and waits for the session's queue. On Linux the queue may wait for the lock at this
/// moment, to pass a reply on, and then neither ends
/// ([issue 5412](https://github.com/swiftlang/swift-corelibs-foundation/issues/5412)). This one
/// cancels from another thread.
final class URLSessionCall: Sendable {
    private enum State {
        case new
        case sent(URLSessionDataTask)
        case cancelled
    }

    private let state = Mutex(State.new)

    /// Sends the request and waits for the whole reply.
    ///
    /// - Throws: `URLError` if no reply arrives, or if the task is cancelled.
    static func reply(
        to request: URLRequest, by session: URLSession
    ) async throws -> (Data, URLResponse) {
        guard !Task.isCancelled else { throw URLError(.cancelled) }
        let call = URLSessionCall()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let task = session.dataTask(with: request) { data, response, error in
                    if let data, let response {
                        continuation.resume(returning: (data, response))
                    } else {
                        continuation.resume(throwing: error ?? URLError(.badServerResponse))
                    }
                }
                call.send(task)
            }
        } onCancel: {
            DispatchQueue.global().async { call.cancel() }
        }
    }

    private func send(_ task: URLSessionDataTask) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .sent(task)
            return false
        }
        if isCancelled { task.cancel() } else { task.resume() }
    }

    private func cancel() {
        let sent = state.withLock { state -> URLSessionDataTask? in
            defer { state = .cancelled }
            return if case .sent(let task) = state { task } else { nil }
        }
        sent?.cancel()
    }
}
