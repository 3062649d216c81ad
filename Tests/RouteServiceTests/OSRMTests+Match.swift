// Tests OSRM's service match.

import Geo
import RouteTesting
import Testing

extension OSRMTests {
    @Test func `a matched trace has its points on the line`() async throws {
        let answer = try await ask(
            "/match/v1/driving/\(Self.text("abc"))?geometries=geojson&overview=full")
        let matching = try #require(answer["matchings"]?.array?.first)
        #expect(try #require(matching["confidence"]?.number) <= 1)
        let line = try #require(matching["geometry"]?["coordinates"]?.array)
        let points = try #require(answer["tracepoints"]?.array)
        #expect(points.count == 3)
        for point in points where point != .null {
            #expect(point["matchings_index"] == 0)
            let place = try #require(point["location"]?.array)
            let isNear = line.contains {
                abs(($0.array?[0].number ?? 0) - (place[0].number ?? 1)) < 1e-4
                    && abs(($0.array?[1].number ?? 0) - (place[1].number ?? 1)) < 1e-4
            }
            #expect(isNear, "\(point.text)")
        }
        #expect(points.contains { $0 != .null })
    }

    @Test func `a trace with a gap in time has two matchings`() async throws {
        let drawing = Self.sketch()
        let places =
            [0.1, 0.5, 0.9].map { drawing.place("a", "b", at: $0) }
            + [0.2, 0.5, 0.8].map { drawing.place("b", "c", at: $0) }
        let text = places.map { "\($0.x),\($0.y)" }.joined(separator: ";")
        let answer = try await ask("/match/v1/driving/\(text)?timestamps=0;4;8;208;211;214")
        #expect(answer["matchings"]?.array?.count == 2)
        let points = try #require(answer["tracepoints"]?.array)
        #expect(points.map { $0["matchings_index"]?.number } == [0, 0, 0, 1, 1, 1])
        #expect(points.map { $0["waypoint_index"]?.number } == [0, 1, 2, 0, 1, 2])
        let whole = try await ask(
            "/match/v1/driving/\(text)?timestamps=0;4;8;208;211;214&gaps=ignore")
        #expect(whole["matchings"]?.array?.count == 1)
    }

    @Test func `waypoints that match nothing are no legs`() async throws {
        let drawing = Self.sketch()
        let places = [0.1, 0.3, 0.5, 0.7].map { drawing.place("a", "b", at: $0) }
        // The second place is some kilometers away.
        let text = places.enumerated()
            .map { "\($1.x),\($1.y + ($0 == 1 ? 0.05 : 0))" }.joined(separator: ";")
        let path = "/match/v1/driving/\(text)"
        #expect(try await refused("\(path)?waypoints=0;1;3") == "NoMatch")
        let answer = try await ask("\(path)?waypoints=0;2;3")
        #expect(answer["matchings"]?.array?.first?["legs"]?.array?.count == 2)
        #expect(answer["tracepoints"]?.array?[1] == .null)
    }

    @Test func `the sides of matched positions are those of the stops among them`() async throws {
        let text = [(0.1, 5.0), (0.4, -5), (0.7, -5), (0.9, 5)]
            .map { Self.text(from: "a", to: "b", $0.0, north: $0.1) }.joined(separator: ";")
        let answer = try await ask(
            "/match/v1/driving/\(text)?steps=true&waypoints=0;3&radiuses=5;5;5;5")
        let legs = answer["matchings"]?.array?.first?["legs"]?.array
        #expect(legs?.count == 1)
        #expect(sides(legs?.first) == ["left", "left"])
    }

    @Test func `a slow vehicle's positions are kept a meter apart if tidy is set`() async throws {
        let sketch = Self.sketch()
        let text = (0...200).map {
            let place = sketch.place("a", "b", at: 0.1 + 0.004 * Double($0))
            return "\(place.x),\(place.y)"
        }.joined(separator: ";")
        let all = try await ask("/match/v1/driving/\(text)")
        let tidied = try await ask("/match/v1/driving/\(text)?tidy=true")
        let meters = try [all, tidied].map {
            try #require($0["matchings"]?.array?.first?["distance"]?.number)
        }
        #expect(meters[0] > 20 && abs(meters[0] - meters[1]) < 1, "\(meters)")
        let points = try #require(tidied["tracepoints"]?.array)
        #expect(points.count == 201)
        #expect(points.first != .null && points.last != .null)
        #expect((10..<150).contains(points.count { $0 != .null }))
    }
}
