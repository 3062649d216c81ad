// Tests the pages of tasks and jobs, and a job's event stream.

import Fixtures
import Geo
import HTTPTypes
import Hummingbird
@testable import PublishedServices
import RouteAPI
import ServerTesting
import Testing

@testable import RouteService

@Suite struct JobPageTests {
    private let files = TestFiles()

    private func page(
        _ client: TestClient, _ uri: String
    ) async throws -> TestResponse {
        let response = try await client.execute(uri: uri, method: .get)
        #expect(response.headers[.contentType]?.hasPrefix("text/html") == true, "\(uri)")
        return response
    }

    @Test func `the page of a task has a control for each input`() async throws {
        try await makeJobServer(files: files).test { client in
            for task in [JobPath.findRoutes, JobPath.solve] {
                let text = try await page(client, task).text
                let description = try await client.json(task)
                let inputs = description["parameters"]?.array?
                    .filter { $0["direction"] == "esriGPParameterDirectionInput" }
                    .compactMap { $0["name"]?.string }
                for name in try #require(inputs) {
                    #expect(text.contains("name=\"\(name)\""), "\(name)")
                }
                #expect(text.contains("action=\"\(task)/submitJob\""))
            }
        }
    }

    @Test func `a page that submits a job leads to the job, and reloads it until it ends`()
        async throws
    {
        let layer = FakeLayer(.busy)
        try await makeJobServer(layer, files: files).test { client in
            let answer = try await client.post(
                "\(JobPath.solve)/submitJob", "f=html&\(FixturePath.twoStops)")
            #expect(answer.status == .seeOther)
            let job = try #require(answer.headers[.location])
            try await client.reaches("esriJobExecuting", job)
            let refresh = try #require(HTTPField.Name("Refresh"))
            let running = try await page(client, job)
            #expect(running.headers[refresh] == "2")
            #expect(running.text.contains("<progress"))
            #expect(running.text.contains("\(job)/cancel"))
            layer.release()
            _ = try await client.ended(job)
            let ended = try await page(client, job)
            #expect(ended.headers[refresh] == nil)
            #expect(!ended.text.contains("<progress"))
            #expect(ended.text.contains("\(job)/delete"))
        }
    }

    @Test func `what follows the links of pages changes no job`() async throws {
        let layer = FakeLayer(.busy)
        try await makeJobServer(layer, files: files).test { client in
            let submission = "\(JobPath.solve)/submitJob"
            let form = try await page(client, "\(submission)?f=html&\(FixturePath.twoStops)")
            #expect(form.status == .ok)
            #expect(form.text.contains("<form"))
            let head = try await client.execute(
                uri: "\(submission)?f=json&\(FixturePath.twoStops)", method: .head)
            #expect(head.status == .methodNotAllowed)
            #expect(layer.started == 0)
            // ArcGIS clients submit by GET too.
            let asked = try await client.json("\(submission)?\(FixturePath.twoStops)")
            let job = "\(JobPath.solve)/jobs/\(try #require(asked["jobId"]?.string))"
            try await client.reaches("esriJobExecuting", job)
            for change in ["cancel", "delete"] {
                for method in [HTTPRequest.Method.get, .head] {
                    let refused = try await client.execute(
                        uri: "\(job)/\(change)?f=html", method: method)
                    #expect(refused.status == .methodNotAllowed)
                }
                let head = try await client.execute(
                    uri: "\(job)/\(change)?f=json", method: .head)
                #expect(head.status == .methodNotAllowed)
            }
            try await client.reaches("esriJobExecuting", job)
            _ = try await client.json("\(job)/cancel")
            try await eventually { layer.stopped == 1 }
            let deleted = try await client.post("\(job)/delete", "f=html")
            #expect(deleted.status == .seeOther)
        }
    }

    @Test func `a page without places shows the form again`() async throws {
        try await makeJobServer(files: files).test { client in
            let text = try await page(client, "\(JobPath.findRoutes)/submitJob").text
            #expect(text.contains("<form"))
        }
    }

    @Test func `the page of a result has a picture, a table and files`() async throws {
        let server = try makeJobServer(
            FakeLayer(.answer(routeAnswer(named: "<A> & B"))), files: files)
        try await server.test { client in
            let job = try await client.submit(JobPath.solve, FixturePath.twoStops)
            _ = try await client.ended(job)
            let text = try await page(client, "\(job)/results/routes").text
            #expect(text.contains("<svg"))
            #expect(text.contains("&lt;A&gt; &amp; B"))
            #expect(text.contains("© OpenStreetMap contributors"))
            #expect(text.contains("\(job)/results/routes?f=geojson"))
            #expect(try await page(client, "\(job)/results").text.contains("\(job)/results/routes"))
            #expect(try await page(client, "\(job)/inputs").text.contains("stops"))
            #expect(try await page(client, "\(JobPath.solve)/jobs").text.contains(job))
        }
    }

    @Test func `results that hold nothing are named and not offered`() async throws {
        let server = try makeJobServer(
            FakeLayer(.answer(routeAnswer(named: "A"))), files: files)
        try await server.test { client in
            let job = try await client.submit(JobPath.solve, FixturePath.twoStops)
            _ = try await client.ended(job)
            let text = try await page(client, job).text
            #expect(text.contains("href=\"\(job)/results/routes\""))
            #expect(!text.contains("href=\"\(job)/results/polygonBarriers\""))
            #expect(text.contains("These are empty: "))
            let results = try await client.json(job)["results"]
            #expect(results?["polygonBarriers"] != nil)
        }
    }

    @Test(arguments: [
        ("null", true), ("\"\"", true), ("[]", true), ("{}", true), ("\"[]\"", true),
        ("{\"fields\":[],\"features\":[]}", true), ("true", false), ("0", false),
        ("{\"features\":[{}]}", false), ("{\"a\":1}", false), ("[1]", false), ("{", false),
    ])
    func `a value without anything in it holds nothing`(json: String, isNothing: Bool) {
        #expect(ParameterValue.isNothing(Array(json.utf8)) == isNothing)
    }

    @Test func `the services directory leads to the tasks`() async throws {
        try await makeJobServer(files: files).test { client in
            let root = try await page(client, JobPath.services).text
            #expect(root.contains("href=\"\(JobPath.services)/Harbor/GPServer\""))
            #expect(root.contains("href=\"\(JobPath.tools)\""))
            let service = try await page(client, "\(JobPath.services)/Harbor/GPServer").text
            #expect(service.contains("href=\"\(JobPath.solve)\""))
        }
    }

    @Test func `events follow a job to its end`() async throws {
        let layer = FakeLayer(.busy)
        try await makeJobServer(layer, files: files).test { client in
            let job = try await client.submit(JobPath.solve, FixturePath.twoStops)
            try await client.reaches("esriJobExecuting", job)
            async let stream = client.execute(uri: "\(job)/events", method: .get)
            try await eventually { layer.started == 1 }
            layer.release()
            let events = try await stream
            #expect(events.headers[.contentType]?.hasPrefix("text/event-stream") == true)
            #expect(events.text.contains("event: state\ndata: {\"jobId\""))
            #expect(events.text.contains("esriJobSucceeded"))
            #expect(events.text.contains("event: message\nid: 1\n"))
        }
    }

    /// Pages for thousands of streams used to block the event loops.
    @Test func `streams beyond those of one caller are refused in plain text`() async throws {
        let layer = FakeLayer(.busy)
        try await makeJobServer(layer, files: files).test { client in
            let job = try await client.submit(JobPath.solve, FixturePath.twoStops)
            try await eventually { layer.started == 1 }
            let most = JobWatch.Bounds().ofOneCaller
            try await withThrowingTaskGroup(of: TestResponse.self) { group in
                for _ in 0..<(most + 3) {
                    group.addTask { try await client.execute(uri: "\(job)/events", method: .get) }
                }
                // Refused streams end at once, the others with the job.
                for _ in 0..<3 {
                    let refused = try #require(try await group.next())
                    #expect(refused.status == .serviceUnavailable)
                    #expect(refused.headers[.contentType]?.hasPrefix("text/plain") == true)
                    #expect(refused.text.contains("\(most)") && !refused.text.contains("<"))
                    #expect(refused.headers[.retryAfter] != nil)
                }
                let page = try await client.execute(
                    uri: "\(job)/events", method: .get, headers: [.accept: "text/html"])
                #expect(page.headers[.contentType]?.hasPrefix("text/html") == true)
                let json = try await client.execute(uri: "\(job)/events?f=json", method: .get)
                #expect(try json.json()["error"]?["code"]?.integer == 503)
                layer.release()
                for try await stream in group { #expect(stream.status == .ok) }
            }
        }
    }

    @Test func `a result that leads to a file is a file on the page of its job`() async throws {
        let layer = FakeLayer(.answer(routeAnswer(named: "A")))
        try await makeJobServer(layer, files: files).test { client in
            let row = { (place: String) in "{\"geometry\":{\(place)}}" }
            let rows = [row(#""x":7.41,"y":43.73"#), row(#""x":7.42,"y":43.74"#)]
            let stops = ResourcePath.encoded(
                "{\"features\":[\(rows.joined(separator: ","))]}")
            let job = try await client.submit(
                JobPath.findRoutes, "Stops=\(stops)&Output_Format=CSV%20File")
            _ = try await client.ended(job)
            let text = try await page(client, job).text
            let card = text.split(separator: "<li>").first {
                $0.contains("results/Output_Result_File")
            }
            #expect(card?.contains("a file to download") == true)
        }
    }
}
