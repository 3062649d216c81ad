// Tests the guide over HTTP: its pages, their links, and the reference of the server's URLs.

import Fixtures
import Geo
import Guide
import HTTPTypes
import Hummingbird
@testable import OpenAPI
@testable import PublishedServices
import RouteAPI
import ServerTesting
@testable import ServicePages
import Testing

@testable import RouteService

@Suite struct GuideTests {
    private let files = TestFiles()

    private func outline(
        _ path: String, _ client: TestClient
    ) async throws -> PageOutline {
        let answer = try await client.execute(uri: path, method: .get)
        #expect(answer.status == .ok, "\(path)")
        #expect(answer.headers[.contentType] == "text/html;charset=utf-8")
        let policy = answer.headers[.contentSecurityPolicy] ?? ""
        #expect(policy.hasPrefix("default-src 'none'; style-src 'unsafe-inline'"), "\(path)")
        return PageOutline(answer.text)
    }

    @Test func `the directory's root leads to the guide, and the guide to every page`() async throws
    {
        try await makeServer().test { client in
            let root = try await outline("/arcgis/rest/services", client)
            #expect(root.values(of: "href").contains("/guide"))
            let folder = try await outline("/arcgis/rest/services/Routing", client)
            #expect(!folder.values(of: "href").contains("/guide"))
            // From every page, below the content.
            #expect(folder.values(of: "href").contains("/guide/api"))
            let index = try await outline("/guide", client)
            for page in GuidePage.allCases {
                #expect(index.values(of: "href").contains("/guide/\(page.rawValue)"))
            }
            #expect(index.values(of: "href").contains("/guide/api"))
        }
    }

