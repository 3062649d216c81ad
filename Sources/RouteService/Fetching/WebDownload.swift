// One GET over the web, bounded in time and size.

import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Downloads what an address answers.
///
/// Redirections are not followed: the host they lead to is not the one that was allowed.
struct WebDownload: FeatureDownloading {
    /// The greatest number of bytes that are taken.
    var maximumBytes = 20_000_000
    /// Seconds until an answer must have come whole.
    var maximumSeconds = 20.0

    func download(_ url: URL, reachesPrivate: Bool) async throws -> [UInt8] {
        if !reachesPrivate { try await HostAddresses.checkPublic(url.host ?? "") }
        let settings = URLSessionConfiguration.ephemeral
        settings.timeoutIntervalForRequest = maximumSeconds
        settings.timeoutIntervalForResource = maximumSeconds
        settings.httpShouldSetCookies = false
        let transfer = Transfer(maximumBytes: maximumBytes)
        let session = URLSession(
            configuration: settings, delegate: transfer, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                transfer.begin(continuation)
                session.dataTask(with: url).resume()
            }
        } onCancel: {
            session.invalidateAndCancel()
        }
    }
}

/// Gathers the bytes of one answer.
private final class Transfer: NSObject, URLSessionDataDelegate {
    private struct State {
        var continuation: CheckedContinuation<[UInt8], any Error>?
        var bytes: [UInt8] = []
    }

    private let state = Mutex(State())
    private let maximumBytes: Int

    init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

    func begin(_ continuation: CheckedContinuation<[UInt8], any Error>) {
        state.withLock { $0.continuation = continuation }
    }

    /// Answers once; what comes later is dropped.
    private func end(_ result: Result<[UInt8], any Error>) {
        let waiting = state.withLock { state in
            defer { state.continuation = nil }
            return state.continuation
        }
        waiting?.resume(with: result)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping (URLRequest?) -> Void
    ) {
        end(.failure(FetchProblem(text: "it redirects to another address")))
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 else {
            end(.failure(FetchProblem(text: "it answers with status \(status)")))
            return completionHandler(.cancel)
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let count = state.withLock { state in
            state.bytes.append(contentsOf: data)
            return state.bytes.count
        }
        guard count > maximumBytes else { return }
        end(.failure(FetchProblem(text: "it answers with more than \(maximumBytes) bytes")))
        dataTask.cancel()
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
        if error == nil {
            end(.success(state.withLock { $0.bytes }))
        } else {
            // What the system says of it may name inner addresses.
            end(.failure(FetchProblem(text: "it gave no answer in time, or broke it off")))
        }
    }
}
