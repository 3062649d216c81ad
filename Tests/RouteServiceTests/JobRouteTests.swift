// Tests jobs of several routes on drawn streets: together the parts give what one solve gives.

import AccessControl
import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
import Jobs
import PathFinding
import Preparation
@testable import PublishedServices
import RouteAPI
import RouteAnalysis
import RouteTesting
import ServerTesting
@testable import ServiceTransport
import Testing

@testable import RouteService

@Suite struct JobRouteTests {
    private let files = TestFiles()

    /// Two rows of streets; the lower path from a to c is slow.
    private static func sketch() -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            a---b---c
            |   |   |
            d---e---f
            """)
        sketch.road("abc", seconds: 10) { $0.name = "Quay" }
        sketch.road("adefc", seconds: 50) { $0.name = "Back Street" }
        sketch.road("be", seconds: 50) { $0.name = "Lane" }
        return sketch
    }

    private func catalog(_ sketch: NetworkSketch = Self.sketch()) throws -> ServiceCatalog {
        let layer = NetworkLayer(
            network: try sketch.build(), configuration: nil, analyses: .all)
        return ServiceCatalog([PublishedLayer(service: "Harbor", answering: layer)])
    }

    private func server(
        jobs folder: String = "jobs", workers: Int = 1
    ) throws -> some ApplicationProtocol {
        try makeServer(catalog()) { configuration in
            configuration.jobs = files.path(folder)
            configuration.runningJobs = workers
        }
    }

    /// Stops of named routes, given as letters of the drawing.
    private func stops(_ routes: [(name: String, places: String)]) -> String {
        let drawing = Self.sketch()
        let rows = routes.flatMap { route in
            route.places.map { letter in
                let place = drawing.place(letter)
                return #"{"geometry":{"x":\#(place.x),"y":\#(place.y)},"#
                    + #""attributes":{"RouteName":"\#(route.name)"}}"#
            }
        }
        let json = #"{"features":[\#(rows.joined(separator: ","))]}"#
        return json.addingPercentEncoding
    }

    private let routes: [(name: String, places: String)] = [
        ("morning", "ac"), ("noon", "af"), ("evening", "feb"),
    ]

    @Test func `the parts of a job together are the answer of one solve`() async throws {
        try await server().test { client in
            let form =
                "stops=\(stops(routes))&returnStops=true&returnTraversedEdges=true"
                + "&returnTraversedJunctions=true&directionsOutputType=esriDOTFeatureSets"
            let whole = try await client.post(
                "\(FixturePath.solve)", "f=json&\(form)"
            ).json()
            #expect(whole["error"] == nil, "\(whole.text)")
            let job = try await client.submit(JobPath.solve, form)
            let ended = try await client.ended(job)
            #expect(ended["jobStatus"] == "esriJobSucceeded", "\(ended.text)")
            for name in [
                "routes", "stops", "traversedEdges", "traversedJunctions", "directionPoints",
                "directionLines",
            ] {
                let value = try await client.json("\(job)/results/\(name)")["value"]
                #expect(
                    value?["features"] == whole[name]?["features"],
                    "\(name): \(value?.text ?? "") \(whole[name]?.text ?? "")")
            }
        }
    }

    /// Runs a job and returns the bytes of all results and the texts of its messages.
    private func outcome(
        of form: String, jobs folder: String, workers: Int
    ) async throws -> (results: [String: String], messages: [String]) {
        try await server(jobs: folder, workers: workers).test { client in
            let job = try await client.submit(JobPath.solve, form)
            let ended = try await client.ended(job)
            #expect(ended["jobStatus"] == "esriJobSucceeded", "\(ended.text)")
            var results: [String: String] = [:]
            for name in ended["results"]?.object?.members.map(\.key) ?? [] {
                let reply = try await client.execute(
                    uri: "\(job)/results/\(name)?f=json", method: .get)
                results[name] = String(buffer: reply.body)
            }
            let messages = try await client.json("\(job)?returnMessages=true")["messages"]?.array
            return (results, messages?.compactMap { $0["description"]?.string } ?? [])
        }
    }

    @Test func `many workers give the bytes that one gives`() async throws {
        // Some routes have a single stop, so they fail.
        let many = (0..<24).map { number in
            (name: "route \(number)", places: ["ac", "af", "feb", "a", "cd"][number % 5])
        }
        let form =
            "stops=\(stops(many))&returnStops=true&returnTraversedEdges=true"
            + "&returnTraversedJunctions=true&returnLegs=true&returnConditions=true"
        let one = try await outcome(of: form, jobs: "one", workers: 1)
        let more = try await outcome(of: form, jobs: "more", workers: 4)
        #expect(one.results.keys.count > 5)
        #expect(one.results == more.results)
        #expect(one.messages == more.messages)
        #expect(one.messages.contains { $0.contains("route 3") })
    }

    @Test func `a route has settings of its own, as a request for it alone`() async throws {
        try await server(workers: 3).test { client in
            let settings =
                #"{"Noon":{"impedanceAttributeName":"Kilometers","starttime":null},"#
                + #""evening":{"findBestSequence":"true","startTime":1772434800000}}"#
            let common = "&returnStops=true&startTime=1772438400000&startTimeIsUTC=true"
            let job = try await client.submit(
                JobPath.solve,
                "stops=\(stops(routes + [("lone", "a")]))\(common)"
                    + "&routeSettings=\(settings.addingPercentEncoding)")
            let ended = try await client.ended(job)
            #expect(ended["jobStatus"] == "esriJobSucceeded", "\(ended.text)")
            let found = try await client.json("\(job)/results/stops")["value"]?["features"]?.array
            for (route, own) in [
                (routes[0], common),
                (
                    routes[1],
                    "&returnStops=true&startTimeIsUTC=true&impedanceAttributeName=Kilometers"
                ),
                (routes[2], "\(common)&startTime=1772434800000&findBestSequence=true"),
            ] {
                let form = own.replacing(
                    own.contains("startTime=1772434800000") ? "&startTime=1772438400000" : "#",
                    with: "")
                let alone = try await client.post(
                    FixturePath.solve, "f=json&stops=\(stops([route]))\(form)"
                ).json()
                let mine = (found ?? []).filter {
                    $0["attributes"]?["RouteName"]?.string == route.name
                }
                let expected = alone["stops"]?["features"]?.array ?? []
                #expect(mine.count == route.places.count && expected.count == mine.count)
                for (a, b) in zip(mine, expected) {
                    for name in [
                        "Sequence", "ArriveTimeUTC", "Cumul_TravelTime", "Cumul_Kilometers",
                    ] {
                        #expect(
                            a["attributes"]?[name] == b["attributes"]?[name],
                            "\(route.name): \(name)")
                    }
                }
            }
            let messages = try await text("routeMessages", of: job, client).array ?? []
            #expect(messages.contains { $0["routeName"] == "lone" })
            #expect(messages.allSatisfy { $0["description"]?.string?.isEmpty == false })
        }
    }

    @Test(arguments: [
        (#"{"nobody":{}}"#, "nobody"), ("[]", "array"), ("{", "JSON"),
        (#"{"noon":3}"#, "noon"), (#"{"noon":{"stops":"1,2"}}"#, "stops"),
        (#"{"noon":{"returnStops":true}}"#, "returnStops"),
        (#"{"noon":{"breakDuration":-1}}"#, "breakDuration"),
    ])
    func `settings that no route can have fail the job`(
        settings: String, word: String
    ) async throws {
        try await server().test { client in
            let job = try await client.submit(
                JobPath.solve,
                "stops=\(stops(routes))&routeSettings=\(settings.addingPercentEncoding)")
            let ended = try await client.ended(job)
            #expect(ended["jobStatus"] == "esriJobFailed", "\(ended.text)")
            let texts = ended["messages"]?.array?.compactMap { $0["description"]?.string } ?? []
            #expect(
                texts.contains { $0.contains("routeSettings") && $0.contains(word) }, "\(texts)")
        }
    }

    @Test func `a worker on another network does no part of a job`() throws {
        let store = try SQLiteJobStore(folder: files.path("jobs"))
        let catalog = try catalog()
        let layer = try #require(catalog.layers.first)
        let tasks = TaskServer(folder: "", service: "Harbor", layers: [layer]).tasks
        let task = try #require(tasks.first { $0.name == "solve" })
        let stops = try #require(stops(routes).removingPercentEncoding)
        let input = JobInput(
            task, on: layer, FormParameters([(name: "stops", value: stops)]),
            caller: .anonymous(network: ""), origin: "")
        _ = try store.submit(JobSubmission(owner: "ann", task: "solve", input: input.bytes))
        let holder = try #require(try store.take(by: "holder", leaseSeconds: 60))
        let parts = try #require(
            try AnalysisOperation.solve.request(
                FormParameters([(name: "stops", value: stops)]),
                locateDefaults: layer.description.configuration.locateSettings
            ).parts(under: ServiceLimits()))
        let origin = PartOrigin(
            stops: JobRoutes.origin(of: parts), network: layer.description.fingerprint)
        _ = try store.divide(holder.lease, JobDivision(count: 3, origin: origin.text))

        var other = Self.sketch()
        other.road("ad", seconds: 7)
        for (served, isDeclined) in [(try self.catalog(other), true), (catalog, false)] {
            let helper = try #require(try store.take(by: "helper", leaseSeconds: 60))
            let worker = AnalysisJobWorker(
                published: PublishedCatalog(served), outbound: OutboundLimits())
            let end = worker.work(on: helper, JobControl(helper.lease, of: store))
            if case .declined = end {
                #expect(isDeclined)
                try store.release(helper.lease)
            } else {
                #expect(!isDeclined, "\(end)")
            }
        }
        // The worker on the original network found all parts.
        #expect(try store.job(holder.record.id)?.finishedParts == 3)
    }

    /// A job's result as JSON text.
    private func text(_ name: String, of job: String, _ client: TestClient)
        async throws -> JSONValue
    {
        let value = try await client.json("\(job)/results/\(name)")["value"]
        return try JSONValue.parse(try #require(value?.string, "\(name): \(value?.text ?? "")"))
    }

    @Test func `a job says which part of the directions it has, as a solve does`() async throws {
        try await server().test { client in
            let form = "stops=\(stops(routes))&directionsFrom=150&directionsLength=200"
            let whole = try await client.post(FixturePath.solve, "f=json&\(form)").json()
            #expect(whole["directionsPages"]?.array?.count == 3, "\(whole.text)")
            let job = try await client.submit(JobPath.solve, form)
            #expect(try await client.ended(job)["jobStatus"] == "esriJobSucceeded")
            for name in ["directions", "directionsPages"] {
                #expect(try await text(name, of: job, client) == whole[name], "\(name)")
            }
            let plain = try await client.submit(JobPath.solve, "stops=\(stops(routes))")
            #expect(try await client.ended(plain)["jobStatus"] == "esriJobSucceeded")
            let none = try await client.json("\(plain)/results/directionsPages")
            #expect(none["value"]?.isNull == true, "\(none.text)")
        }
    }

    @Test func `a job about a route under way has its decision and what is closed`() async throws {
        try await server().test { client in
            let solved = try await client.post(
                FixturePath.solve, "f=json&stops=\(stops([("one", "ac")]))&returnRouteHandle=true"
            ).json()
            let handle = try #require(
                solved["routes"]?["features"]?.array?.first?["attributes"]?["RouteHandle"]?.string)
            let place = Self.sketch().place("b", "c", at: 0.5)
            let form = "routeHandle=\(handle)&barriers=\(place.x),\(place.y)"
            let path = FixturePath.solve.dropLast("solve".count)
            for (operation, names) in [
                ("refresh", ["blockages"]), ("better", ["replanning", "blockages"]),
            ] {
                let whole = try await client.post("\(path)\(operation)", "f=json&\(form)").json()
                #expect(whole["error"] == nil, "\(whole.text)")
                let job = try await client.submit(
                    "\(JobPath.services)/Harbor/GPServer/\(operation)", form)
                let ended = try await client.ended(job)
                #expect(ended["jobStatus"] == "esriJobSucceeded", "\(ended.text)")
                for name in names {
                    #expect(whole[name] != nil, "\(operation): \(whole.text)")
                    #expect(
                        try await text(name, of: job, client) == whole[name],
                        "\(operation), \(name)")
                }
            }
        }
    }

    @Test func `the tool finds all routes, and fails none for another`() async throws {
        try await server().test { client in
            let some = routes + [("alone", "a")]
            let job = try await client.submit(
                JobPath.findRoutes,
                "Stops=\(stops(some))&Time_Impedance=TravelTime&Restrictions=[]")
            let ended = try await client.ended(job)
            #expect(ended["jobStatus"] == "esriJobSucceeded", "\(ended.text)")
            let found = try await client.json("\(job)/results/Output_Routes")
            let names = found["value"]?["features"]?.array?.compactMap {
                $0["attributes"]?["Name"]?.string
            }
            #expect(names == ["morning", "noon", "evening"])
            let ids = found["value"]?["features"]?.array?.compactMap {
                $0["attributes"]?["ObjectID"]?.integer
            }
            #expect(ids == [1, 2, 3])
            #expect(ended.text.contains("alone"))
            #expect(
                try await client.json("\(job)/results/Usage_Cost")["value"]
                    == #"{"numObjects":3,"credits":0}"#)
        }
    }

    @Test func `a job without any route fails`() async throws {
        try await server().test { client in
            let job = try await client.submit(
                JobPath.solve, "stops=\(stops([("one", "a"), ("two", "c")]))")
            let ended = try await client.ended(job)
            #expect(ended["jobStatus"] == "esriJobFailed", "\(ended.text)")
            #expect(ended["results"] == nil)
        }
    }

    @Test func `matrices and closest facilities are jobs too`() async throws {
        let network = NetworkLayer(
            network: try Self.sketch().build(), configuration: nil, analyses: .all)
        let layers = LayerType.allCases.map { type in
            PublishedLayer(
                service: "Harbor", layer: type.word, answering: network.layer(of: type))
        }
        let server = try makeServer(ServiceCatalog(layers)) { configuration in
            configuration.jobs = files.path("jobs")
        }
        let places = ["a", "c", "f"].map { (letter: Character) in
            let place = Self.sketch().place(letter)
            return "\(place.x),\(place.y)"
        }.joined(separator: ";")
        try await server.test { client in
            let matrix = try await client.submit(
                "\(JobPath.tools)/GenerateOriginDestinationCostMatrix",
                "Origins=\(places)&Destinations=\(places)&Time_Units=Seconds&Restrictions=[]")
            let done = try await client.ended(matrix)
            #expect(done["jobStatus"] == "esriJobSucceeded", "\(done.text)")
            let lines = try await client.json(
                "\(matrix)/results/Output_Origin_Destination_Lines")
            let rows = try #require(lines["value"]?["features"]?.array)
            #expect(rows.count == 9)
            let first = try #require(
                rows.first {
                    $0["attributes"]?["OriginOID"] == 1 && $0["attributes"]?["DestinationOID"] == 2
                })
            let seconds = try #require(first["attributes"]?["Total_Time"]?.number)
            #expect(abs(seconds - 20) < 1e-6)

            let closest = try await client.submit(
                "\(JobPath.tools)/FindClosestFacilities",
                "Incidents=\(places)&Facilities=\(places)&Restrictions=[]"
                    + "&Number_of_Facilities_to_Find=2")
            let found = try await client.ended(closest)
            #expect(found["jobStatus"] == "esriJobSucceeded", "\(found.text)")
            let routes = try await client.json("\(closest)/results/Output_Routes")
            #expect(routes["value"]?["features"]?.array?.count == 6)
            let facilities = try await client.json(
                "\(closest)/results/Output_Closest_Facilities")
            #expect(facilities["value"]?["features"]?.array?.count == 6)

            let own = try await client.submit(
                "\(JobPath.services)/Harbor/GPServer/solveODCostMatrix",
                "origins=\(places)&destinations=\(places)"
                    + "&outputType=esriNAODOutputSparseMatrix")
            #expect(try await client.ended(own)["jobStatus"] == "esriJobSucceeded")
            let text = try #require(
                try await client.json("\(own)/results/odCostMatrix")["value"]?.string)
            let table = try JSONValue.parse(text)
            #expect(table["odCostMatrix"]?["1"]?["2"]?.array != nil, "\(text)")
        }
    }
}

extension String {
    /// The text, percent-encoded as a form value.
    fileprivate var addingPercentEncoding: String { ResourcePath.encoded(self) }
}