    @Test func `every page of the guide is sound, and its links lead to parts that there are`()
        async throws
    {
        try await makeServer().test { client in
            var ids: [String: Set<String>] = [:]
            var links: [(from: String, to: String)] = []
            for page in GuidePage.allCases {
                let path = "/guide/\(page.rawValue)"
                let found = try await outline(path, client)
                #expect(found.faults == [], "\(path)")
                #expect(found.all("h1").map(\.text).count == 1, "\(path)")
                #expect(!found.elements.contains { ["script", "img"].contains($0.name) })
                let own = found.values(of: "id")
                #expect(Set(own).count == own.count, "\(path)")
                ids[path] = Set(own)
                #expect(
                    found.all("caption").count == found.all("table").count, "\(path)")
                #expect(found.all("th").allSatisfy { $0.attributes["scope"] != nil }, "\(path)")
                links += found.values(of: "href").map { (path, $0) }
                var level = 1
                for heading in found.all("h1", "h2", "h3", "h4") {
                    let next = heading.name.last?.wholeNumberValue ?? 0
                    #expect(next <= level + 1, "\(path): \(heading.text)")
                    level = next
                }
            }
            for (from, to) in links where !to.hasPrefix("http") {
                let parts = to.split(separator: "#", omittingEmptySubsequences: false)
                let target = parts[0].isEmpty ? from : String(parts[0])
                guard parts.count > 1 else { continue }
                #expect(ids[target]?.contains(String(parts[1])) == true, "\(from): \(to)")
            }
        }
    }

    @Test func `a page is also its Markdown, and unknown ones are not found`() async throws {
        try await makeServer().test { client in
            let page = try await client.json("/guide/start-here")
            #expect(page["name"]?.string == "Start-here")
            #expect(page["markdown"]?.string == GuidePage.startHere.text)
            let index = try await client.json("/guide")
            #expect(index["pages"]?.array?.count == GuidePage.allCases.count)
            for path in ["/guide/nothing", "/guide/..%2FREADME", "/guide/Server/x"] {
                let answer = try await client.execute(uri: "\(path)?f=json", method: .get)
                #expect(answer.status == .notFound, "\(path)")
            }
            let first = try await client.execute(uri: "/guide/Server", method: .get)
            let known = try await client.execute(
                uri: "/guide/Server", method: .get,
                headers: [.ifNoneMatch: try #require(first.headers[.eTag])])
            #expect(known.status == .notModified)
        }
    }

    @Test func `pages show what the Markdown says`() {
        var page = DirectoryPage(title: "T")
        let blocks = MarkdownReader.blocks(
            of: """
                # T

                See [jobs](Server.md#jobs), [a source](../Sources/A.swift), <b>, `a<b` and **c**.

                ## Part

                | a | |
                | --- | --- |
                | `x` | 1 |

                1. one
                2. two

                ```json
                {"a": "<script>"}
                ```
                """)
        MarkdownHTML.add(blocks, to: &page)
        let html = String(decoding: page.bytes(), as: UTF8.self)
        for text in [
            "<p>See <a href=\"/guide/Server#jobs\">jobs</a>, a source, &lt;b&gt;, "
                + "<code>a&lt;b</code> and <strong>c</strong>.</p>",
            "<section aria-labelledby=\"part\"><h2 id=\"part\">Part</h2>",
            "<th scope=\"row\"><code>x</code></th>", "<ol><li>one</li><li>two</li></ol>",
            "aria-label=\"Code\">{&quot;a&quot;: &quot;&lt;script&gt;&quot;}</pre>",
        ] {
            #expect(html.contains(text), "\(text)")
        }
        #expect(PageOutline(html).faults == [])
    }

    @Test func `the reference has every path of the description, once`() async throws {
        try await makeJobServer(files: files).test { client in
            let document = try await client.json("/openapi.json")
            let all = try #require(document["paths"]?.object?.keys)
            var shown: [String] = []
            for tag in try #require(document["tags"]?.array).compactMap({ $0["name"]?.string }) {
                let path = PathPattern<String>.apiReference.path(of: tag == "server" ? "" : tag)
                let paths = try #require(try await client.json(path)["paths"]?.array)
                shown += paths.compactMap(\.string)
                let page = try await outline(path, client)
                #expect(page.faults == [], "\(path)")
                let ids = page.values(of: "id")
                #expect(Set(ids).count == ids.count, "\(path)")
                let titles = page.all("h2").map(\.text)
                #expect(Set(titles).count == titles.count, "\(path): \(titles)")
                let codes = Set(page.all("code").map(\.text))
                for path in paths.compactMap(\.string) { #expect(codes.contains(path), "\(path)") }
            }
            // An operation of a network has the tag of its layer, and its form has the server's.
            #expect(Set(shown) == Set(all))
            let unknown = try await client.execute(uri: "/guide/api/none?f=json", method: .get)
            #expect(unknown.status == .notFound)
        }
    }

    @Test func `the reference has the groups of the guide, and says once what several have alike`()
        async throws
    {
        try await makeJobServer(files: files).test { client in
            let page = try await outline("/guide/api", client)
            let titles = page.all("h2").map(\.text)
            let groups = APIGroup.allCases.map(\.rawValue).filter(titles.contains)
            #expect(titles.filter { $0 != "Layers" } == groups)
            #expect(groups.contains(APIGroup.jobs.rawValue))
            #expect(groups.contains(APIGroup.operating.rawValue))
            let parts = page.all("h3")
            #expect(parts.filter { $0.text.hasPrefix("The state of a job") }.count == 1)
            let links = Set(page.values(of: "href"))
            for part in parts {
                #expect(links.contains("#\(part.attributes["id"] ?? "")"), "\(part.text)")
            }
        }
    }

    @Test func `a URL is in the group of its task, whatever services and layers are called`() {
        let services = ResourcePath.services
        let cases: [(String, Bool, APIGroup)] = [
            ("\(services)/a/Town/NAServer/Route/solve", true, .routes),
            ("\(services)/Town/NAServer/Route", true, .routes),
            ("\(services)/map/NAServer/traffic/solve", true, .routes),
            ("\(services)/Town/NAServer/Route/follow", true, .underWay),
            ("\(services)/Town/NAServer/Route/traffic", true, .traffic),
            ("\(services)/Town/NAServer/Route/tiles/traffic/{z}/{x}/{y}.mvt", true, .map),
            ("\(services)/Town/NAServer/Route/osrm/route/v1/{profile}/{coordinates}", true, .osrm),
            ("\(services)/Town/GPServer/refresh/submitJob", false, .jobs),
            ("\(services)/\(RoutingTask.service)/GPServer/GetToolInfo", false, .services),
            ("\(services)/Town/NAServer/Streets", false, .services),
            ("\(services)/traffic/FeatureServer/0/query", false, .storedLayers),
            ("\(services)/Town/GeocodeServer/suggest", false, .search),
            ("/nearest/v1/{profile}/{coordinates}", false, .osrm), ("/map", false, .map),
            ("/guide/{page}", false, .operating), ("/livez", false, .operating),
        ]
        for (path, isOfLayer, group) in cases {
            #expect(APIGroup(of: path, isOfLayer: isOfLayer) == group, "\(path)")
        }
    }

    @Test func `the description says that probes get a line, ready or not`() {
        let paths = OpenAPIDocument(DescribedServer(catalog: fixtureCatalog())).document["paths"]
        for path in ["/livez", "/readyz"] {
            let answers = paths?[path]?["get"]?["responses"]
            for status in ["200", "503"] {
                #expect(
                    answers?[status]?["content"]?["text/plain"]?.object != nil, "\(path) \(status)")
            }
        }
        let info = paths?["/arcgis/rest/info"]?["get"]?["responses"]?["200"]?["content"]
        #expect(info?.object?.keys.contains("text/plain") == false)
    }

    @Test func `an operation has its parameters, and an example that can be sent`() throws {
        let document = OpenAPIDocument(DescribedServer(catalog: fixtureCatalog())).document
        let path = FixturePath.solve
        let item = try #require(document["paths"]?[path])
        let operation = try #require(
            APIOperation(at: path, item, tag: "Harbor.Route", in: document))
        #expect(operation.methods == ["GET", "POST"])
        let names = operation.parameters.map(\.name)
        #expect(Set(names).count == names.count)
        for parameter in LayerOperation.solve.parameters {
            #expect(names.contains(parameter.name), "\(parameter.name)")
        }
        #expect(names.contains("f") && names.contains("callback"))
        let example = operation.example
        #expect(example.hasPrefix("curl -G \"$SERVER\(path)\" -d f=json"))
        #expect(example.contains("--data-urlencode 'stops=") && !example.contains("=\""))
        #expect(APIOperation(at: path, item, tag: "server", in: document) == nil)
    }

    @Test func `schemas are said in words`() {
        let schemas: [(JSONValue, String)] = [
            (["type": "integer", "minimum": 0, "maximum": 3], "integer from 0 to 3"),
            (["type": "number", "minimum": 0], "number, at least 0"),
            (["enum": ["a", "b"]], "a, b"), (["const": "now"], "now"),
            (["anyOf": [["type": "string"], ["$ref": "#/components/schemas/X"]]], "text or X"),
            (["type": "array", "items": ["type": "boolean"]], "a list of true or false"),
            (["type": "string", "contentSchema": ["$ref": "#/a/Y"]], "JSON: Y"), ([:], "a value"),
        ]
        for (schema, words) in schemas { #expect(SchemaWords.words(for: schema) == words) }
    }

    @Test func `callers see the reference of what they may use`() async throws {
        try await makeSecuredServer(files: files).test { client in
            let page = try await outline("/guide/api", client)
            #expect(page.values(of: "href").contains("/guide/api/Harbor.Route"))
            #expect(!page.values(of: "href").contains("/guide/api/Depot.Route"))
            let hidden = try await client.execute(
                uri: "/guide/api/Depot.Route?f=json", method: .get)
            #expect(hidden.status == .notFound)
        }
    }
}
