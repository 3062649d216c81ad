// Tests an answer's map: what it frames, its scale, and what it draws.

import Geo
import RouteAPI
import Testing

@testable import Pictures

@Suite struct PictureTests {
    private static let town = Envelope(minX: 7.41, minY: 43.72, maxX: 7.44, maxY: 43.75)

    private func frame(
        _ box: Envelope = town, in reference: SpatialReference = .wgs84
    ) throws -> PictureFrame {
        try #require(PictureFrame(showing: box, in: reference, size: 480))
    }

    private func set(
        _ type: GeometryType, _ rows: [([AttributeValue], Geometry)]
    ) -> FeatureSet {
        FeatureSet(
            geometryType: type, spatialReference: .wgs84,
            fields: [
                Field("Name", .string), Field("RouteName", .string), Field("Sequence", .integer),
                Field("ObjectID", .objectID),
            ],
            features: rows.map { Feature(values: $0.0, geometry: $0.1) })
    }

    @Test func `ninety-six routes have looks that differ, away from red`() {
        let looks = (0..<RouteLook.count).map { RouteLook(ofRoute: $0) }
        #expect(RouteLook.count == 96 && Set(looks).count == 96)
        #expect(Set(looks.map { $0.light + $0.dashes }).count == 96)
        #expect(Set(looks.map { $0.dark + $0.dashes }).count == 96)
        #expect(RouteLook(ofRoute: 96) == looks[0])
        for (a, b) in zip(looks, looks.dropFirst()) {
            #expect(Self.gap(a.light, b.light) > 60)
        }
        for look in looks {
            #expect(look.light.count == 7 && look.dark.count == 7)
            #expect(Self.gap(look.light, RouteColor.barrier) > 40)
        }
        #expect(!RouteLooks(routes: 5).isMany && RouteLooks(routes: 5).rules.isEmpty)
        let many = RouteLooks(routes: 80)
        #expect(many.rules.contains("svg .r79 { stroke: var(--r79) }"))
        #expect(many.rules.contains("svg .route.r79 { stroke-dasharray: 12 4 2 4 }"))
        #expect(many.colors.contains("--r0: #") && many.darkColors.contains("--r79: #"))
    }

    /// The distance of two colors, over all components.
    private static func gap(_ a: String, _ b: String) -> Int {
        func parts(_ color: String) -> [Int] {
            let number = Int(color.dropFirst(), radix: 16) ?? 0
            return [number >> 16, number >> 8 & 0xFF, number & 0xFF]
        }
        return zip(parts(a), parts(b)).reduce(0) { $0 + abs($1.0 - $1.1) }
    }

    @Test func `a degree of longitude is drawn as long as it is on the ground`() throws {
        let frame = try frame()
        let west = frame.place(Coordinate(x: 7.41, y: 43.72))
        let east = frame.place(Coordinate(x: 7.42, y: 43.72))
        let north = frame.place(Coordinate(x: 7.41, y: 43.73))
        #expect(abs((east.x - west.x) / (west.y - north.y) - 0.725) < 0.005)
        #expect(north.y < west.y)
    }

