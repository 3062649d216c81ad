// The map on an answer's page: what it frames, and how it is scaled.

import Geo
import RouteAPI
import Testing

@testable import RouteService

@Suite struct SketchTests {
    private static let town = Envelope(minX: 7.41, minY: 43.72, maxX: 7.44, maxY: 43.75)

    @Test func `a degree of longitude is drawn as long as it is on the ground`() throws {
        let frame = try #require(SketchFrame(showing: Self.town, in: .wgs84))
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
        town,
    ])
    func `whatever is shown lies within the picture`(content: Envelope) throws {
        for reference in [SpatialReference.wgs84, .webMercator] {
            let frame = try #require(SketchFrame(showing: content, in: reference))
            for corner in [
                Coordinate(x: content.minX, y: content.minY),
                Coordinate(x: content.maxX, y: content.maxY),
            ] {
                let (x, y) = frame.place(corner)
                #expect((0...frame.width).contains(x) && (0...frame.height).contains(y))
            }
        }
    }

    @Test func `nothing and no place in the plane are no picture`() {
        #expect(SketchFrame(showing: Envelope(), in: .wgs84) == nil)
        #expect(RouteSketch(AnalysisResult()) == nil)
    }

    @Test func `the scale is a round length, and unknown where a plane has no meters`() throws {
        let bar = try #require(SketchFrame(showing: Self.town, in: .wgs84)?.scaleBar)
        #expect(bar.label == "500 m")
        let country = Envelope(minX: 5, minY: 42, maxX: 12, maxY: 49)
        #expect(SketchFrame(showing: country, in: .wgs84)?.scaleBar?.label == "200 km")
        #expect(SketchFrame(showing: Self.town, in: .webMercator)?.scaleBar == nil)
    }

    @Test func `vertices that fall together are drawn once`() throws {
        let frame = try #require(SketchFrame(showing: Self.town, in: .wgs84))
        let line = (0..<1_000).map { Coordinate(x: 7.41 + Double($0) * 1e-9, y: 43.72) }
        #expect(frame.path([line + [Coordinate(x: 7.44, y: 43.75)]]).count { $0 == "L" } <= 3)
        #expect(frame.path([[line[0]]]) == "")
    }

    @Test func `a stop in another country does not make a dot of the route`() throws {
        func set(_ type: GeometryType, _ rows: [([AttributeValue], Geometry)]) -> FeatureSet {
            FeatureSet(
                geometryType: type, spatialReference: .wgs84,
                fields: [
                    Field("Name", .string), Field("RouteName", .string),
                    Field("Sequence", .integer),
                ], features: rows.map { Feature(values: $0.0, geometry: $0.1) })
        }
        var result = AnalysisResult()
        let line = [Coordinate(x: 7.41, y: 43.72), Coordinate(x: 7.44, y: 43.75)]
        result.routes = set(.polyline, [([.string("r"), .null, .null], .polyline(paths: [line]))])
        result.stops = set(
            .point,
            [
                ([.string("a"), .string("r"), .integer(1)], .point(line[0])),
                ([.string("b"), .null, .null], .point(Coordinate(x: 0, y: 0))),
                ([.string("c"), .string("r"), .integer(2)], .point(line[1])),
            ])
        let page = PageOutline(try #require(RouteSketch(result)).html.markup)
        #expect(page.faults == [])
        #expect(page.all("text").map(\.text) == ["2", "?", "1", "500 m"])
        let lost = try #require(page.all("circle").first { $0.attributes["class"] == "lost" })
        #expect(try #require(lost.attributes["cx"].flatMap { Double($0) }) < 0)
        #expect(page.all("figcaption").first?.text.contains("question mark") == true)
    }

    @Test(arguments: [
        (0.004, "0 s"), (0.2, "12 s"), (1.0, "1 min"), (12.34, "12.3 min"), (59.99, "60 min"),
        (60.0, "1 h 0 min"), (125.4, "2 h 5 min"),
    ])
    func `times are written in the usual units`(minutes: Double, text: String) {
        #expect(ShownNumber.minutes(minutes) == text)
    }

    @Test(arguments: [
        (0.164, NetworkUnit.kilometers, "164 m"), (2.333, .kilometers, "2.3 km"),
        (0.164, .miles, "0.16 mi"), (30, .meters, "30 m"),
    ])
    func `lengths are written in the usual units`(length: Double, unit: NetworkUnit, text: String) {
        #expect(ShownNumber.length(length, unit) == text)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (-12_345_678, "-12,345,678")])
    func `digits stand in threes`(number: Int, text: String) {
        #expect(ShownNumber.grouped(number) == text)
    }
}
