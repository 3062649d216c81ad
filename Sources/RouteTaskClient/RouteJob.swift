// A job on a server: its state, its answer, its end.

public import Foundation
import Geo
public import RouteAPI

/// A solve that a server does as a job.
///
/// A job outlives the connection, the program that submitted it, and a restart of the server.
public struct RouteJob: Sendable {
    /// Its id, by which ``RouteTask/job(id:of:)`` finds it again.
    public let id: String
    /// Its URL, below that of its task.
    public let url: URL
    private let connection: ServiceConnection

    init(id: String, task: URL, connection: ServiceConnection) {
        self.id = id
        url = task.appendingPathComponent("jobs").appendingPathComponent(id)
        self.connection = connection
    }

    /// How far a job is.
    public struct Status: Hashable, Sendable {
        /// The state, such as `esriJobExecuting`.
        public var word: String
        /// The messages so far.
        public var messages: [Message]
        /// The names of the results, when the job has ended.
        public var results: [String]
        /// How far the work is, while a worker does it.
        public var progress: Progress?

        /// Whether the job has ended, with or without an answer.
        public var isEnded: Bool { Self.ends.contains(word) }
        /// Whether the job has ended with its whole answer.
        public var isSucceeded: Bool { word == "esriJobSucceeded" }

        private static let ends: Set<String> = [
            "esriJobSucceeded", "esriJobFailed", "esriJobCancelled", "esriJobTimedOut",
            "esriJobDeleted",
        ]
    }

    /// How far the work of a job is.
    public struct Progress: Hashable, Sendable {
        /// The name of the stage, such as `Finding routes`.
        public var title: String
        /// The number of items that are done.
        public var done: Int
        /// The number of all items; 0 when it is not known.
        public var count: Int
        /// The unit of the items, such as `routes`.
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

    /// Asks for the state.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
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

    /// Waits for the end of the job and reads its answer.
    ///
    /// The state is asked for after 0.1 s, then less and less often, every two seconds at last.
    /// While the server does not answer, such as during a restart, it is asked again.
    ///
    /// - Parameters:
    ///   - patienceSeconds: Seconds without any reply after which the waiting ends.
    ///   - report: Is called with each state that is not the end.
    /// - Throws: ``RouteTaskError/service(_:)`` with the messages of a job that failed, was
    ///   cancelled or took too long; other ``RouteTaskError`` when there is no reply;
    ///   `CancellationError` when the task is cancelled: the job itself continues.
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

    /// Cancels the job; what is finished stays.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
    public func cancel() async throws {
        _ = try await connection.call(url.appendingPathComponent("cancel"))
    }

    /// Removes the job with its results from the server.
    ///
    /// - Throws: ``RouteTaskError``; `CancellationError` when the task is cancelled.
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

    /// The values of results: all in one reply, or one by one where they are too large for that and
    /// where a server has no list of them.
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

    /// A member of an answer: values that are JSON as text are that JSON.
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
        // The first message of a job says that it has begun, which no answer does.
        guard let text = value["description"]?.string, !text.hasPrefix("Executing ") else {
            return nil
        }
        return switch value["type"]?.string {
        case "esriJobMessageTypeError", "esriJobMessageTypeAbort": Message(.error, text)
        case "esriJobMessageTypeWarning": Message(.warning, text)
        default: Message(.informative, text)
        }
    }

    /// The error of a job that ended without an answer.
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
