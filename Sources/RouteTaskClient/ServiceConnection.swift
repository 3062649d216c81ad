// Calls to one server: posted forms in, JSON or an error out.

import Foundation
import Geo
import RouteAPI

/// What every call to a server sends: the token and `f=json`.
struct ServiceConnection: Sendable {
    let transport: any HTTPTransport
    /// Sent with each call if the server requires one.
    let token: String?
    /// A call fails if no byte arrives for this many seconds.
    let timeoutSeconds: Double

    /// Posts a form and reads the reply.
    ///
    /// - Parameter parameters: The request's parameters, if known, so that an error's reasons name
    ///   its rows.
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    func call(
        _ url: URL, _ fields: [String: String] = [:], headers: [String: String] = [:],
        asking parameters: (any OperationParameters)? = nil
    ) async throws -> JSONValue {
        var form = fields
        form["f"] = "json"
        if let token { form["token"] = token }
        return try await reply(
            to: HTTPCall(url: url, form: form, headers: headers, timeoutSeconds: timeoutSeconds),
            asking: parameters)
    }

    /// Reads a resource by GET, because posting a form would change it.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    func get(_ url: URL) async throws -> JSONValue {
        var asked = URLComponents(url: url, resolvingAgainstBaseURL: false)
        asked?.queryItems = [URLQueryItem(name: "f", value: "json")]
        let headers = token.map { ["X-Esri-Authorization": "Bearer \($0)"] } ?? [:]
        return try await reply(
            to: HTTPCall(
                url: asked?.url ?? url, headers: headers, timeoutSeconds: timeoutSeconds))
    }

    private func reply(
        to call: HTTPCall, asking parameters: (any OperationParameters)? = nil
    ) async throws -> JSONValue {
        let url = call.url
        let reply: HTTPReply
        do {
            reply = try await transport.send(call)
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw RouteTaskError.unreachable(url: url, reason: error.localizedDescription)
        }
        let value: JSONValue
        do {
            value = try JSONValue.parse(reply.body)
        } catch {
            if let busy = RouteTaskError.Envelope(ofBusy: reply) {
                throw RouteTaskError.service(busy)
            }
            throw RouteTaskError.unexpectedReply(
                url: url, status: reply.status, reason: "the body is not JSON (\(error))")
        }
        if var envelope = RouteTaskError.Envelope(reply: value, asking: parameters) {
            envelope.retryAfterSeconds = reply.retryAfterSeconds
            throw RouteTaskError.service(envelope)
        }
        guard (200..<300).contains(reply.status) else {
            throw RouteTaskError.unexpectedReply(
                url: url, status: reply.status, reason: "gave no error message")
        }
        return value
    }

    /// Repeats a call while the server does not reply or is too busy, every second or as late as it
    /// asks.
    ///
    /// - Parameter seconds: Rethrows the last error after this many seconds. With 0 it calls once.
    func patiently<Value: Sendable>(
        _ seconds: Double, _ call: () async throws -> Value
    ) async throws -> Value {
        let start = ContinuousClock.now
        while true {
            do {
                return try await call()
            } catch let error as RouteTaskError where error.isPassing {
                let wait = max(1, error.retryAfterSeconds ?? 1)
                let waited = ContinuousClock.now - start
                guard waited < .seconds(seconds), waited + .seconds(wait - 1) < .seconds(seconds)
                else { throw error }
                try await Task.sleep(for: .seconds(wait))
            }
        }
    }
}

extension RouteTaskError {
    /// The seconds that the server asks to wait before the next call; `nil` if it does not.
    public var retryAfterSeconds: Double? {
        if case .service(let envelope) = self { envelope.retryAfterSeconds } else { nil }
    }

    /// Whether the same call may soon succeed, because the server is restarting or too busy.
    var isPassing: Bool {
        switch self {
        case .unreachable: true
        case .service(let envelope): envelope.code == 503 || envelope.code == 429
        case .unexpectedReply(_, let status, _): (502...504).contains(status)
        }
    }
}
