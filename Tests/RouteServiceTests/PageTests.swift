// Tests every page of the server by the same rules of structure and accessibility.

import Foundation
import Geo
import HTTPTypes
import NIOCore
import RouteAPI
import ServerTesting
@testable import ServicePages
import Testing

@testable import RouteService

@Suite struct PageTests {
    /// Every page of the server, with an answer that has all optional parts.
    private func pages() async throws -> [(path: String, page: PageOutline)] {
        let paths = [
            "/arcgis/rest/services", "/arcgis/rest/services/Routing", FixturePath.service,
            FixturePath.layer, FixturePath.solve, "\(FixturePath.layer)/retrieveTravelModes",
            "/arcgis/rest/info", "/livez?f=html", "/readyz?f=html",
            "/arcgis/rest/services/nowhere", "/nowhere",
            "\(FixturePath.solve)?\(FixturePath.twoStops)&outSR=3857&returnStops=true",
            "\(FixturePath.layer)/locate", "\(FixturePath.layer)/locate?inputLocations=1,2",
            "\(FixturePath.layer)/locate?inputLocations=x", "\(FixturePath.service)/Harbor",
            "\(FixturePath.solve)?stops=x%3Cscript%3E", "\(FixturePath.solve)?stops=1,2&token=a",
        ]
        return try await makeServer(FakeLayer(.answer(.sample))).test { client in
            var pages: [(path: String, page: PageOutline)] = []
            for path in paths {
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.headers[.contentType] == "text/html;charset=utf-8")
                pages.append((path, PageOutline(response.text)))
            }
            return pages
        }
    }

    @Test func `elements are closed in order, and ids are unique`() async throws {
        for (path, page) in try await pages() {
            #expect(page.faults == [], "\(path)")
            let ids = page.values(of: "id")
            #expect(Set(ids).count == ids.count, "\(path)")
            #expect(!page.elements.contains { $0.name == "script" }, "\(path)")
        }
    }

    @Test func `what refers to an element finds it`() async throws {
        for (path, page) in try await pages() {
            let ids = Set(page.values(of: "id"))
            let anchors = page.values(of: "href").filter { $0.hasPrefix("#") }.map {
                $0.dropFirst()
            }
            let references =
                ["for", "aria-describedby", "aria-labelledby"].flatMap { page.values(of: $0) }
                .flatMap { (ids: String) -> [Substring] in ids.split(separator: " ") }
            for reference in anchors + references {
                #expect(ids.contains(String(reference)), "\(path): \(reference)")
            }
        }
    }

    @Test func `a page has its landmarks, a link past them, one heading and no gap below it`()
        async throws
    {
        for (path, page) in try await pages() {
            for landmark in ["header", "nav", "main", "footer", "h1", "title"] {
                #expect(
                    page.all(landmark).filter { !$0.parents.contains("svg") }.count >= 1, "\(path)")
            }
            #expect(page.all("main").count == 1 && page.all("h1").count == 1, "\(path)")
            #expect(page.all("html").first?.attributes["lang"] == "en", "\(path)")
            #expect(page.all("a").first?.attributes["href"] == "#content", "\(path)")
            #expect(
                page.all("nav").allSatisfy { $0.attributes["aria-label"] != nil }, "\(path)")
            var level = 1
            for heading in page.all("h1", "h2", "h3", "h4") {
                let found = heading.name.last?.wholeNumberValue ?? 0
                #expect(found <= level + 1, "\(path): \(heading.text)")
                level = found
            }
        }
    }

    @Test func `controls have labels, and parts of a form have legends`() async throws {
        for (path, page) in try await pages() {
            let labels = Set(page.all("label").compactMap { $0.attributes["for"] })
            for control in page.all("input", "select", "textarea")
            where control.attributes["type"] != "hidden" {
                let id = try #require(control.attributes["id"], "\(path)")
                #expect(labels.contains(id), "\(path): \(id)")
                #expect(control.parents.contains("fieldset"), "\(path): \(id)")
            }
            #expect(page.all("legend").count == page.all("fieldset").count, "\(path)")
            #expect(page.all("button").allSatisfy { !$0.text.isEmpty }, "\(path)")
        }
    }

    @Test func `tables have captions and headings, in boxes that scroll by themselves`()
        async throws
    {
        for (path, page) in try await pages() {
            let tables = page.all("table")
            #expect(page.all("caption").count == tables.count, "\(path)")
            #expect(tables.allSatisfy { $0.parents.last == "div" }, "\(path)")
            #expect(page.all("th").allSatisfy { $0.attributes["scope"] != nil }, "\(path)")
            let boxes = page.elements.filter { $0.attributes["class"] == "scroll" }
            #expect(boxes.count == tables.count, "\(path)")
            #expect(boxes.allSatisfy { $0.attributes["tabindex"] == "0" }, "\(path)")
        }
    }

    @Test func `pages load nothing and lead to this server only`() async throws {
        for (path, page) in try await pages() {
            #expect(page.values(of: "src") == [], "\(path)")
            for target in page.values(of: "href") + page.values(of: "action") {
                #expect(target.hasPrefix("/") || target.hasPrefix("#"), "\(path): \(target)")
            }
        }
    }

    @Test func `the form offers every parameter with the layer's default`() async throws {
        let pages = try await pages()
        let form = try #require(pages.first { $0.path == FixturePath.solve }?.page)
        let controls = form.all("input", "select", "textarea")
        let names = controls.compactMap { $0.attributes["name"] }
        #expect(Set(names) == Set(LayerOperation.solve.parameters.map(\.name) + ["f"]))
        let groups = ParameterDeclaration.Group.allCases.filter { group in
            LayerOperation.solve.parameters.contains { $0.group == group }
        }
        #expect(form.all("legend").map(\.text) == groups.map(\.rawValue))
        let restrictions = try #require(
            controls.first { $0.attributes["name"] == "restrictionAttributeNames" })
        #expect(restrictions.text == "Oneway")
        let chosen = form.all("option").filter { $0.attributes["selected"] != nil }
        #expect(chosen.map(\.text).contains("esriNFSBAtDeadEndsAndIntersections (default)"))
    }

    @Test func `what was sent stands in the form again, also after a failure`() async throws {
        try await makeServer().test { client in
            let response = try await client.execute(
                uri: "\(FixturePath.solve)?stops=x&outputLines=odd&returnRoutes=false", method: .get
            )
            #expect(response.status == .badRequest)
            let page = PageOutline(response.text)
            #expect(page.all("textarea").first?.text == "x")
            let chosen = page.all("option").filter { $0.attributes["selected"] != nil }
            #expect(chosen.contains { $0.attributes["value"] == "odd" })
            #expect(chosen.contains { $0.text == "false" })
            #expect(page.elements.contains { $0.attributes["role"] == "alert" })
        }
    }

    @Test func `a refusal marks the controls at fault, and leads to them`() async throws {
        try await makeServer().test { client in
            for (query, name) in [
                ("solve?stops=x", "stops"), ("locate?inputLocations=x", "inputLocations"),
                ("solve?\(FixturePath.twoStops)&outputLines=odd", "outputLines"),
                ("solve?\(FixturePath.twoStops)&outSR=odd", "outSR"),
                ("solve?\(FixturePath.twoStops)&geometryPrecision=odd", "geometryPrecision"),
                (
                    "solve?stops=x&strict=true&restrictUTurn=a&locateSettings="
                        + "%7B%22default%22:%7B%22tolerence%22:5%7D%7D", "stops locateSettings"
                ),
            ] {
                let response = try await client.execute(
                    uri: "\(FixturePath.layer)/\(query)", method: .get)
                let page = PageOutline(response.text)
                let marked = page.elements.filter { $0.attributes["aria-invalid"] == "true" }
                let names = name.split(separator: " ").map(String.init)
                #expect(marked.map { $0.attributes["id"] } == names)
                for (name, control) in zip(names, marked) {
                    let about = control.attributes["aria-describedby"]?.split(separator: " ")
                    let link = try #require(
                        page.all("a").first { $0.attributes["href"] == "#\(name)" })
                    #expect(link.parents.contains("ul") && !link.text.isEmpty)
                    #expect(about?.first.map(String.init) == link.attributes["id"])
                    #expect(about?.last == "about-\(name)")
                    // Each message appears once.
                    #expect(response.text.components(separatedBy: link.text).count == 2)
                }
            }
            let form = try await client.execute(uri: FixturePath.solve, method: .get)
            #expect(PageOutline(form.text).values(of: "aria-invalid") == [])
        }
    }

    @Test func `an answer's page has a map, the steps and links to its other forms`() async throws {
        let pages = try await pages()
        let answer = try #require(pages.first { $0.path.contains("outSR=3857") }?.page)
        #expect(answer.all("svg").first?.attributes["role"] == "img")
        #expect(
            answer.elements.filter { $0.attributes["class"] == "number" }.map(\.text) == ["2", "1"])
        let steps = answer.all("li").filter {
            $0.parents.suffix(1) == ["ol"] && $0.text.contains("Quay")
        }
        #expect(steps.count == 2)
        let links = answer.values(of: "href").filter { $0.contains("f=") && $0.contains("stops=") }
        let formats = links.map { $0.split(separator: "=").last }
        #expect(formats == ["json", "pjson", "geojson", "gpkg"])
        #expect(links.allSatisfy { $0.contains("outSR=3857") })
    }

    @Test func `an answer to a request with a secret, or too long for a link, has buttons instead`()
        async throws
    {
        let pages = try await pages()
        let answer = try #require(pages.first { $0.path.hasSuffix("token=a") }?.page)
        let hidden = answer.all("input").filter { $0.attributes["type"] == "hidden" }
        #expect(hidden.map { $0.attributes["name"] } == ["stops", "token"])
        #expect(!answer.values(of: "href").contains { $0.contains("token") })
    }

    @Test func `a page does not repeat megabytes that were sent`() async throws {
        let stops = (0..<20_000).map { "7.\($0),43.7" }.joined(separator: ";")
        try await makeServer(FakeLayer(.answer(.sample))).test { client in
            let response = try await client.execute(
                uri: FixturePath.solve, method: .post, headers: formHeaders,
                body: ByteBuffer(string: "stops=\(stops)"))
            #expect(response.status == .ok)
            #expect(stops.utf8.count > 200_000 && response.text.utf8.count < 100_000)
            #expect(response.text.contains("\(stops.utf8.count) bytes"))
        }
    }

    @Test(arguments: [false, true])
    func `colors keep their contrast, in light and in dark`(isDark: Bool) throws {
        let blocks = Stylesheet.text.components(of: ":root")
        var colors = try #require(blocks.first)
        if isDark { colors.merge(try #require(blocks.dropFirst().first)) { $1 } }
        func contrast(_ a: String, _ b: String) throws -> Double {
            let (x, y) = (try #require(colors[a]?.luminance), try #require(colors[b]?.luminance))
            return (max(x, y) + 0.05) / (min(x, y) + 0.05)
        }
        for text in ["text", "quiet", "accent", "warn"] {
            for ground in ["page", "soft"] {
                #expect(try contrast(text, ground) >= 7, "\(text) on \(ground)")
            }
        }
        for line in ["edge", "focus", "r0", "r1", "r2", "r3", "r4", "barrier"] {
            #expect(try contrast(line, "page") >= 3, "\(line)")
            if line != "edge" && line != "focus" {
                #expect(try contrast(line, "ground") >= 3, "\(line)")
            }
        }
        #expect(try contrast("onbar", "bar") >= 7)
        #expect(try contrast("onstop", "stop") >= 7)
    }
}

extension AnalysisResult {
    fileprivate static let sample: AnalysisResult = {
        let line = [Coordinate(x: 100, y: 200), Coordinate(x: 900, y: 1_200)]
        func set(_ type: GeometryType, _ rows: [([AttributeValue], Geometry)]) -> FeatureSet {
            FeatureSet(
                geometryType: type, spatialReference: .webMercator,
                fields: [
                    Field("ObjectID", .objectID), Field("Name", .string),
                    Field("RouteName", .string), Field("Sequence", .integer),
                    Field("BarrierType", .integer), Field("Total_TravelTime", .double),
                    Field("EndTimeUTC", .date),
                ], features: rows.map { Feature(values: $0.0, geometry: $0.1) })
        }
        var result = AnalysisResult()
        result.messages = [Message(.warning, "A <b>warning</b>.")]
        let name = AttributeValue.string("There & back")
        result.routes = set(
            .polyline,
            [
                (
                    [.integer(1), name, .null, .null, .null, .double(1.25), .date(0)],
                    .polyline(paths: [line])
                )
            ])
        result.stops = set(
            .point,
            line.enumerated().map { row, place in
                (
                    [
                        .integer(row + 1), .string("<s>"), name, .integer(row + 1), .null, .null,
                        .null,
                    ],
                    .point(place)
                )
            })
        result.barriers.polygon = set(
            .polygon,
            [
                (
                    [.integer(1), .null, .null, .null, .integer(1), .null, .null],
                    .polygon(rings: [line + [Coordinate(x: 0, y: 0), line[0]]])
                )
            ])
        result.directions = [
            RouteDirections(
                routeID: 1, routeName: "There & back", totalLength: 1.5, totalTimeMinutes: 75,
                totalDriveTimeMinutes: 75, envelope: Envelope(line),
                spatialReference: .webMercator,
                steps: [
                    DirectionStep(
                        length: 0, timeMinutes: 0, text: "Start at Quay",
                        maneuverType: "esriDMTDepart", line: line),
                    DirectionStep(
                        length: 1.5, timeMinutes: 75, text: "Turn left on Quay Road", eta: 0,
                        maneuverType: "esriDMTTurnLeft", line: line),
                ], lengthUnits: .kilometers)
        ]
        result.attribution = "© the artist"
        return result
    }()
}

extension String {
    /// The colors declared in a style sheet's blocks for a selector, by name.
    fileprivate func components(of selector: String) -> [[String: String]] {
        var blocks: [[String: String]] = []
        var rest = self[...]
        while let start = rest.firstRange(of: "\(selector) {") {
            rest = rest[start.upperBound...]
            let block = rest.prefix { $0 != "}" }
            var colors: [String: String] = [:]
            for line in block.split(separator: ";") {
                let parts = line.split(separator: ":").map { $0.filter { !$0.isWhitespace } }
                if parts.count == 2, parts[0].hasPrefix("--") {
                    colors[String(parts[0].dropFirst(2))] = parts[1]
                }
            }
            blocks.append(colors)
        }
        return blocks
    }

    /// The relative luminance of a color such as `#0a4a82`, after WCAG 2.
    fileprivate var luminance: Double? {
        guard count == 7, let value = Int(dropFirst(), radix: 16) else { return nil }
        let parts = [value >> 16, value >> 8 & 255, value & 255].map { part -> Double in
            let share = Double(part) / 255
            return share <= 0.040_45 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.212_6 * parts[0] + 0.715_2 * parts[1] + 0.072_2 * parts[2]
    }
}
