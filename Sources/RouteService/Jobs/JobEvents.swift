// What happens to a job, as server-sent events: states, progress and messages.

import Geo
import HTTPTypes
import Hummingbird
import Jobs
import NIOCore
import RouteAPI
import ServiceLifecycle

/// Sends what happens to a job until it has ended.
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
    /// The longest time of one stream; clients connect again.
    var longest = Duration.seconds(3_600)

    /// Looks without news after which a comment is sent, so that the connection counts as alive.
    private static let quietLooks = 20

    /// The response, whose body continues with the job.
    var response: Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream;charset=utf-8", .cacheControl: "no-store",
                .xContentTypeOptions: "nosniff",
            ], body: ResponseBody { try await self.write(to: $0) })
    }

    /// Whether a refusal is shown as other failures are: in the format that is named, or as a page
    /// to a browser.
    static func wantsPage(_ request: ServiceRequest) -> Bool {
        request.fields.text("f") != nil || request.headers[.accept]?.contains("text/html") == true
    }

    /// A refusal in plain text.
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

    /// The next events, and whether they are the last ones. Streams end with the server, which
    /// would wait for them, and with the connection.
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

/// What a stream has sent of a job.
struct SeenOfJob: Hashable, Sendable {
    /// The messages of a job after a number.
    struct Position: Hashable {
        let job: JobID
        let message: Int
    }

    private var state: JobState?
    private var progress: JobProgress?
    /// The number of the last message.
    private(set) var message = 0

    /// The events that are new.
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
        // Compact JSON has no line breaks, which would end the data.
        let number = id.map { "id: \($0)\n" } ?? ""
        return "event: \(name)\n\(number)data: \(writer.text)\n\n"
    }
}

extension JSONWriter {
    /// Writes the members of a progress.
    mutating func members(of progress: JobProgress) {
        member("type", progress.percent == nil ? "default" : "step")
        member("message", progress.title)
        member("done", progress.done)
        member("count", progress.count)
        member("unit", progress.unit)
        if let percent = progress.percent { member("percent", percent) }
    }

    /// Writes the members of a message in the words of ArcGIS.
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
