// Tests the client's jobs with scripted replies.

import Foundation
import Geo
import RouteAPI
import RouteTaskClient
import Synchronization
import Testing

/// Answers each URL with its replies in order, and repeats the last one.
private final class ScriptedServer: HTTPTransport {
    private let replies: Mutex<[String: [HTTPReply]]>
    private let recorded = Mutex<[HTTPCall]>([])

    init(_ replies: [String: [String]]) {
        self.replies = Mutex(
            replies.mapValues { $0.map { HTTPReply(status: 200, body: Array($0.utf8)) } })
    }

    var calls: [HTTPCall] { recorded.withLock { $0 } }

    func send(_ call: HTTPCall) async throws -> HTTPReply {
        recorded.withLock { $0.append(call) }
        return try replies.withLock { replies in
            guard let reply = replies[call.url.path]?.first else {
                throw URLError(.cannotConnectToHost)
            }
            if (replies[call.url.path]?.count ?? 0) > 1 { replies[call.url.path]?.removeFirst() }
            return reply
        }
    }
}

@Suite struct RouteJobTests {
    private static let solve = "/arcgis/rest/services/town/GPServer/solve"
    private static let job = "\(solve)/jobs/j7"
    private static let submitted = "{\"jobId\":\"j7\",\"jobStatus\":\"esriJobSubmitted\"}"
    private static let begin =
        "{\"type\":\"esriJobMessageTypeInformative\",\"description\":\"Executing solve on town.\"}"
    private static let routes =
        "{\"paramName\":\"routes\",\"dataType\":\"GPFeatureRecordSetLayer\",\"value\":{"
        + "\"geometryType\":\"esriGeometryPolyline\",\"spatialReference\":{\"wkid\":4326},"
        + "\"features\":[{\"attributes\":{\"Name\":\"Ada\"}}]}}"
    private static let stops = "{\"paramName\":\"stops\",\"dataType\":\"x\",\"value\":null}"
    private static let directions =
        "{\"paramName\":\"directions\",\"dataType\":\"GPString\",\"value\":\"[]\"}"

    private static func ended(_ word: String, _ messages: String = begin) -> String {
        "{\"jobId\":\"j7\",\"jobStatus\":\"\(word)\",\"results\":{\"routes\":{},\"stops\":{},"
            + "\"directions\":{}},\"messages\":[\(messages)]}"
    }

