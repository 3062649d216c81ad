// Routes over streets as mappers draw and mistype them, from the file to the text.

import Geo
import MatrixAnalysis
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct ImportScenarios {
    /// A node as OSM XML.
    private func node(_ id: Int, _ longitude: String, _ latitude: String) -> String {
        "<node id='\(id)' lon='\(longitude)' lat='\(latitude)'/>"
    }

    /// A way as OSM XML.
    private func street(_ id: Int, _ nodes: [Int], _ tags: [String: String]) -> String {
        "<way id='\(id)'>" + nodes.map { "<nd ref='\($0)'/>" }.joined()
            + tags.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined() + "</way>"
    }

    /// A route's texts and its time in seconds.
    private func route(
        _ map: String, _ places: [Coordinate], _ change: (inout RouteParameters) -> Void = { _ in }
    ) throws -> (texts: [String], seconds: Double) {
        let result = try answer(from: .imported(map), places) {
            $0.returnDirections = true
            change(&$0)
        }
        let milliseconds = try #require(result.impedance)
        return (result.directions?.first?.steps.map(\.text) ?? [], Double(milliseconds) / 1_000)
    }

    /// A crossing of Long Road with another road; the node in the middle may be doubled.
    private func crossing(second: (longitude: String, latitude: String)?) -> String {
        let middle = second == nil ? 2 : 3
        return node(1, "11", "48") + node(2, "11.00402", "48") + node(4, "11.00804", "48")
            + node(5, "11.00402", "48.0027") + node(6, "11.00402", "47.9973")
            + (second.map { node(3, $0.longitude, $0.latitude) } ?? "")
            + street(
                101, second == nil ? [1, 2, 4] : [1, 2, 3, 4],
                ["highway": "residential", "name": "Long Road"])
            + street(102, [2, 5], ["highway": "residential", "name": "North Road"])
            + street(103, [6, middle], ["highway": "residential", "name": "South Road"])
    }

    @Test(arguments: [
        ("11.00402", "48"), ("11.0040201", "48"), ("11.00402", "48.0000001"),
    ])
    func `a crossing whose node is doubled is crossed like any other`(
        longitude: String, latitude: String
    ) throws {
        let doubled = crossing(second: (longitude, latitude))
        let places = [
            Coordinate(x: 11.001, y: 48), Coordinate(x: 11.007, y: 48),
            Coordinate(x: 11.00402, y: 47.998), Coordinate(x: 11.00402, y: 48.002),
        ]
        for from in places {
            for to in places where to != from {
                let plain = try route(crossing(second: nil), [from, to])
                let found = try route(doubled, [from, to])
                #expect(found.texts == plain.texts)
                #expect(abs(found.seconds - plain.seconds) < 0.02)
            }
        }
    }

    @Test func `a road of some centimeters is passed straight on`() throws {
        let plain = try route(
            crossing(second: nil), [Coordinate(x: 11.001, y: 48), Coordinate(x: 11.007, y: 48)])
        let found = try route(
            crossing(second: ("11.0040203", "48.0000009")),
            [Coordinate(x: 11.001, y: 48), Coordinate(x: 11.007, y: 48)])
        #expect(found.texts.count == plain.texts.count)
        #expect(abs(found.seconds - plain.seconds) < 0.5)
    }

    @Test func `a route crosses the 180th meridian`() throws {
        let road = ["highway": "primary", "name": "Dateline Road"]
        let cut =
            node(1, "179.99", "-16.8") + node(3, "180.0", "-16.8") + node(4, "-180.0", "-16.8")
            + node(6, "-179.99", "-16.8") + street(11, [1, 3], road) + street(12, [4, 6], road)
        let whole =
            node(1, "179.99", "-16.8") + node(6, "-179.99", "-16.8") + street(11, [1, 6], road)
        let places = [Coordinate(x: 179.992, y: -16.8), Coordinate(x: -179.992, y: -16.8)]
        for map in [cut, whole] {
            for stops in [places, places.reversed()] {
                let result = try answer(from: .imported(map), stops)
                let costs = try #require(result.quanta?.first?.costs)
                let length = try #require(costs.first { $0.name == "Length" }?.value)
                #expect(abs(Double(length) / 100 - 1_705.6) < 1)
            }
        }
    }

    @Test(arguments: [SpatialReference.wgs84, .webMercator])
    func `the line of a route runs on over the 180th meridian`(reference: SpatialReference) throws {
        let map =
            node(1, "179.99", "-16.8") + node(6, "-179.99", "-16.8")
            + street(11, [1, 6], ["highway": "primary", "name": "Dateline Road"])
        let places = [Coordinate(x: 179.992, y: -16.8), Coordinate(x: -179.992, y: -16.8)]
        for stops in [places, places.reversed()] {
            let result = try answer(from: .imported(map), stops) {
                $0.returnDirections = true
                $0.outSR = reference
            }
            let line = try #require(result.routes?.features.first?.geometry?.coordinates)
            let width = try #require(reference.worldWidth)
            #expect(zip(line, line.dropFirst()).allSatisfy { abs($0.x - $1.x) < width / 10_000 })
            let directions = try #require(result.directions?.first)
            #expect(directions.envelope.maxX - directions.envelope.minX < width / 10_000)
            for line in directions.steps.map(\.line) {
                #expect(
                    zip(line, line.dropFirst()).allSatisfy { abs($0.x - $1.x) < width / 10_000 })
            }
        }
    }

    /// A road over the 180th meridian, and places on it on either side.
    private var dateline: (map: String, places: [Coordinate]) {
        let map =
            node(1, "179.99", "-16.8") + node(6, "-179.99", "-16.8")
            + street(11, [1, 6], ["highway": "primary", "name": "Dateline Road"])
        return (
            map, [179.992, 179.997, -179.998, -179.992].map { Coordinate(x: $0, y: -16.8) }
        )
    }

    @Test func `the pieces of a line over the 180th meridian have its meters and seconds`() throws {
        let (map, places) = dateline
        let result = try answer(from: .imported(map), [places[0], places[3]]) {
            $0.returnConditions = true
        }
        let conditions = try #require(result.conditions?.first)
        #expect(conditions.meters.allSatisfy { (0..<1_000).contains($0) }, "\(conditions.meters)")
        #expect(abs(conditions.meters.reduce(0, +) - 1_705.6) < 1)
        #expect(conditions.seconds.allSatisfy { $0 >= 0 }, "\(conditions.seconds)")
    }

    @Test func `a trace over the 180th meridian is one route`() throws {
        let (map, places) = dateline
        for trace in [places, places.reversed()] {
            var parameters = MatchParameters()
            parameters.traces = TraceInput([
                Trace(fixes: trace.map { TraceFix($0, accuracyMeters: 5) })
            ])
            parameters.returnQuanta = true
            let result = try NetworkLayer.imported(map).match(parameters)
            #expect(result.routes?.features.count == 1)
            #expect(result[table: "traceGaps"]?.features == [])
            let costs = try #require(result.quanta?.first?.costs)
            let length = try #require(costs.first { $0.name == "Length" }?.value)
            #expect(abs(Double(length) / 100 - 1_705.6) < 1)
        }
    }

    @Test func `a straight line over the 180th meridian runs on`() throws {
        let (map, places) = dateline
        for reference in [SpatialReference.wgs84, .webMercator] {
            var parameters = ODCostMatrixParameters()
            parameters.origins = LocationInput(features: .shapes([.point(places[0])], .point))
            parameters.destinations = LocationInput(features: .shapes([.point(places[3])], .point))
            parameters.outputType = .straightLines
            parameters.outSR = reference
            let result = try NetworkLayer.imported(map).solve(parameters)
            let lines = try #require(result[table: "odLines"])
            let line = try #require(lines.features.first?.geometry?.coordinates)
            let width = try #require(reference.worldWidth)
            #expect(abs(abs(line[1].x - line[0].x) / width - 0.016 / 360) < 1e-6)
        }
    }

    @Test func `a street at the other side of the 180th meridian takes stops`() throws {
        let map =
            node(1, "179.99", "-16.8") + node(2, "179.9999", "-16.8")
            + street(11, [1, 2], ["highway": "residential"])
            + node(3, "-179.9", "-16.8") + node(4, "-179.95", "-16.8")
            + street(12, [3, 4], ["highway": "residential"])
        let result = try answer(
            from: .imported(map),
            [Coordinate(x: 179.995, y: -16.8), Coordinate(x: -179.9999, y: -16.8)]
        ) { $0.returnStops = true }
        let stops = try #require(result.stops)
        let place = try #require(stops.features.last?.geometry?.coordinates.first)
        #expect(abs(abs(place.x) - 180) < 0.000_2)
        let length = try #require(result.quanta?.first?.costs.first { $0.name == "Length" }?.value)
        #expect(abs(Double(length) / 100 - 521.4) < 2, "to the end of the street")
    }

    @Test func `no signed limit on a street is no motorway`() throws {
        let stops = [Coordinate(x: 11.0001, y: 48), Coordinate(x: 11.0039, y: 48)]
        func seconds(_ tags: [String: String]) throws -> Double {
            let map =
                node(1, "11", "48") + node(2, "11.004", "48")
                + street(101, [1, 2], ["highway": "residential"].merging(tags) { $1 })
            return try route(map, stops).seconds
        }
        #expect(try seconds(["maxspeed": "none"]) == seconds([:]))
        #expect(try seconds(["maxspeed": "500"]) == seconds([:]))
        #expect(try seconds(["maxspeed": "50,30"]) == seconds(["maxspeed": "50"]))
    }

    @Test func `several names are said without semicolons in every language`() throws {
        let map =
            node(1, "11", "48") + node(2, "11.00268", "48") + node(3, "11.00268", "48.0018")
            + street(101, [1, 2], ["highway": "residential", "name": "Main Street;High Street"])
            + street(102, [2, 3], ["highway": "residential", "name": "Mill Lane; Old Road "])
        for language in ["en", "de", "fr", "es", "it", "pt", "nl"] {
            let texts = try route(
                map, [Coordinate(x: 11.0005, y: 48), Coordinate(x: 11.00268, y: 48.001)]
            ) { $0.directionsLanguage = language }.texts
            #expect(texts.contains { $0.contains("Main Street, High Street") }, "\(language)")
            #expect(texts.contains { $0.contains("Mill Lane, Old Road") }, "\(language)")
            #expect(!texts.contains { $0.contains(";") }, "\(language)")
        }
    }

    @Test(arguments: [
        ("02:30;03:30", 9_000.0), ("15 min", 900), ("00:15 ", 900), ("1h", 3_600), ("PT15M", 900),
    ])
    func `a ferry takes the time that its timetable states`(
        duration: String, seconds: Double
    ) throws {
        let map =
            node(1, "11", "48") + node(2, "11.00134", "48") + node(3, "11.13534", "48")
            + node(4, "11.13668", "48")
            + street(101, [1, 2], ["highway": "residential", "name": "Quay"])
            + street(102, [3, 4], ["highway": "residential", "name": "Pier"])
            + street(103, [2, 3], ["route": "ferry", "duration": duration])
        let found = try route(
            map, [Coordinate(x: 11.00133, y: 48), Coordinate(x: 11.13535, y: 48)])
        #expect(abs(found.seconds - seconds) < 2)
    }

    @Test(
        arguments: [
            // Kilometers; 2 at 5 km/h, the rest at 30. A posted speed, less 8 %, is for all water.
            (1.0, [:], 0.2), (2.0, [:], 0.4), (62.0, [:], 2.4), (62.0, ["duration": "03:00"], 3),
            (46.0, ["maxspeed": "20"], 2.5),
        ] as [(Double, [String: String], Double)])
    func `a long ferry without a timetable is faster on open water`(
        kilometers: Double, tags: [String: String], hours: Double
    ) throws {
        let degrees = kilometers * 1_000 / Geodesic.metersPerDegree(atLatitude: 0).x
        let map =
            node(1, "-0.001", "0") + node(2, "0", "0") + node(3, "\(degrees)", "0")
            + node(4, "\(degrees + 0.001)", "0")
            + street(101, [1, 2], ["highway": "residential"])
            + street(102, [3, 4], ["highway": "residential"])
            + street(103, [2, 3], ["route": "ferry"].merging(tags) { $1 })
        let found = try route(
            map, [Coordinate(x: -0.00001, y: 0), Coordinate(x: degrees + 0.00001, y: 0)])
        #expect(abs(found.seconds / 3_600 - hours) < 0.01 * hours, "\(found.seconds) s")
    }
}
