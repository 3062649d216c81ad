// Tests large bodies and answers over live connections. A debug build stops if an event loop parses
// or writes one (LargeWork.check).

import AccessControl
import FeatureStore
import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
import NIOPosix
@testable import PublishedServices
import RouteAPI
import RouteTesting
import ServerTesting
@testable import ServiceTransport
import Testing

@testable import Preparation
@testable import RouteService

@Suite struct LargeWorkTests {
    private let files = TestFiles()

    /// Points of an input, above half a megabyte both in the body and as JSON.
    private static let manyPoints: String = {
        let row = #"{"geometry":{"x":7.41,"y":43.73},"attributes":{"Name":"a stop by the sea"}}"#
        let rows = Array(repeating: row, count: 8_000).joined(separator: ",")
        return #"{"features":[\#(rows)]}"#.percentEncoded
    }()

    @Test func `large data on an event loop stops a debug build`() async {
        await #expect(processExitsWith: .failure) {
            let loops = MultiThreadedEventLoopGroup(numberOfThreads: 1)
            try await loops.next().submit { LargeWork.check(bytes: 20 << 20) }.get()
        }
        LargeWork.check(bytes: 20 << 20)
    }

    @Test func `work on few bytes stays where it is, and other work leaves the event loop`()
        async throws
    {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let executor = EventLoopTaskExecutor(loop: loop)
        let lane = Lanes().bodies
        @Sendable func isOnLoop() throws -> Bool {
            MultiThreadedEventLoopGroup.currentEventLoop != nil
        }
        let found = try await withTaskExecutorPreference(executor) {
            [
                try await lane.run(onBytes: 100, for: "a") { try isOnLoop() },
                try await lane.run(onBytes: 100_000, for: "a") { try isOnLoop() },
                try await lane.run(for: "a") { try isOnLoop() },
            ]
        }
        #expect(found == [true, false, false])
    }

    @Test func `the inputs of a job are stored and read off the event loop`() async throws {
        let server = try makeJobServer(FakeLayer(.answer(routeAnswer())), files: files)
        try await server.test { client in
            let job = try await client.submit(JobPath.solve, "stops=\(Self.manyPoints)")
            _ = try await client.ended(job)
            let one = try await client.json("\(job)/inputs/stops")
            #expect(one["value"]?["features"]?.array?.count == 8_000)
            let all = try await client.json("\(job)/inputs")
            #expect(all.array?.isEmpty == false)
            let page = try await client.execute(uri: "\(job)/inputs", method: .get)
            #expect(page.status == .ok)
        }
    }

    @Test func `a large result of a job is read off the event loop`() async throws {
        let answer = Self.largeAnswer
        let server = try makeJobServer(FakeLayer(.answer(answer)), files: files)
        try await server.test { client in
            let job = try await client.submit(JobPath.solve, FixturePath.twoStops)
            _ = try await client.ended(job)
            for path in ["results/routes", "results"] {
                #expect(try await client.json("\(job)/\(path)").text.count > 300_000)
            }
        }
    }

    @Test func `the form on a page is filled in off the event loop`() async throws {
        let server = try makeJobServer(files: files)
        try await server.test { client in
            for path in [FixturePath.solve, "\(JobPath.solve)/submitJob"] {
                let page = try await client.post(
                    path, "f=html&barriers=\(Self.manyPoints)")
                #expect(page.status == .ok)
                #expect(page.text.contains("name=\"stops\""), "\(path)")
            }
        }
    }

    @Test func `a trivial solve with a large answer is repeated off the event loop`()
        async throws
    {
        let layer = FakeLayer(.answer(Self.largeAnswer), effort: .trivial)
        try await makeServer(layer).test { client in
            let answer = try await client.execute(
                uri: "\(FixturePath.solve)?f=json&\(FixturePath.twoStops)", method: .get)
            #expect(try answer.json()["routes"]?["features"]?.array?.count == 1)
            // On a busy machine the light lane may time out too, so the heavy one repeats the
            // solve.
            #expect((2...3).contains(layer.started))
        }
    }

    @Test func `a feed is read off the event loop`() async throws {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("abc", seconds: 10)
        var access = ServiceAccess()
        access.trafficSenders = ["ann"]
        let layer = NetworkLayer(network: try sketch.build(), analyses: .all)
        let catalog = ServiceCatalog([
            PublishedLayer(service: "Harbor", access: access, answering: layer)
        ])
        let rows = String(repeating: "1,20,\n", count: 80_000)
        try await makeSecuredServer(catalog, files: files).test { client in
            let token = try await client.token()
            let answer = try await client.post(
                "\(FixturePath.layer)/traffic",
                "f=json&token=\(token)&rows=\("way,speed_kmh,closed\n\(rows)".percentEncoded)")
            #expect(try answer.json()["rowsUsed"]?.integer == 80_000, "\(answer.text)")
        }
    }

    @Test func `rows, ids and edits of a stored layer are read and written off the event loop`()
        async throws
    {
        let fixture = try StoredFixture()
        let names = (0..<2_000).map { "\($0) " + String(repeating: "quay ", count: 40) }
        let set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [Field("customer", .string)],
            features: names.map {
                Feature(values: [.string($0)], geometry: .point(Coordinate(x: 7.4, y: 43.7)))
            })
        _ = try fixture.store.apply(LayerEdits(adds: set), to: "deliveries")
        let catalog = fixture.catalog([try fixture.deliveries(isEditable: true)])
        let layer = "/arcgis/rest/services/Harbor/FeatureServer/0"
        try await makeSecuredServer(catalog, files: fixture.files).test { client in
            for format in ["json", "geojson", "html&resultRecordCount=2000"] {
                let answer = try await client.execute(
                    uri: "\(layer)/query?where=1%3D1&f=\(format)", method: .get)
                #expect(answer.text.utf8.count > 300_000, "\(format)")
            }
            let shape = String(repeating: "7.4,43.7],[", count: 15_000)
            let form = try await client.post(
                "\(layer)/query",
                "f=json&where=1%3D1&geometry="
                    + #"{"paths":[[[\#(shape)7.4,43.7]]]}"#.percentEncoded)
            #expect(try form.errorCode() == nil, "\(form.text.prefix(300))")
            let token = try await client.token()
            let ids = (10_000..<19_000).map { "\($0)" }.joined(separator: ",")
            let deleted = try await client.post(
                "\(layer)/deleteFeatures",
                "f=json&rollbackOnFailure=false&objectIds=\(ids)&token=\(token)")
            #expect(try deleted.json()["deleteResults"]?.array?.count == 9_000)
        }
    }

    private static let largeAnswer: AnalysisResult = {
        var answer = routeAnswer()
        let path = (0..<20_000).map { Coordinate(x: 7 + Double($0) / 1e6, y: 43.123456) }
        answer.routes?.features[0].geometry = .polyline(paths: [path])
        return answer
    }()
}