    private func task(_ server: ScriptedServer, layer: String = "NAServer/Route") throws
        -> RouteTask
    {
        let url = "http://example.test/arcgis/rest/services/town/\(layer)"
        return RouteTask(url: try #require(URL(string: url)), transport: server)
    }

    private func parameters() -> RouteParameters {
        var parameters = RouteParameters()
        parameters.findBestSequence = true
        return parameters
    }

    @Test func `a job is submitted, waited for, and its results are the members of an answer`()
        async throws
    {
        let warning =
            "{\"type\":\"esriJobMessageTypeWarning\",\"description\":\"Stop 2 was moved.\"}"
        let server = ScriptedServer([
            "\(Self.solve)/submitJob": [Self.submitted],
            Self.job: [
                "{\"jobId\":\"j7\",\"jobStatus\":\"esriJobExecuting\",\"messages\":[]}",
                Self.ended("esriJobSucceeded", "\(Self.begin),\(warning)"),
            ],
            "\(Self.job)/results": ["[\(Self.routes),\(Self.stops),\(Self.directions)]"],
        ])
        let job = try await task(server).submit(parameters(), key: "day 1")
        #expect(job.id == "j7")
        let result = try await job.answer().result
        #expect(result.routes?.features.count == 1)
        #expect(result.stops == nil)
        #expect(result.directions?.isEmpty == true)
        // The message that begins every job is not part of the answer.
        #expect(result.messages == [Message(.warning, "Stop 2 was moved.")])
        let sent = try #require(server.calls.first)
        #expect(sent.headers["Idempotency-Key"] == "day 1")
        #expect(sent.form?["layer"] == "Route")
        #expect(sent.form?["findBestSequence"] == "true")
    }

    @Test func `results that are too large for one reply are read one by one`() async throws {
        let server = ScriptedServer([
            Self.job: [Self.ended("esriJobSucceeded")],
            "\(Self.job)/results": ["{\"error\":{\"code\":413,\"message\":\"Result too large.\"}}"],
            "\(Self.job)/results/routes": [Self.routes],
            "\(Self.job)/results/stops": [Self.stops],
            "\(Self.job)/results/directions": [Self.directions],
        ])
        let result = try await task(server).job(id: "j7").answer().result
        #expect(result.routes?.features.count == 1)
        #expect(server.calls.count == 5)
    }

    @Test(arguments: ["esriJobFailed", "esriJobCancelled", "esriJobTimedOut", "esriJobDeleted"])
    func `a job that ends otherwise throws its messages`(word: String) async throws {
        let reason = "{\"type\":\"esriJobMessageTypeError\",\"description\":\"No solution found.\"}"
        let server = ScriptedServer([Self.job: [Self.ended(word, "\(Self.begin),\(reason)")]])
        let job = try task(server).job(id: "j7")
        let error = await #expect(throws: RouteTaskError.self) { try await job.answer() }
        guard case .service(let envelope) = error else {
            Issue.record("\(String(describing: error)) is not the error of the job")
            return
        }
        #expect(envelope.details == ["No solution found."])
        #expect(!envelope.message.isEmpty)
    }

    @Test func `while a server restarts, it is asked again`() async throws {
        let busy = "{\"error\":{\"code\":503,\"message\":\"Stopping.\"}}"
        let server = ScriptedServer([
            "\(Self.solve)/submitJob": [busy, Self.submitted],
            Self.job: [busy, Self.ended("esriJobSucceeded")],
            "\(Self.job)/results": ["[\(Self.routes)]"],
        ])
        let job = try await task(server).submit(parameters(), patienceSeconds: 60)
        #expect(try await job.answer(patienceSeconds: 60).result.routes != nil)
        // The same submission under the same key, which the server does once.
        let submissions = server.calls.filter { $0.url.lastPathComponent == "submitJob" }
        #expect(submissions.count == 2)
        #expect(Set(submissions.map { $0.headers["Idempotency-Key"] }).count == 1)
        await #expect(throws: RouteTaskError.self) {
            _ = try await task(ScriptedServer([:])).submit(parameters())
        }
    }

    @Test func `a job is cancelled and removed at its URL`() async throws {
        let server = ScriptedServer([
            "\(Self.job)/cancel": [Self.submitted], "\(Self.job)/delete": [Self.submitted],
        ])
        let job = try task(server).job(id: "j7")
        try await job.cancel()
        try await job.delete()
        #expect(server.calls.map(\.url.lastPathComponent) == ["cancel", "delete"])
    }

    @Test(arguments: [
        ("{\"name\":\"solve\"}", true),
        ("{\"error\":{\"code\":400,\"message\":\"Invalid URL\"}}", false),
        ("{\"error\":{\"code\":404,\"message\":\"Not found\"}}", false),
    ])
    func `a server says whether it has jobs`(reply: String, hasJobs: Bool) async throws {
        let server = ScriptedServer([Self.solve: [reply]])
        #expect(try await task(server).hasJobs() == hasJobs)
        #expect(server.calls.count == 1)
        #expect(try await !task(server, layer: "MapServer/Route").hasJobs())
    }

    @Test func `whether a server has jobs is not guessed when it refuses or is silent`()
        async throws
    {
        let refusal = "{\"error\":{\"code\":499,\"message\":\"Token Required\"}}"
        for replies in [[Self.solve: [refusal]], [:]] {
            await #expect(throws: RouteTaskError.self) {
                _ = try await task(ScriptedServer(replies)).hasJobs()
            }
        }
    }

    @Test func `a URL that is no layer of a service has no jobs`() throws {
        let error = #expect(throws: RouteTaskError.self) {
            try task(ScriptedServer([:]), layer: "MapServer/Route").job(id: "j7")
        }
        // Nothing was sent, so nothing answered.
        #expect(error?.description.contains("was not asked: only layers whose URL") == true)
    }
}
