// Tests single rows of stored layers, by their ids.

import FeatureStore
import Geo
import Hummingbird
import RouteAPI
import ServerTesting
import Testing

@testable import RouteService

@Suite struct FeatureRowTests {
    private static let layer = "/arcgis/rest/services/Harbor/FeatureServer/0"

    private let fixture: StoredFixture

    init() throws { fixture = try StoredFixture() }

    private func row(_ rest: String, condition: String? = nil) async throws -> TestResponse {
        let catalog = fixture.catalog(
            [try fixture.deliveries(condition: condition)], answering: RecordingLayer())
        return try await makeSecuredServer(catalog, files: fixture.files).test { client in
            try await client.execute(uri: "\(Self.layer)/\(rest)", method: .get)
        }
    }

    @Test func `a row is found by its id, and its shape names its system`() async throws {
        let feature = try #require(try await row("1?f=json").json()["feature"])
        #expect(feature["attributes"]?["fid"] == 1)
        #expect(feature["attributes"]?["customer"] == "Ada")
        #expect(feature["geometry"]?["x"] == 7.4)
        #expect(feature["geometry"]?["spatialReference"]?["wkid"] == 4326)
    }

    @Test func `its shape comes in another system, or not at all`() async throws {
        let projected = try await row("1?f=json&outSR=102100").json()["feature"]?["geometry"]
        let x = try #require(projected?["x"]?.number)
        #expect(abs(x - 823_764.2) < 1)
        let bare = try await row("1?f=json&returnGeometry=false").json()["feature"]
        #expect(bare?["attributes"] != nil && bare?["geometry"] == nil)
        let geoJSON = try await row("1?f=geojson").json()
        #expect(geoJSON["type"] == "Feature" && geoJSON["id"] == 1)
        #expect(geoJSON["geometry"]?["coordinates"] == [7.4, 43.7])
        #expect(try await row("1?f=html").text.contains("Ada"))
    }

    @Test(arguments: ["5", "-1", "9223372036854775807"])
    func `an id that no row has is not found`(id: String) async throws {
        let answer = try await row("\(id)?f=json")
        #expect(try answer.errorCode() == 404, "\(answer.text)")
        #expect(answer.text.contains("no row with the id \(id)"))
    }

    @Test func `a row that the condition of the definition leaves out is not found`() async throws {
        let condition = "driver = 'ann'"
        #expect(try await row("4?f=json").json()["feature"] != nil)
        #expect(try await row("4?f=json", condition: condition).errorCode() == 404)
        #expect(try await row("1?f=json", condition: condition).json()["feature"] != nil)
    }

    @Test(arguments: ["first", "01", "1.5", "9223372036854775808"])
    func `what is no id is no resource`(id: String) async throws {
        #expect(try await row("\(id)?f=json").errorCode() == 400)
    }
}
