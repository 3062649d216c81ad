// Tests jobs over HTTP: submitted, watched, cancelled, deleted, and readable by their owner only.

import AccessControl
import Fixtures
import Foundation
import Geo
import Geoprocessing
import HTTPTypes
import Hummingbird
import Jobs
@testable import PublishedServices
import RouteAPI
import ServerTesting
@testable import ServiceTransport
import Testing

@testable import RouteService

@Suite struct JobTests {
    private let files = TestFiles()

    @Test func `a server without jobs says how to turn them on`() async throws {
        try await makeServer().test { client in
            for path in [
                JobPath.solve, "\(JobPath.solve)/submitJob", "\(JobPath.solve)/jobs",
                JobPath.tools, JobPath.findRoutes,
            ] {
                let answer = try await client.json(path)
                #expect(answer["error"]?["code"] == 400, "\(path)")
                #expect(
                    answer["error"]?["details"]?.array?.first?.string?.contains("--jobs") == true)
            }
            let root = try await client.json(JobPath.services)
            let services = root["services"]?.array?.compactMap { $0["type"]?.string }
            #expect(services == ["NAServer", "GPServer"])
        }
    }

    @Test(arguments: [
        ("\(JobPath.services)/Harbor/GPServer/solv", "Harbor/GPServer has the tasks solve"),
        ("\(JobPath.solve)/status", "has submitJob and jobs"),
        ("\(JobPath.tools)/FindTrips", "FindRoutes"),
        ("\(JobPath.services)/Nowhere/GPServer", "names no GPServer service"),
        ("\(JobPath.services)/NetworkAnalysisUtilities/GPServer/FindRoutes", "GetToolInfo"),
    ])
    func `a path that is no task says what there is`(path: String, words: String) async throws {
        try await makeJobServer(files: files).test { client in
            let answer = try await client.json(path)
            #expect(answer["error"]?["code"] == 400)
            let details = answer["error"]?["details"]?.array?.compactMap(\.string).joined()
            #expect(details?.contains(words) == true, "\(answer.text)")
        }
    }

    @Test func `services and tasks are listed and described`() async throws {
        try await makeJobServer(files: files).test { client in
            let root = try await client.json(JobPath.services)
            let names = root["services"]?.array?.filter { $0["type"] == "GPServer" }
                .compactMap { $0["name"]?.string }
            #expect(names == ["Harbor", "NetworkAnalysis", "NetworkAnalysisUtilities"])
            let service = try await client.json("\(JobPath.services)/Harbor/GPServer")
            #expect(service["tasks"] == ["solve", "locate", "FindRoutes"])
            #expect(service["executionType"] == "esriExecutionTypeAsynchronous")
            #expect(service["resultMapServerName"] == "")
            let tools = try await client.json(JobPath.tools)
            #expect(tools["tasks"] == ["FindRoutes"])
            let task = try await client.json(JobPath.findRoutes)
            #expect(task["name"] == "FindRoutes")
            let parameters = try #require(task["parameters"]?.array)
            #expect(parameters.first?["name"] == "Stops")
            #expect(parameters.last?["name"] == "Usage_Cost")
            let other = try await client.json(
                "\(JobPath.services)/Routing/Harbor/GPServer/solve")
            #expect(other["name"] == "solve")
        }
    }

    @Test func `a job runs from its submission to its results`() async throws {
        let server = try makeJobServer(FakeLayer(.answer(routeAnswer())), files: files)
        try await server.test { client in
            let job = try await client.submit(JobPath.solve, FixturePath.twoStops)
            let ended = try await client.ended(job)
            #expect(ended["jobStatus"] == "esriJobSucceeded", "\(ended.text)")
            #expect(ended["results"]?["routes"]?["paramUrl"] == "results/routes")
            #expect(ended["inputs"]?["stops"]?["paramUrl"] == "inputs/stops")
            #expect(ended["progress"] == nil)
            #expect(
                ended["messages"]?.array?.first?["type"] == "esriJobMessageTypeInformative")
            let quiet = try await client.json("\(job)?returnMessages=false")
            #expect(quiet["messages"]?.array?.isEmpty == true)
            let routes = try await client.json("\(job)/results/ROUTES")
            #expect(routes["paramName"] == "routes")
            #expect(routes["dataType"] == "GPFeatureRecordSetLayer")
            let features = try #require(routes["value"]?["features"]?.array)
            #expect(features.first?["attributes"]?["Name"] == "A - B")
            let input = try await client.json("\(job)/inputs/stops")
            #expect(input["value"] == "7.41,43.73;7.42,43.74")
            let all = try await client.json("\(job)/results")
            #expect((all.array?.count ?? 0) > 3)
            let missing = try await client.json("\(job)/results/journeys")
            #expect(missing["error"]?["code"] == 404)
            let map = try await client.execute(
                uri: "\(job)/results/routes?f=geojson", method: .get)
            #expect(try map.json()["type"] == "FeatureCollection")
        }
    }

    @Test func `a tool has all outputs that it declares, in the order of its task`()
        async throws
    {
        let server = try makeJobServer(FakeLayer(.answer(routeAnswer())), files: files)
        try await server.test { client in
            // Clients in R and JavaScript send lower-case names.
            let job = try await client.submit(
                JobPath.findRoutes, "stops=7.41,43.73;7.42,43.74&travel_mode=Driving%20Time")
            let ended = try await client.ended(job)
            #expect(ended["jobStatus"] == "esriJobSucceeded", "\(ended.text)")
            let task = try await client.json(JobPath.findRoutes)
            let declared = task["parameters"]?.array?
                .filter { $0["direction"] == "esriGPParameterDirectionOutput" }
                .compactMap { $0["name"]?.string }
            #expect(ended["results"]?.object?.keys == declared)
            let routes = try await client.json("\(job)/results/output_routes")
            #expect(routes["paramName"] == "Output_Routes")
            let row = try #require(routes["value"]?["features"]?.array?.first)
            #expect(row["attributes"]?["Total_Minutes"] == 2)
            #expect(row["attributes"]?["Total_Kilometers"] == 1)
            #expect(try await client.json("\(job)/results/Solve_Succeeded")["value"] == true)
            #expect(
                try await client.json("\(job)/results/Usage_Cost")["value"]
                    == #"{"numObjects":1,"credits":0}"#)
            let layer = try await client.json("\(job)/results/Output_Network_Analysis_Layer")
            #expect(layer.object?.keys.contains("value") == true)
            #expect(layer["value"] == JSONValue.null)
        }
    }

    @Test(arguments: [
        ("Travel_Mode=Flying", "Travel_Mode"), ("Populate_Directions=perhaps", "Populate_"),
        ("Time_of_Day=never", "Time_of_Day"), ("Stops=", "Stops"),
        ("Stops=1000,2;3,4", "Stops"),
    ])
    func `a value that is not accepted fails the job, whose message names it`(
        field: String, name: String
    ) async throws {
        try await makeJobServer(files: files).test { client in
            let stops = field.hasPrefix("Stops") ? "" : "&Stops=7.41,43.73;7.42,43.74"
            let job = try await client.submit(JobPath.findRoutes, field + stops)
            let ended = try await client.ended(job)
            #expect(ended["jobStatus"] == "esriJobFailed")
            #expect(ended["results"] == nil)
            let errors = ended["messages"]?.array?.filter {
                $0["type"] == "esriJobMessageTypeError"
            }
            #expect(
                errors?.first?["description"]?.string?.contains("\"\(name)") == true,
                "\(ended.text)")
        }
    }

    @Test func `a failed solve is a failed job`() async throws {
        let error = RouteRequestError(.noSolution, details: ["No route connects A and B."])
        let server = try makeJobServer(FakeLayer(.fail(error)), files: files)
        try await server.test { client in
            let job = try await client.submit(JobPath.solve, FixturePath.twoStops)
            let ended = try await client.ended(job)
            #expect(ended["jobStatus"] == "esriJobFailed")
            #expect(ended.text.contains("No route connects A and B."))
        }
    }

    @Test func `a running job is cancelled, and a finished one is not`() async throws {
        let layer = FakeLayer(.busy)
        try await makeJobServer(layer, files: files).test { client in
            let job = try await client.submit(JobPath.solve, FixturePath.twoStops)
            try await client.reaches("esriJobExecuting", job)
            try await eventually { layer.started == 1 }
            let cancelled = try await client.json("\(job)/cancel")
            #expect(cancelled["jobStatus"] == "esriJobCancelling")
            #expect(try await client.ended(job)["jobStatus"] == "esriJobCancelled")
            #expect(layer.stopped == 1)
            #expect(try await client.json("\(job)/cancel")["jobStatus"] == "esriJobCancelled")
        }
    }

    @Test func `a job that waits is cancelled at once`() async throws {
        let layer = FakeLayer(.busy)
        try await makeJobServer(layer, files: files).test { client in
            let first = try await client.submit(JobPath.solve, FixturePath.twoStops)
            try await client.reaches("esriJobExecuting", first)
            let second = try await client.submit(JobPath.solve, FixturePath.twoStops)
            #expect(try await client.json("\(second)/cancel")["jobStatus"] == "esriJobCancelled")
            layer.release()
            #expect(try await client.ended(first)["jobStatus"] == "esriJobSucceeded")
            #expect(layer.started == 1)
        }
    }

    @Test func `a deleted job has failed for those that still ask`() async throws {
        let server = try makeJobServer(FakeLayer(.answer(routeAnswer())), files: files)
        try await server.test { client in
            let job = try await client.submit(JobPath.solve, FixturePath.twoStops)
            _ = try await client.ended(job)
            #expect(try await client.json("\(job)/delete")["jobStatus"] == "esriJobDeleted")
            let after = try await client.json(job)
            #expect(after["jobStatus"] == "esriJobFailed")
            #expect(after["messages"]?.array?.first?["type"] == "esriJobMessageTypeError")
            #expect(try await client.json("\(job)/results/routes")["error"]?["code"] == 404)
            #expect(try await client.json("\(JobPath.solve)/jobs")["jobs"]?.array?.isEmpty == true)
        }
    }

    @Test(arguments: [
        "nonsense", "j0123456789abcdef0123456789abcdef", "j0123456789abcdef0123456789abcdef/cancel",
        "nonsense/results/routes",
    ])
    func `an unknown id is not found`(id: String) async throws {
        try await makeJobServer(files: files).test { client in
            let answer = try await client.json("\(JobPath.solve)/jobs/\(id)")
            #expect(answer["error"]?["code"] == 404)
        }
    }

    @Test func `a job belongs to its task`() async throws {
        try await makeJobServer(files: files).test { client in
            let job = try await client.submit(JobPath.solve, FixturePath.twoStops)
            let elsewhere = job.replacing("GPServer/solve", with: "GPServer/locate")
            #expect(try await client.json(elsewhere)["error"]?["code"] == 404)
        }
    }

    // MARK: - Restarts

    @Test func `a job outlives the server that took it`() async throws {
        let job = try await makeJobServer(FakeLayer(.busy), files: files).test { client in
            let job = try await client.submit(JobPath.solve, FixturePath.twoStops)
            try await client.reaches("esriJobExecuting", job)
            return job
        }
        let server = try makeJobServer(FakeLayer(.answer(routeAnswer())), files: files)
        try await server.test { client in
            let ended = try await client.ended(job)
            #expect(ended["jobStatus"] == "esriJobSucceeded")
        }
    }

    @Test func `a job that has not begun is done on the network that is served, and says so`()
        async throws
    {
        let catalog = fixtureCatalog()
        let layer = try #require(catalog.layers.first)
        let server = TaskServer(folder: "", service: "Harbor", layers: [layer])
        let task = try #require(server.tasks.first)
        let input = JobInput(
            task, on: layer, FormParameters([(name: "stops", value: "7.41,43.73;7.42,43.74")]),
            caller: .anonymous(network: ""),
            origin: "http://127.0.0.1:6080")
        let store = try SQLiteJobStore(folder: files.path("jobs"))
        let id = try store.submit(
            JobSubmission(
                owner: Caller.anonymous(network: "").key, task: task.path, input: input.bytes,
                pin: "another network")
        ).id
        try await makeJobServer(files: files).test { client in
            let ended = try await client.ended("\(JobPath.solve)/jobs/\(id)")
            #expect(ended["jobStatus"] == "esriJobSucceeded")
            #expect(ended.text.contains("in place of another network"))
        }
    }

    @Test func `the input of a job is read as it was written`() throws {
        let layer = try #require(fixtureCatalog().layers.last)
        let server = TaskServer(folder: "Routing", service: "Harbor", layers: [layer])
        for task in server.tasks {
            for caller in [Caller.user("ann"), .anonymous(network: "192.0.2.1")] {
                let input = JobInput(
                    task, on: layer,
                    FormParameters([
                        (name: "Stops", value: "a \"b\" ü"), (name: "token", value: "secret"),
                        (name: "f", value: "json"),
                    ]), caller: caller,
                    origin: "http://127.0.0.1:6080")
                #expect(JobInput(bytes: input.bytes) == input)
                #expect(input.fields.map(\.name) == ["Stops"])
            }
        }
        #expect(JobInput(bytes: Array("{}".utf8)) == nil)
        #expect(JobInput(bytes: [1, 2, 3]) == nil)
    }

    @Test func `a job that is sent twice under one key is done once`() async throws {
        let layer = FakeLayer(.answer(routeAnswer()))
        try await makeJobServer(layer, files: files).test { client in
            let key = try #require(HTTPField.Name("Idempotency-Key"))
            var headers = formHeaders
            headers[key] = "today"
            func submit(_ form: String) async throws -> JSONValue {
                try await client.execute(
                    uri: "\(JobPath.solve)/submitJob", method: .post, headers: headers,
                    body: ByteBuffer(string: "f=json&\(form)")
                ).json()
            }
            let first = try await submit(FixturePath.twoStops)
            let second = try await submit(FixturePath.twoStops)
            #expect(first["jobId"] != nil)
            #expect(first["jobId"] == second["jobId"])
            let other = try await submit("stops=1,2;3,4")
            #expect(other["error"]?["code"] == 409)
        }
    }

    @Test func `a full queue is answered with a time to wait`() {
        let full = ErrorTable.jobs(
            .full(.init(what: "unfinished jobs", allowed: 7, retrySeconds: 30)))
        #expect(full.code == 503)
        #expect(full.headers[.retryAfter] == "30")
        #expect(full.details.first?.contains("7") == true)
        let unavailable = ErrorTable.jobs(.unavailable("disk 7"))
        #expect(unavailable.code == 503)
        #expect(unavailable.headers[.retryAfter] == "5")
        #expect(unavailable.details.allSatisfy { !$0.contains("disk") })
        let large = ErrorTable.jobs(
            .full(.init(what: "bytes of an input", allowed: 7, retrySeconds: nil)))
        #expect(large.code == 413)
    }

    @Test func `priorities let others pass`() async throws {
        try await makeJobServer(files: files).test { client in
            _ = try await client.submit(JobPath.solve, "\(FixturePath.twoStops)&priority=-5")
            let answer = try await client.post(
                "\(JobPath.solve)/submitJob", "f=json&\(FixturePath.twoStops)&priority=5"
            ).json()
            #expect(answer["error"]?["details"]?.array?.first?.string?.contains("priority") == true)
        }
    }

    // MARK: - Owners

    @Test func `a user's job is seen by that user alone`() async throws {
        let layer = FakeLayer(.answer(routeAnswer()))
        let server = try makeSecuredServer(securedCatalog(layer), files: files) { configuration in
            configuration.jobs = files.path("jobs")
        }
        try await server.test { client in
            let ann = try await client.token()
            let ben = try await client.token("ben", "battery+staple")
            let task = "\(JobPath.services)/Depot/GPServer/solve"
            let job = try await client.submit(task, "\(FixturePath.twoStops)&token=\(ann)")
            #expect(try await client.json(job)["error"]?["code"] == 499)
            #expect(try await client.json("\(job)?token=\(ben)")["error"]?["code"] == 404)
            #expect(try await client.json("\(job)/delete?token=\(ben)")["error"]?["code"] == 404)
            #expect(try await client.json("\(job)?token=\(ann)")["jobStatus"] != nil)
            let list = try await client.json("\(task)/jobs?token=\(ann)")
            #expect(list["jobs"]?.array?.count == 1)
            let other = try await client.json("\(task)/jobs?token=\(ben)")
            #expect(other["jobs"]?.array?.isEmpty == true)
            let vault = "\(JobPath.services)/Private/Vault/GPServer/solve"
            #expect(try await client.json("\(vault)?token=\(ben)")["error"]?["code"] == 403)
        }
    }

    @Test func `jobs without a user are not listed behind a proxy`() async throws {
        try await makeJobServer(files: files) {
            $0.publicURL = "https://maps.example"
        }.test { client in
            _ = try await client.submit(JobPath.solve, FixturePath.twoStops)
            #expect(try await client.json("\(JobPath.solve)/jobs")["jobs"]?.array?.isEmpty == true)
        }
        let others = TestFiles()
        try await makeJobServer(files: others).test { client in
            let job = try await client.submit(JobPath.solve, FixturePath.twoStops)
            let list = try await client.json("\(JobPath.solve)/jobs")["jobs"]?.array
            #expect(
                list?.compactMap { $0["jobId"]?.string }.allSatisfy { job.hasSuffix($0) }
                    == true)
            #expect(list?.count == 1)
        }
    }

    // MARK: - Portals and descriptions

    @Test func `a portal names the tools that there are`() async throws {
        for hasJobs in [true, false] {
            let server = try makeServer(fixtureCatalog()) { configuration in
                configuration.answersSharing = true
                if hasJobs { configuration.jobs = files.path("jobs") }
            }
            try await server.test { client in
                let portal = try await client.json("/arcgis/sharing/rest/portals/self")
                let services = try #require(portal["helperServices"])
                let url = services["asyncRoute"]?["url"]?.string
                #expect((url?.hasSuffix(JobPath.tools) == true) == hasJobs)
                #expect(services["asyncClosestFacility"] == nil, "there is no such layer")
            }
        }
    }

    @Test func `the description has tasks and jobs where they are on`() async throws {
        for hasJobs in [true, false] {
            let server = try makeServer(fixtureCatalog()) { configuration in
                if hasJobs { configuration.jobs = files.path("jobs") }
            }
            try await server.test { client in
                let paths = try #require(try await client.json("/openapi.json")["paths"]?.object)
                #expect((paths["\(JobPath.solve)/submitJob"] != nil) == hasJobs)
                #expect((paths["\(JobPath.findRoutes)/jobs/{jobId}"] != nil) == hasJobs)
            }
        }
    }
}
