// A job on a server: its status, its answer, and how to cancel or delete it.

public import Foundation
import Geo
public import RouteAPI

/// An analysis that the server runs as a job.
///
/// A job outlives the connection, the program that submitted it, and restarts of the server. Use
/// jobs for requests that take longer than an HTTP connection should stay open, or if many requests
/// should wait their turn on the server.
///
/// Submit a request with ``RouteTask/submit(_:key:patienceSeconds:)`` and wait with
/// ``answer(patienceSeconds:report:)``. To continue in another process, store ``id`` and pass it to
/// ``RouteTask/job(id:of:)``. The server deletes finished jobs after a time of its own; call
/// ``delete()`` when you have read the answer.
///
/// The value holds no state besides its address: copies refer to the same job, and every call asks
/// the server.
public struct RouteJob: Sendable {
    /// The job's id. Pass it to ``RouteTask/job(id:of:)`` to find the job again.
    public let id: String
    /// The job's URL, below its task's URL.
    public let url: URL
    private let connection: ServiceConnection

    init(id: String, task: URL, connection: ServiceConnection) {
        self.id = id
        url = task.appendingPathComponent("jobs").appendingPathComponent(id)
        self.connection = connection
    }

    /// The job's state, messages and progress at one moment.
    public struct Status: Hashable, Sendable {
        /// The state in the server's words, such as `esriJobExecuting`.
        public var word: String
        /// The messages logged so far.
        public var messages: [Message]
        /// The results' names, once the job has ended.
        public var results: [String]
        /// How far the work is; `nil` unless a worker is running the job.
        public var progress: Progress?

        /// Whether the job has ended, successfully or not.
        public var isEnded: Bool { Self.ends.contains(word) }
        /// Whether the job has ended with a complete answer.
        public var isSucceeded: Bool { word == "esriJobSucceeded" }

        private static let ends: Set<String> = [
            "esriJobSucceeded", "esriJobFailed", "esriJobCancelled", "esriJobTimedOut",
            "esriJobDeleted",
        ]
    }

    /// How far a job's work is.
    public struct Progress: Hashable, Sendable {
        /// The stage's name, such as `Finding routes`.
        public var title: String
        /// The number of finished items.
        public var done: Int
        /// The total number of items, or 0 if it is unknown.
        public var count: Int
        /// What an item is, such as `routes`.
        public var unit: String

        init?(_ value: JSONValue?) {
            guard let value, let done = value["done"]?.integer,
                let count = value["count"]?.integer
            else { return nil }
            self.done = done
            self.count = count
            title = value["message"]?.string ?? ""
            unit = value["unit"]?.string ?? ""
        }
    }

    /// Asks the server for the job's state.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func status() async throws -> Status {
        let reply = try await connection.call(url, ["returnMessages": "true"])
        guard let word = reply["jobStatus"]?.string else {
            throw RouteTaskError.unexpectedReply(
                url: url, status: 200, reason: "it states no jobStatus")
        }
        return Status(
            word: word, messages: (reply["messages"]?.array ?? []).compactMap(Self.message),
            results: reply["results"]?.object?.members.map(\.key) ?? [],
            progress: Progress(reply["progress"]))
    }

    /// Waits until the job ends, then reads its answer.
    ///
    /// Asks for the state after 0.1 s, then less and less often, up to every 2 s. Keeps asking if
    /// the server does not reply, for example during a restart.
    ///
    /// - Parameters:
    ///   - patienceSeconds: Gives up after this many seconds without a reply.
    ///   - report: Called with each state before the end.
    /// - Throws: ``RouteTaskError/service(_:)`` with the job's messages if it failed, was cancelled
    ///   or ran too long; another ``RouteTaskError`` if there is no reply; `CancellationError` if
    ///   the task is cancelled. The job itself then continues.
    public func answer(
        patienceSeconds: Double = 120, report: (Status) -> Void = { _ in }
    ) async throws -> RouteAnswer {
        let status = try await ended(patienceSeconds, report)
        guard status.isSucceeded else { throw RouteTaskError.service(Self.failure(status)) }
        var reply = JSONObject()
        reply["messages"] = .array(
            status.messages.map {
                ["type": .number(Double($0.type.rawValue)), "description": .string($0.text)]
            })
        for result in try await results(status.results, patienceSeconds) {
            guard let name = result["paramName"]?.string, let value = result["value"],
                !value.isNull
            else { continue }
            reply[name] = try Self.member(value, url.appendingPathComponent("results"))
        }
        do {
            return try RouteAnswer(json: .object(reply))
        } catch {
            throw RouteTaskError.unexpectedReply(url: url, status: 200, reason: "\(error)")
        }
    }

    /// Cancels the job. Finished parts are kept.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func cancel() async throws {
        _ = try await connection.call(url.appendingPathComponent("cancel"))
    }

    /// Deletes the job and its results from the server.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` if the task is cancelled.
    public func delete() async throws {
        _ = try await connection.call(url.appendingPathComponent("delete"))
    }

    // MARK: - Waiting

    private func ended(
        _ patienceSeconds: Double, _ report: (Status) -> Void
    ) async throws -> Status {
        var pause = 0.1
        while true {
            let status = try await connection.patiently(patienceSeconds) { try await self.status() }
            if status.isEnded { return status }
            report(status)
            try await Task.sleep(for: .seconds(pause))
            pause = min(pause * 1.5, 2)
        }
    }

    // MARK: - Reading

    /// Fetches the values of all results in one reply. If they are too large for that, or the
    /// server has no such list, fetches them one by one.
    private func results(
        _ names: [String], _ patienceSeconds: Double
    ) async throws -> [JSONValue] {
        let list = url.appendingPathComponent("results")
        let whole = try await connection.patiently(patienceSeconds) {
            do {
                return try await connection.call(list).array
            } catch RouteTaskError.service(let envelope) where (400..<500).contains(envelope.code) {
                return nil
            }
        }
        if let whole { return whole }
        var values: [JSONValue] = []
        for name in names {
            values.append(
                try await connection.patiently(patienceSeconds) {
                    try await connection.call(list.appendingPathComponent(name))
                })
        }
        return values
    }

    /// Reads one member of the answer. Results that carry JSON as text are parsed.
    private static func member(_ value: JSONValue, _ url: URL) throws -> JSONValue {
        guard let text = value.string else { return value }
        do {
            return try JSONValue.parse(text)
        } catch {
            throw RouteTaskError.unexpectedReply(
                url: url, status: 200, reason: "its value is text that is not JSON (\(error))")
        }
    }

    private static func message(_ value: JSONValue) -> Message? {
        // Answers have no "Executing …" message, so the job's first message is dropped.
        guard let text = value["description"]?.string, !text.hasPrefix("Executing ") else {
            return nil
        }
        return switch value["type"]?.string {
        case "esriJobMessageTypeError", "esriJobMessageTypeAbort": Message(.error, text)
        case "esriJobMessageTypeWarning": Message(.warning, text)
        default: Message(.informative, text)
        }
    }

    /// Makes the error for a job that ended without an answer.
    private static func failure(_ status: Status) -> RouteTaskError.Envelope {
        let errors = status.messages.filter { $0.type == .error }.map(\.text)
        let message =
            switch status.word {
            case "esriJobCancelled": "The job was cancelled."
            case "esriJobTimedOut": "The job took longer than the server allows."
            case "esriJobDeleted": "The job was removed."
            default: "The job failed."
            }
        return RouteTaskError.Envelope(
            code: 400,
            extendedCode: status.word == "esriJobTimedOut" ? ExtendedCode.timedOut.rawValue : nil,
            message: message, details: errors)
    }
}
