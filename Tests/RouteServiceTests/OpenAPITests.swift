// The server's OpenAPI description is complete and matches this server. Whether it is valid, and
// whether answers conform, scripts/test-openapi checks.

import Geo
import HTTPTypes
import MatrixAnalysis
@testable import OpenAPI
import Preparation
@testable import PublishedServices
import RouteAPI
import RouteAnalysis
import RouteTesting
import ServerTesting
@testable import ServiceTransport
import Testing

@testable import RouteService

@Suite struct OpenAPITests {
    private func document() async throws -> JSONValue {
        try await makeServer().test { client in
            try await client.execute(uri: ResourcePath.openAPI, method: .get).json()
        }
    }

    @Test func `both addresses give the same bytes each time, as JSON even to browsers`()
        async throws
    {
        try await makeServer().test { client in
            let first = try await client.execute(uri: "/openapi.json", method: .get)
            #expect(first.headers[.contentType] == "application/json;charset=utf-8")
            for path in ["/openapi.json", "/arcgis/rest/openapi.json?f=html"] {
                let other = try await client.execute(uri: path, method: .get)
                #expect(other.text == first.text)
            }
            let compact = try await client.execute(uri: "/openapi.json?f=json", method: .get)
            #expect(compact.text.count < first.text.count)
            #expect(try compact.json() == first.json())
        }
    }

