// Tests that each option which changes the way has its effect: OSRM's, and Waypost's own.

import Foundation
import Geo
import RouteAPI
import RouteTesting
import Testing

extension OSRMTests {
    /// Two ways from a to c: by b in 20 s, and by d and f in 22.5 s.
    private static func ways(
        _ change: (inout NetworkSketch) -> Void = { _ in },
        byB road: (inout NetworkSketch.Road) -> Void = { _ in }
    ) -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            a---b---c
            |       |
            d-------f
            """)
        sketch.road("abc", seconds: 10, road)
        sketch.road("adfc", seconds: 7.5)
        change(&sketch)
        return sketch
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }

    private func seconds(
        _ places: [Coordinate], _ query: String, on sketch: NetworkSketch
    ) async throws -> Double {
        let text = places.map { "\($0.x),\($0.y)" }.joined(separator: ";")
        let answer = try await ask("/route/v1/driving/\(text)?\(query)", on: sketch)
        return try #require(answer["routes"]?.array?.first?["duration"]?.number)
    }

    @Test func `excluded streets and restrictions of the request are avoided`() async throws {
        let sketch = Self.ways { _ in
        } byB: {
            $0.restrictions = TestNetwork.toll
        }
        let places = [sketch.place("a"), sketch.place("c")]
        let names = Self.encoded("Driving an Automobile,Avoid Toll Roads")
        for (query, expected) in [
            ("", 20), ("exclude=toll", 22.5), ("exclude=\(Self.encoded("Avoid Toll Roads"))", 22.5),
            ("restrictions=\(names)", 22.5),
            ("restrictions=\(Self.encoded("Driving an Automobile"))", 20),
        ] {
            let found = try await seconds(places, query, on: sketch)
            #expect(abs(found - expected) < 0.2, "\(query): \(found)")
        }
    }

    @Test func `a value of a parameter says how high the vehicle is`() async throws {
        let sketch = Self.ways { _ in
        } byB: {
            $0.heightCentimeters = 300
        }
        let places = [sketch.place("a"), sketch.place("c")]
        let names = Self.encoded("Driving an Automobile,Height Restriction")
        for (meters, expected) in [(2.9, 20), (3.1, 22.5)] {
            let value = Self.encoded(
                """
                [{"attributeName":"Height Restriction","parameterName":"Vehicle Height (meters)",\
                "value":\(meters)}]
                """)
            let found = try await seconds(
                places, "restrictions=\(names)&attributeParameterValues=\(value)", on: sketch)
            #expect(abs(found - expected) < 0.2, "\(meters) m: \(found)")
        }
    }

    @Test func `streets that are closed at night are taken by day`() async throws {
        let sketch = Self.ways {
            $0.condition(
                on: "ab", "22:00-06:00", tag: "motor_vehicle:conditional=no @ (22:00-06:00)",
                restrictions: TestNetwork.automobile)
        }
        let places = [sketch.place("a"), sketch.place("c")]
        // 2026-03-02 at 08:00 and at 23:00.
        for (start, expected) in [(1_772_438_400_000, 20), (1_772_492_400_000, 22.5)] {
            let found = try await seconds(
                places, "startTime=\(start)&startTimeIsUTC=true", on: sketch)
            #expect(abs(found - expected) < 0.2, "\(start): \(found)")
        }
    }

    @Test func `a bearing says which way the vehicle heads`() async throws {
        let sketch = Self.ways()
        let places = [sketch.place("a", "b", at: 0.5), sketch.place("c")]
        let east = try await seconds(places, "bearings=90,45;", on: sketch)
        #expect(abs(east - 15) < 0.2, "\(east)")
        // It drives to a first.
        let west = try await seconds(places, "bearings=270,45;", on: sketch)
        #expect(west > 24.8, "\(west)")
    }

    @Test(arguments: ["input", "snapped"])
    func `cells without a route are estimated from a speed`(end: String) async throws {
        var sketch = NetworkSketch("a---b   c---d")
        sketch.road("ab", seconds: 10)
        sketch.road("cd", seconds: 10)
        // Beside the streets, at different distances from them.
        let places = [
            (sketch.place("a", "b", at: 0.5), 2e-5), (sketch.place("c", "d", at: 0.5), 7e-5),
        ]
        .map { Coordinate(x: $0.x, y: $0.y + $1) }
        let text = places.map { "\($0.x),\($0.y)" }.joined(separator: ";")
        // So near, no coordinate can be moved to the other street.
        let path = "/table/v1/driving/\(text)?radiuses=15;15&annotations=duration,distance"
        let bare = try await ask(path, on: sketch)
        #expect(bare["durations"]?.array?[0].array?[1] == .null)
        #expect(bare["fallback_speed_cells"] == nil)
        let answer = try await ask(
            "\(path)&fallback_speed=10&fallback_coordinate=\(end)", on: sketch)
        let cells = try #require(answer["fallback_speed_cells"]?.array)
        #expect(cells.map { $0.array?.compactMap(\.number) } == [[0, 1], [1, 0]])
        let snapped = (answer["sources"]?.array ?? []).compactMap { row -> Coordinate? in
            let place = (row["location"]?.array ?? []).compactMap(\.number)
            return place.count == 2 ? Coordinate(x: place[0], y: place[1]) : nil
        }
        try #require(snapped.count == 2)
        let ends = end == "input" ? places : snapped
        let meters = Geodesic.distanceMeters(from: ends[0], to: ends[1])
        let seconds = try #require(answer["durations"]?.array?[0].array?[1].number)
        #expect(abs(seconds * 10 - meters) < 0.1, "\(seconds) s, \(meters) m")
        let distance = try #require(answer["distances"]?.array?[0].array?[1].number)
        #expect(abs(distance - meters) < 0.1)
    }
}
