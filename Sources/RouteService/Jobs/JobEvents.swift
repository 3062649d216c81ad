// A job's states, progress and messages as server-sent events.

import Geo
import HTTPTypes
import Hummingbird
import Jobs
import NIOCore
import RouteAPI
import ServiceLifecycle
import ServiceTransport

/// Sends a job's events until it has ended.
///
///     event: state
///     data: {"jobId":"j…","jobStatus":"esriJobExecuting"}
///
///     event: progress
///     data: {"message":"Finding routes","done":3,"count":12,"unit":"routes","percent":25}
///
///     event: message
///     id: 4
///     data: {"type":"esriJobMessageTypeWarning","description":"…"}
struct JobEvents: Sendable {
    let stream: JobStream
    /// How long a stream may last; clients then connect again.
    var longest = Duration.seconds(3_600)

    /// After this many looks without news, a comment is sent to keep the connection alive.
    private static let quietLooks = 20

    /// The response, whose body continues as long as the job.
    var response: Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream;charset=utf-8", .cacheControl: "no-store",
                .xContentTypeOptions: "nosniff",
            ], body: ResponseBody { try await self.write(to: $0) })
    }

    /// Returns whether a refusal looks like other failures, in the format named or as a browser's
    /// page.
    static func wantsPage(_ request: ServiceRequest) -> Bool {
        request.fields.text("f") != nil || request.headers[.accept]?.contains("text/html") == true
    }

    /// Returns a refusal in plain text.
    static func refusal(_ failure: ServiceError) -> Response {
        let text = ([failure.message] + failure.details).joined(separator: "\n") + "\n"
        let code = failure.status == .ok ? failure.code : failure.status.code
        var response = Response(
            status: (400..<600).contains(code) ? .init(code: code) : .badRequest,
            headers: [
                .contentType: "text/plain;charset=utf-8", .cacheControl: "no-store",
                .xContentTypeOptions: "nosniff",
            ], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        for field in failure.headers { response.headers[field.name] = field.value }
        return response
    }

    private func write(to writer: any ResponseBodyWriter) async throws {
        var body = writer
        var quiet = 0
        let end = ContinuousClock.now + longest
        while ContinuousClock.now < end {
            let (text, isLast) = await news()
            if !text.isEmpty || quiet >= Self.quietLooks {
                quiet = 0
                try await body.write(ByteBuffer(string: text.isEmpty ? ": \n\n" : text))
            }
            if isLast { break }
            quiet += 1
        }
        try await body.finish(nil)
    }

    /// Waits for the next events, and says whether they are the last. Streams end with the
    /// connection, and with the server, which would otherwise wait for them.
    private func news() async -> (text: String, isLast: Bool) {
        let news = await withTaskCancellationOrGracefulShutdownHandler {
            await stream.next()
        } onCancelOrGracefulShutdown: {
            stream.end()
        }
        return switch news {
        case .events(let text): (text, false)
        case .last(let text): (text, true)
        case .end: ("", true)
        }
    }
}

/// What a stream has already sent about a job.
struct SeenOfJob: Hashable, Sendable {
    /// Identifies a job's messages after a number.
    struct Position: Hashable {
        let job: JobID
        let message: Int
    }

    private var state: JobState?
    private var progress: JobProgress?
    /// The last message's number.
    private(set) var message = 0

    /// Returns the events that are new, and remembers them.
    mutating func news(of record: JobRecord, _ messages: [NumberedMessage]) -> String {
        var text = ""
        if record.state != state {
            state = record.state
            text += Self.event("state") { writer in
                writer.member("jobId", record.id.text)
                writer.member("jobStatus", JobResource.status(of: record.state))
            }
        }
        if let progress = record.progress, progress != self.progress {
            self.progress = progress
            text += Self.event("progress") { $0.members(of: progress) }
        }
        for message in messages {
            self.message = message.number
            text += Self.event("message", id: message.number) { writer in
                writer.members(of: message.message)
            }
        }
        return text
    }

    private static func event(
        _ name: String, id: Int? = nil, _ body: (inout JSONWriter) -> Void
    ) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        body(&writer)
        writer.endObject()
        // Compact JSON has no line breaks; they would end the data.
        let number = id.map { "id: \($0)\n" } ?? ""
        return "event: \(name)\n\(number)data: \(writer.text)\n\n"
    }
}

extension JSONWriter {
    /// Writes the members of a progress object.
    mutating func members(of progress: JobProgress) {
        member("type", progress.percent == nil ? "default" : "step")
        member("message", progress.title)
        member("done", progress.done)
        member("count", progress.count)
        member("unit", progress.unit)
        if let percent = progress.percent { member("percent", percent) }
    }

    /// Writes a message's members in ArcGIS words.
    mutating func members(of message: JobMessage) {
        let word =
            switch message.kind {
            case .informative: "Informative"
            case .warning: "Warning"
            case .error: "Error"
            }
        member("type", "esriJobMessageType\(word)")
        member("description", message.text)
    }
}