    @Test func `every path in it is answered`() async throws {
        let paths = try #require(try await document()["paths"]?.object)
        // Three of OSRM's services have a place in their paths, at the root and below both layers:
        // the layers have solve and locate.
        #expect(paths.count == 41)
        #expect(paths.keys.contains("/route/v1/{profile}/{coordinates}"))
        #expect(
            paths.keys.contains("\(FixturePath.layer)/osrm/route/v1/{profile}/{coordinates}"))
        try await makeServer().test { client in
            for path in paths.keys where !path.contains("{") {
                let answer = try await client.execute(uri: "\(path)?f=json", method: .get)
                #expect(answer.status == .ok)
                guard path != "/metrics" else {
                    #expect(answer.text.hasPrefix("# HELP "))
                    continue
                }
                let code = try answer.errorCode()
                #expect(
                    path.hasSuffix("/solve") || path.hasSuffix("/locate") || code == nil, "\(path)")
            }
        }
    }

    @Test func `every row describes what it suggests for misspelled paths`() {
        let catalog = fixtureCatalog()
        let server = DescribedServer(
            catalog: catalog, hasTokens: true, answersSharing: true, hasJobs: true, hasReload: true)
        for row in ResourceTable().rows {
            let described = Set(row.described(server).map(\.key))
            #expect(described.isSuperset(of: row.listed(catalog)))
        }
    }

    @Test func `operations have names of their own, and so have their parameters`() async throws {
        let paths = try #require(try await document()["paths"]?.object)
        var ids: [String] = []
        for path in paths.members {
            for method in ["get", "post"] {
                let operation = try #require(path.value[method])
                ids.append(try #require(operation["operationId"]?.string))
                let names = (operation["parameters"]?.array ?? []).compactMap { $0["name"]?.string }
                #expect(Set(names).count == names.count)
            }
        }
        #expect(Set(ids).count == ids.count)
    }

    @Test func `a solve has every parameter with the layer's defaults, in the query and in a form`()
        async throws
    {
        let solve = try #require(try await document()["paths"]?[FixturePath.solve])
        let queries = try #require(solve["get"]?["parameters"]?.array)
        #expect(
            queries.compactMap { $0["name"]?.string } == LayerOperation.solve.parameters.map(\.name)
        )
        let media = solve["post"]?["requestBody"]?["content"]?["application/x-www-form-urlencoded"]
        let fields = try #require(media?["schema"]?["properties"]?.object)
        #expect(fields.keys == LayerOperation.solve.parameters.map(\.name))
        #expect(fields["impedanceAttributeName"]?["default"] == "TravelTime")
        #expect(fields["impedanceAttributeName"]?["enum"] == ["TravelTime", "Kilometers"])
        #expect(fields["restrictionAttributeNames"]?["default"] == ["Oneway"])
        #expect(fields["returnStops"]?["default"] == false)
        #expect(fields["outputGeometryPrecision"]?["default"] == 10)
        #expect(fields["stops"]?["default"] == nil)
    }

    @Test(arguments: [false, true], [false, true])
    func `references lead somewhere, with tokens and without, with a portal and without`(
        hasTokens: Bool, answersSharing: Bool
    ) throws {
        let catalog = ServiceCatalog([PublishedLayer(service: "Harbor", answering: FakeLayer())])
        let document = try JSONValue.parse(
            OpenAPIDocument(
                DescribedServer(
                    catalog: catalog, hasTokens: hasTokens, answersSharing: answersSharing)
            ).json(pretty: false))
        let paths = try #require(document["paths"]?.object)
        #expect((paths["/arcgis/sharing/rest/info"] != nil) == answersSharing)
        #expect(
            (paths["/arcgis/sharing/rest/oauth2/token"] != nil) == (answersSharing && hasTokens))
        #expect(
            (document["paths"]?["/arcgis/tokens/generateToken"] != nil) == hasTokens)
        #expect(document["security"]?.array?.isEmpty == !hasTokens)
        var missing: Set<String> = []
        func walk(_ value: JSONValue) {
            if let reference = value["$ref"]?.string {
                let steps = reference.dropFirst(2).split(separator: "/").map(String.init)
                let found = steps.reduce(document as JSONValue?) { $0?[$1] }
                if found == nil { missing.insert(reference) }
            }
            for member in value.object?.members ?? [] { walk(member.value) }
            for element in value.array ?? [] { walk(element) }
        }
        walk(document)
        #expect(missing == [])
    }

    @Test func `two layers whose names differ only in signs have schemas of their own`() throws {
        let catalog = ServiceCatalog(
            ["A b", "A_b"].map { PublishedLayer(service: $0, answering: FakeLayer()) })
        let bytes = OpenAPIDocument(DescribedServer(catalog: catalog)).json(pretty: false)
        let schemas = try JSONValue.parse(bytes)["components"]?["schemas"]?.object
        #expect(schemas?["A_b.Route.Answer"] != nil && schemas?["A_b.Route_2.Answer"] != nil)
    }

    @Test func `fields with features and routes may be long, under every name`() {
        let features: Set = [
            "stops", "inputlocations", "locations", "origins", "destinations", "facilities",
            "incidents", "position", "barriers", "polylinebarriers", "polygonbarriers",
        ]
        #expect(LayerOperation.inputFields == features)
        let others: Set = ["traces", "trace", "fixes", "encodedpolylines", "legs", "routehandle"]
        #expect(LayerOperation.longFields == features.union(others))
        #expect(SentForm.inputs.isSuperset(of: LayerOperation.longFields))
    }

    @Test func `locate settings may differ between the inputs of their operation`() throws {
        for (type, operation, names) in [
            (LayerType.route, AnalysisOperation.solve, ["stops"]),
            (.odCostMatrix, .solveODCostMatrix, ["origins", "destinations"]),
            (.closestFacility, .solveClosestFacility, ["incidents", "facilities"]),
        ] {
            let layer = PublishedLayer(
                service: "S", answering: TypedLayer(type, operations: [operation]))
            let document = try JSONValue.parse(
                OpenAPIDocument(DescribedServer(catalog: ServiceCatalog([layer]))).json(
                    pretty: false))
            let path = "\(ResourcePath.layer(layer))/\(operation.description.name)"
            let form = document["paths"]?[path]?["post"]?["requestBody"]?["content"]?[
                "application/x-www-form-urlencoded"]?["schema"]?["properties"]
            let overrides = form?["locateSettings"]?["contentSchema"]?["properties"]?["overrides"]?[
                "properties"]
            #expect(
                overrides?.object?.members.map(\.key)
                    == names + BarrierClass.allCases.map(\.parameter))
        }
    }

    /// A layer of a given type.
    private struct TypedLayer: RouteAnswering {
        let layerDescription: LayerDescription
        let operations: [AnalysisOperation]

        init(_ type: LayerType, operations: [AnalysisOperation] = []) {
            self.operations = operations
            var description = FakeLayer.description
            description.configuration.layerType = type
            layerDescription = description
        }

        func answer(
            _ request: AnalysisRequest, control: SolveControl,
            passingRowsTo rows: (any AnswerRowReceiver)?
        ) throws(RouteRequestError) -> AnalysisResult { AnalysisResult() }
    }

    @Test(arguments: LayerType.allCases)
    func `a layer's resource has every member that its schema requires`(type: LayerType) throws {
        let layer = PublishedLayer(service: "S", answering: TypedLayer(type))
        let document = try JSONValue.parse(
            OpenAPIDocument(DescribedServer(catalog: ServiceCatalog([layer]))).json(pretty: false))
        let schema = document["components"]?["schemas"]?["S.Route.Layer"]
        let required = try #require(schema?["required"]?.array).compactMap(\.string)
        let resource = try JSONValue.parse(
            RouteLayerResource(layer: layer, solvesOfOneCaller: 16).json(pretty: false))
        #expect(required.filter { resource[$0] == nil } == [])
    }
}
