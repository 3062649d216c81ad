// Tests stored layers in service definitions, and the file and line of each mistake.

import AccessControl
import DefinitionFiles
import FeatureStore
import Fixtures
import Foundation
import Geo
@testable import PublishedServices
import RouteAPI
import Testing

@testable import RouteService

@Suite struct StoredDefinitionTests {
    private let fixture: StoredFixture

    init() throws { fixture = try StoredFixture() }

    /// Opens definitions that lie beside the GeoPackage.
    private func open(_ texts: [String: String]) throws -> ServiceCatalog {
        var paths: [String] = []
        for (name, text) in texts { paths.append(try fixture.files.write(name, text)) }
        return try DefinitionFolder.open(paths.sorted()) { _ in FakeLayer() }.catalog
    }

    private func problems(_ text: String) throws -> [String] {
        do {
            _ = try open(["a.service.yaml": text])
            return []
        } catch let invalid as InvalidDefinitions {
            return invalid.problems.map(\.description)
        }
    }

    private static let head = "service: Harbor\nnetwork: harbor\naccess:\n  editors: [ann]\n"

    @Test func `a definition names layers with their fields, filter and rights`() throws {
        let catalog = try open([
            "a.service.yaml": Self.head
                + """
                storedLayers:
                  - name: Deliveries
                    file: day.gpkg
                    layer: DELIVERIES
                    fields:
                      Name: customer
                      Attr_TravelTime: minutes
                    where: minutes > 1
                  - name: closures
                    file: ./day.gpkg
                    standing: PolygonBarriers
                    editing: true
                """
        ])
        let layer = try #require(catalog.layers.first)
        #expect(layer.stored.layers.map(\.name) == ["Deliveries", "closures"])
        #expect(layer.stored.hasStanding)
        #expect(layer.access.editors == ["ann"])
        #expect(layer.description.storedLayers.map(\.standing) == [nil, .polygon])
        #expect(layer.description.storedLayers.map(\.isEditable) == [false, true])
        let rows = try layer.stored.layers[0].rows(FeatureSelection(), limit: 9) { false }
        #expect(rows.features.features.count == 3)
        #expect(rows.features.fields.map(\.name).contains("Attr_TravelTime"))
    }

    private static let shared = """
        storedLayers:
          - name: Deliveries
            file: day.gpkg
            layer: deliveries
          - name: closures
            file: day.gpkg
            standing: PolygonBarriers
            editing: true

        """

