// Tests jobs with inputs in stored layers, and jobs of several routes resumed by another worker.

import AccessControl
import FeatureStore
import Fixtures
import Geo
import Geoprocessing
import HTTPTypes
import Hummingbird
import Jobs
import Preparation
@testable import PublishedServices
import RouteAPI
import RouteAnalysis
import ServerTesting
import Testing

@testable import RouteService

@Suite struct JobStoredLayerTests {
    private let fixture: StoredFixture
    private let layer = RecordingLayer()

    init() throws { fixture = try StoredFixture() }

    private func catalog() throws -> ServiceCatalog {
        fixture.catalog([try fixture.deliveries(), try fixture.closures()], answering: layer)
    }

    private func server() throws -> some ApplicationProtocol {
        try makeSecuredServer(catalog(), files: fixture.files) { configuration in
            configuration.jobs = fixture.files.path("jobs")
            configuration.runningJobs = 1
        }
    }

    @Test func `a job has the rows of stored layers, and the barriers of the service`()
        async throws
    {
        try fixture.close("Flood")
        let definition = #"{"type":"layer","layerName":"Deliveries","where":"driver = 'ann'"}"#
        try await server().test { client in
            let url =
                "{\"url\":\"http://127.0.0.1:\(client.port)/arcgis/rest/services/Harbor/"
                + "FeatureServer/0/query?where=\("minutes < 2.5".percentEncoded)\"}"
            for form in [
                "stops=\(definition.percentEncoded)", "stops=\(url.percentEncoded)",
                FixturePath.twoStops,
            ] {
                let ended = try await client.ended(client.submit(JobPath.solve, form))
                #expect(ended["jobStatus"] == "esriJobSucceeded", "\(ended.text)")
            }
        }
        #expect(layer.asked.count == 3)
        let names = layer.asked.prefix(2).map { asked -> [AttributeValue] in
            guard let stops = asked.inputs["stops"]?.features else { return [] }
            return stops.features.map { stops.value("Name", of: $0) ?? .null }
        }
        #expect(
            names == [[.string("Ada"), .string("Bob")], [.string("Cleo"), .string("Dee")]])
        let closures = layer.asked.map { $0.standing?.rows.first?.features.features.count }
        #expect(closures == [1, 1, 1])
    }

    @Test func `a condition that cannot be read fails the job with a mark`() async throws {
        let definition = #"{"type":"layer","layerName":"Deliveries","where":"driver ="}"#
        try await server().test { client in
            let ended = try await client.ended(
                client.submit(JobPath.solve, "stops=\(definition.percentEncoded)"))
            #expect(ended["jobStatus"] == "esriJobFailed", "\(ended.text)")
            let texts = ended["messages"]?.array?.compactMap { $0["description"]?.string } ?? []
            #expect(texts.contains("Cannot perform query. Invalid query parameters."))
            #expect(texts.contains { $0.hasSuffix("^") })
        }
        #expect(layer.asked.isEmpty)
    }

    @Test func `a layer that is gone fails the job, without its path`() async throws {
        let server = try server()
        try fixture.store.drop("deliveries")
        try await server.test { client in
            let stops = #"{"type":"layer","layerName":"Deliveries"}"#.percentEncoded
            let ended = try await client.ended(client.submit(JobPath.solve, "stops=\(stops)"))
            #expect(ended["jobStatus"] == "esriJobFailed", "\(ended.text)")
            #expect(ended.text.contains("Deliveries") && !ended.text.contains("gpkg"))
        }
    }

    // MARK: Resumed

    /// Stores a job whose first part is already done by another worker.
    ///
    /// - Parameters:
    ///   - rows: The recorded origin of the stop rows; by default the present one.
    ///   - network: The recorded network fingerprint; by default the served network's.
    private func begin(
        _ stops: String, rows: String? = nil, network: String? = nil
    ) throws -> JobID {
        let catalog = try catalog()
        let layer = try #require(catalog.layers(of: "Harbor", in: "").first)
        let tasks = TaskServer(folder: "", service: "Harbor", layers: [layer]).tasks
        let published = try #require(tasks.first { $0.name == "solve" })
        let task = published.declaration(on: layer)
        let form = FormParameters([(name: "stops", value: stops)])
        let caller = Caller.anonymous(network: "")
        let input = JobInput(
            published, on: layer, form, caller: caller, origin: "http://127.0.0.1:6080")
        let store = try SQLiteJobStore(folder: fixture.files.path("jobs"))
        let id = try store.submit(
            JobSubmission(
                owner: caller.key, task: published.path, input: input.bytes,
                pin: layer.description.fingerprint)
        ).id
        let asked = try task.request(form)
        var origin = PartOrigin(
            stops: rows ?? "", network: network ?? layer.description.fingerprint)
        if rows == nil, network == nil {
            let request = try AnalysisOperation.solve.request(
                asked.fields, locateDefaults: layer.description.configuration.locateSettings)
            let parts = try #require(request.parts(under: ServiceLimits()))
            origin.stops = JobRoutes.origin(of: parts)
        }
        let part = AnswerPart(of: routeAnswer(named: "first"), for: asked, task: task)
        let taken = try #require(try store.take(by: "another", leaseSeconds: 60))
        _ = try store.divide(
            taken.lease, JobDivision(count: 3, origin: origin.text))
        let offer = try store.takePart(
            of: id, by: "another", leaseSeconds: 60, isHelper: false)
        guard case .taken(let lease) = offer else { throw JobNeverEnded(job: "\(id)") }
        let next = try store.addPart(part.bytes, messages: [], lease)
        #expect(taken.record.id == id && next == .proceed)
        try store.release(taken.lease)
        return id
    }

    @Test func `a job goes on behind the routes that are done`() async throws {
        let rows = ["a", "a", "b", "b", "c", "c"].enumerated().map { row, name in
            #"{"geometry":{"x":\#(row),"y":1},"attributes":{"RouteName":"\#(name)"}}"#
        }
        let id = try begin(#"{"features":[\#(rows.joined(separator: ","))]}"#)
        try await server().test { client in
            let ended = try await client.ended("\(JobPath.solve)/jobs/\(id)")
            #expect(ended["jobStatus"] == "esriJobSucceeded", "\(ended.text)")
            #expect(ended.text.contains("Resumed after 1 of 3 routes."))
            let routes = try await client.json("\(JobPath.solve)/jobs/\(id)/results/routes")
            #expect(routes.text.contains("first"))
        }
        let names = layer.asked.map { asked in
            asked.inputs["stops"].flatMap { input in
                input.features.features.first.flatMap {
                    input.features.value("RouteName", of: $0)
                }
            }
        }
        #expect(names == [.string("b"), .string("c")])
    }

    @Test func `a job does not go on with other stops than it began with`() async throws {
        let id = try begin(
            #"{"layerName":"Deliveries","fieldMappings":{"RouteName":"driver"}}"#,
            rows: "of other rows")
        try await server().test { client in
            let ended = try await client.ended("\(JobPath.solve)/jobs/\(id)")
            #expect(ended["jobStatus"] == "esriJobFailed", "\(ended.text)")
            #expect(ended.text.contains("The stops changed"))
        }
        #expect(layer.asked.isEmpty)
    }

    @Test func `a job does not go on with another network than it began with`() async throws {
        let id = try begin(
            #"{"layerName":"Deliveries","fieldMappings":{"RouteName":"driver"}}"#,
            network: "fedcba")
        try await server().test { client in
            let ended = try await client.ended("\(JobPath.solve)/jobs/\(id)")
            #expect(ended["jobStatus"] == "esriJobFailed", "\(ended.text)")
            #expect(ended.text.contains("began on the network fedcba"))
        }
        #expect(layer.asked.isEmpty)
    }
}
