// Jobs with several routes over a drawn network: what a solve of the whole gives, in parts.

import Geo
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NetworkAnalysis
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

@testable import RouteService

@Suite struct JobRouteTests {
    private let files = TestFiles()

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

    private func server() throws -> some ApplicationProtocol {
        let layer = NetworkLayer(
            network: try Self.sketch().build(), configuration: nil, analyses: .all)
        return try makeServer(
            ServiceCatalog([PublishedLayer(service: "Harbor", answering: layer)])
        ) { configuration in
            configuration.jobs = files.path("jobs")
            configuration.runningJobs = 1
        }
    }

    /// Stops of routes, as letters of the drawing.
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
        try await server().test(.router) { client in
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

    /// The text of a result as JSON.
    private func text(_ name: String, of job: String, _ client: some TestClientProtocol)
        async throws -> JSONValue
    {
        let value = try await client.json("\(job)/results/\(name)")["value"]
        return try JSONValue.parse(try #require(value?.string, "\(name): \(value?.text ?? "")"))
    }

    @Test func `a job says which part of the directions it has, as a solve does`() async throws {
        try await server().test(.router) { client in
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
        try await server().test(.router) { client in
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
        try await server().test(.router) { client in
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
        try await server().test(.router) { client in
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
        try await server.test(.router) { client in
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
    /// The text as a value of a form.
    fileprivate var addingPercentEncoding: String { ResourcePath.encoded(self) }
}