    @Test(arguments: [
        Envelope(minX: 7.42, minY: 43.73, maxX: 7.42, maxY: 43.73),
        Envelope(minX: 0, minY: 0, maxX: 0, maxY: 80),
        Envelope(minX: 0, minY: 89, maxX: 9, maxY: 90),
        Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90),
        town,
    ])
    func `a frame shows what it was made for`(content: Envelope) throws {
        for reference in [SpatialReference.wgs84, .webMercator] {
            let frame = try frame(content, in: reference)
            for corner in [
                Coordinate(x: content.minX, y: content.minY),
                Coordinate(x: content.maxX, y: content.maxY),
            ] {
                let at = frame.place(corner)
                #expect((0...frame.width).contains(at.x) && (0...frame.height).contains(at.y))
            }
        }
    }

    @Test func `nothing and no place in the plane are no picture`() {
        #expect(PictureFrame(showing: Envelope(), in: .wgs84, size: 480) == nil)
        #expect(AnswerDrawing(onPage: AnalysisResult()) == nil)
    }

    @Test func `the scale is a round length, and unknown where a plane has no meters`() throws {
        #expect(try frame().scaleBar?.label == "500 m")
        let country = Envelope(minX: 5, minY: 42, maxX: 12, maxY: 49)
        #expect(try frame(country).scaleBar?.label == "200 km")
        #expect(try frame(in: .webMercator).scaleBar == nil)
    }

    @Test(arguments: [(999.0, 500.0), (1_000, 1_000), (35, 20), (0.4, 1)])
    func `the scale bar has a round length`(meters: Double, bar: Double) {
        #expect(PictureFrame.roundMeters(atMost: meters) == bar)
    }

    @Test(arguments: [(0.0, "0"), (1.25, "1.3"), (-0.04, "0"), (-0.26, "-0.3"), (-12.3, "-12.3")])
    func `pixels are written to tenths`(value: Double, text: String) {
        #expect(SVGWriter.number(value) == text)
    }

    @Test func `a path leads to the same pixels as its points`() {
        let line = [(10.04, 2.0), (9.96, 2.01), (12.5, -3.14), (12.5, 3), (0, 0)]
            .map { PicturePoint(x: $0.0, y: $0.1) }
        #expect(SVGWriter.data(of: line) == "M10 2l2.5-5.1 0 6.1-12.5-3")
        #expect(SVGWriter.data(of: [line[0]]) == "")
    }

    @Test func `vertices that fall together are drawn once`() throws {
        let line = (0..<1_000).map { Coordinate(x: 7.41 + Double($0) * 1e-9, y: 43.72) }
        let drawn = try frame().line(line + [Coordinate(x: 7.44, y: 43.75)])
        #expect(drawn.count <= 3)
    }

    @Test func `streets that continue each other are one line`() {
        func point(_ x: Double) -> PicturePoint { PicturePoint(x: x, y: 0) }
        let pieces = [(3.0, 2.0), (0, 1), (2, 1), (3, 4), (8, 9)].map {
            [point($0.0), point($0.1)]
        }
        let chains = StreetDrawing.joined(pieces).map { $0.map(\.x) }
        #expect(chains.count == 2)
        #expect(chains.contains([0, 1, 2, 3, 4]) || chains.contains([4, 3, 2, 1, 0]))
    }

    @Test func `streets of a city take no more than their share of the bytes`() throws {
        var streets: [StreetLine] = []
        for row in 0..<400 {
            let y = 43.72 + Double(row) * 0.03 / 400
            for column in 0..<100 {
                let x = 7.41 + Double(column) * 0.03 / 100
                streets.append(
                    StreetLine(
                        rank: row % 40 == 0 ? .major : .minor,
                        line: [Coordinate(x: x, y: y), Coordinate(x: x + 0.0003, y: y + 0.0001)]))
            }
        }
        let drawn = StreetDrawing(streets, in: try frame())
        #expect(drawn.paths.map(\.rank).contains(.major))
        #expect(drawn.paths.reduce(0) { $0 + $1.data.utf8.count } <= StreetDrawing.mostBytes)
    }

    @Test func `parts of a route with a jam have the color of its class`() {
        var result = AnalysisResult()
        let line = (0...4).map { Coordinate(x: 7 + Double($0) / 1_000, y: 43) }
        result.routes = set(
            .polyline, [([.string("r"), .null, .null, .null], .polyline(paths: [line]))])
        result.conditions = [
            RouteConditions(
                routeID: 1, routeName: "One", jams: [.free, .slow, .slow, .blocked])
        ]
        let svg = AnswerDrawing(file: result, streets: []).document
        #expect(svg.ranges(of: "route slow-jam\"").count == 1)
        #expect(svg.ranges(of: "route blocked-jam\"").count == 1)
        #expect(!svg.contains("free-jam"))
    }

    @Test func `a stop in another country does not make a dot of the route`() throws {
        var result = AnalysisResult()
        let line = [Coordinate(x: 7.41, y: 43.72), Coordinate(x: 7.44, y: 43.75)]
        result.routes = set(
            .polyline, [([.string("r"), .null, .null, .null], .polyline(paths: [line]))])
        result.stops = set(
            .point,
            [
                ([.string("a"), .string("r"), .integer(1), .null], .point(line[0])),
                (
                    [.string("b"), .null, .null, .null],
                    .point(Coordinate(x: 0, y: 0))
                ),
                ([.string("c"), .string("r"), .integer(2), .null], .point(line[1])),
            ])
        let drawing = try #require(AnswerDrawing(onPage: result))
        #expect(drawing.frame.box.minX > 7)
        #expect(drawing.element.contains("<circle cx=\"-"))
        #expect(drawing.element.ranges(of: "class=\"lost\"").count == 1)
        #expect(drawing.caption.contains("question mark"))
    }

    /// Two incidents and two facilities, and a matrix's pairs between them.
    @Test func `incidents and facilities look different, and pairs are lines`() throws {
        var picture = AnswerPicture()
        let places = (0..<4).map { Coordinate(x: 7.41 + Double($0) / 100, y: 43.72) }
        picture.stops = set(
            .point,
            places.enumerated().map { row, place in
                ([.string("p"), .null, .null, .integer(row % 2 + 1)], .point(place))
            })
        picture.placeGroups = [
            .init(name: "origins", rows: 0..<2), .init(name: "destinations", rows: 2..<4),
        ]
        var result = AnalysisResult()
        result.picture = picture
        result.attribution = "© somewhere"
        result.costMatrix = CostMatrix(costAttributeNames: ["Minutes"])
        result.costMatrix?.rows = [
            CostMatrix.Row(originID: 1, destinationIDs: [1, 2], costs: [1, 2])
        ]
        let drawing = try #require(AnswerDrawing(onPage: result))
        #expect(drawing.element.ranges(of: "<circle").count == 2)
        #expect(drawing.element.ranges(of: "<rect").count == 3)
        // Each input is numbered from 1.
        #expect(drawing.element.ranges(of: ">1</text>").count == 2)
        #expect(drawing.element.ranges(of: "class=\"pair r0\"").count == 1)
        #expect(
            drawing.caption
                == "North is up. Circles are origins, squares are destinations. © somewhere")
    }
}