    @Test func `the layers of a service share what one of them declares`() throws {
        let plain = "service: Harbor\nnetwork: harbor\n"
        let catalog = try open([
            "a.service.yaml": plain, "b.service.yaml": Self.head + "layer: Pairs\n" + Self.shared,
            "c.service.yaml": "service: Depot\nnetwork: harbor\n",
        ])
        for layer in catalog.layers {
            let isOfService = layer.service == "Harbor"
            #expect(
                layer.stored.layers.map(\.name) == (isOfService ? ["Deliveries", "closures"] : []))
            #expect(layer.stored.hasStanding == isOfService)
            #expect(layer.description.storedLayers.count == layer.stored.layers.count)
        }
        // Its own declaration names its editors, and it is numbered once.
        let service = try #require(FeatureService("Harbor", in: "", of: catalog))
        #expect(service.layers.map(\.id) == [0, 1])
        #expect(service.layers.allSatisfy { $0.owner.layer == "Pairs" })
        #expect(service.onlyOwner?.access.editors == ["ann"])
    }

    @Test func `rows stay with the callers of the layer that declares them, and bar all`() throws {
        let catalog = try open([
            "a.service.yaml": "service: Harbor\nnetwork: harbor\n",
            "b.service.yaml": "service: Harbor\nlayer: Pairs\nnetwork: harbor\n"
                + "access:\n  token: required\n  editors: [ann]\n" + Self.shared,
        ])
        let route = try #require(catalog.layers.first { $0.layer == "Route" })
        #expect(route.stored.layers.map(\.name) == ["closures"])
        #expect(route.stored.hasStanding)
    }

    @Test func `a store stays open while its file and its rights are the same`() throws {
        let plain = Self.head + "storedLayers: [{ name: A, file: day.gpkg, layer: deliveries }]\n"
        func opened(_ text: String, keeping known: OpenedCatalog) throws -> OpenedCatalog {
            try DefinitionFolder.open(
                [try fixture.files.write("a.service.yaml", text)], keeping: known
            ) { _ in FakeLayer() }
        }
        func store(_ opened: OpenedCatalog) -> ObjectIdentifier? {
            opened.stores.count == 1
                ? opened.stores.values.first.map { ObjectIdentifier($0 as AnyObject) } : nil
        }
        let first = try opened(plain, keeping: .empty)
        let second = try opened(plain, keeping: first)
        #expect(store(first) != nil && store(second) == store(first))
        let edited = plain.replacing("deliveries }", with: "deliveries, editing: true }")
        let third = try opened(edited, keeping: second)
        #expect(store(third) != store(second))
        let path = fixture.files.path("day.gpkg")
        try FileManager.default.copyItem(atPath: path, toPath: path + ".next")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + ".next", toPath: path)
        let fourth = try opened(edited, keeping: third)
        #expect(store(fourth) != nil && store(fourth) != store(third))
    }

    @Test(arguments: [
        ("  - file: day.gpkg", "6: \"storedLayers[1].name\" is missing"),
        ("  - name: A\n    file: night.gpkg", "there is no such file"),
        ("  - name: A\n    file: made.txt", "not a GeoPackage"),
        ("  - name: A\n    file: day.gpkg", "deliveries"),
        (
            "  - name: deliveries\n    file: day.gpkg\n    fields:\n      Name: custmer",
            "customer"
        ),
        ("  - name: deliveries\n    file: day.gpkg\n    where: drivr = 1", "driver"),
        ("  - name: deliveries\n    file: day.gpkg\n    where: driver =", "8: \"storedLayers"),
        (
            "  - name: deliveries\n    file: day.gpkg\n    standing: PolygonBarriers",
            "esriGeometryPolygon"
        ),
        ("  - name: closures\n    file: day.gpkg\n    standing: Polygons", "PolygonBarriers"),
        ("  - name: \"7\"\n    file: day.gpkg\n    layer: closures", "number of a layer"),
        ("  - name: closures\n    file: day.gpkg\n    edting: true", "editing"),
        (
            "  - name: closures\n    file: day.gpkg\n  - name: Closures\n    file: day.gpkg",
            "as of an earlier layer"
        ),
        ("  - name: A\n    store: day.gpkg", "begins with postgres://"),
        ("  - name: A\n    file: day.gpkg\n    store: postgres://h/d", "combined with \"file\""),
        ("  - name: A", "storedLayers[1].file\" is missing"),
        ("  - name: A\n    store: postgres://u:hush@127.0.0.1:1/d", "postgres://u@127.0.0.1:1/d"),
    ])
    func `what is wrong is reported with its line`(layers: String, words: String) throws {
        let found = try problems(Self.head + "storedLayers:\n" + layers)
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains(words) == true, "\(found)")
        #expect(found.first?.hasPrefix("a.service.yaml:") == true)
        #expect(found.first?.contains("hush") == false)
    }

    @Test func `editing needs editors`() throws {
        let found = try problems(
            "service: Harbor\nnetwork: harbor\nstoredLayers:\n  - name: closures\n"
                + "    file: day.gpkg\n    editing: true")
        #expect(found.first?.contains("needs \"editors\" under \"access\"") == true, "\(found)")
    }

    @Test func `layers of one service are declared in one form`() throws {
        let layer = "storedLayers:\n  - name: closures\n    file: day.gpkg\n"
        let same = try open([
            "a.service.yaml": "service: Harbor\nnetwork: h\n\(layer)    standing: PolygonBarriers",
            "b.service.yaml": "service: Harbor\nlayer: Other\nnetwork: h\n\(layer)",
        ])
        #expect(FeatureService("Harbor", in: "", of: same)?.layers.count == 1)
        #expect(throws: InvalidDefinitions.self) {
            try open([
                "a.service.yaml": "service: Harbor\nnetwork: h\n\(layer)",
                "b.service.yaml": "service: Harbor\nlayer: Other\nnetwork: h\n\(layer)"
                    + "    where: Name = 'a'",
            ])
        }
    }

    @Test func `a server without users has no editors`() throws {
        #expect(throws: InvalidUserFile.self) {
            _ = try makeServer(fixture.catalog([try fixture.closures()])) { _ in }
        }
    }

    @Test func `only editors that may use the service edit it`() {
        var access = ServiceAccess()
        let (ann, ben) = (Caller.user("ann"), Caller.user("ben"))
        let anonymous = Caller.anonymous(network: "192.0.2.1")
        #expect(access.decisionOnEditing(by: ann) == .forbidden)
        access.editors = ["ann"]
        #expect(access.decisionOnEditing(by: ann) == .allowed)
        #expect(access.decisionOnEditing(by: ben) == .forbidden)
        #expect(access.decisionOnEditing(by: anonymous) == .tokenRequired)
        #expect(access.decision(on: anonymous) == .allowed)
        access.requiresToken = true
        access.users = ["ben"]
        #expect(access.decisionOnEditing(by: ann) == .forbidden)
    }
}
