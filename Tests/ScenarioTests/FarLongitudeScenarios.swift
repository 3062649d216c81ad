// Longitudes beyond 180, as maps that repeat the world send them: every input folds them alike.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct FarLongitudeScenarios {
    private let sketch = barrierBlock

    private var ends: [Coordinate] {
        [sketch.place("a", "b", at: 0.1), sketch.place("a", "b", at: 0.9)]
    }

    private static let turns = [-360.0, 360]

    /// The places moved by full turns of the globe.
    private func turned(_ places: [Coordinate], by turn: Double) -> [Coordinate] {
        places.map { Coordinate(x: $0.x + turn, y: $0.y) }
    }

    @Test(arguments: turns)
    func `stops and barriers of every kind are those of the folded places`(turn: Double) throws {
        #expect(try milliseconds(sketch, turned(ends, by: turn)) == 8_000)
        let middle = sketch.place("a", "b", at: 0.5)
        for places in [ends, turned(ends, by: turn)] {
            let point = try milliseconds(sketch, places) {
                $0.barPoints(turned([middle], by: turn))
            }
            let line = try milliseconds(sketch, places) {
                $0.barLines([turned(sketch.across("a", "b", at: 0.5), by: turn)])
            }
            let area = try milliseconds(sketch, places) {
                $0.barPolygons([[turned(sketch.box("a", "b", 0.4...0.6), by: turn)]])
            }
            #expect([point, line, area] == [32_000, 32_000, 32_000])
        }
    }

    @Test(arguments: turns)
    func `a stop lies where the folded one lies`(turn: Double) throws {
        let plain = try answer(sketch, ends)
        let far = try answer(sketch, turned(ends, by: turn))
        for field in ["SnapX", "SnapY", "DistanceToNetworkInMeters"] {
            let (one, other) = (
                try #require(plain.number(field, stop: 0)),
                try #require(far.number(field, stop: 0))
            )
            #expect(abs(one - other) < 1e-6, "\(field)")
        }
    }

    @Test(arguments: turns)
    func `a trace is matched where the folded one lies`(turn: Double) throws {
        func matched(_ turn: Double) throws -> AnalysisResult {
            let places = [0.1, 0.3, 0.5, 0.7, 0.9].map { sketch.place("a", "b", at: $0, right: 3) }
            var parameters = MatchParameters()
            parameters.traces = TraceInput([
                Trace(
                    name: "Drive",
                    fixes: turned(places, by: turn).enumerated().map { number, place in
                        TraceFix(place, milliseconds: Int64(number) * 2_000, accuracyMeters: 5)
                    })
            ])
            return try NetworkLayer.sketched(sketch).match(parameters)
        }
        let (plain, far) = (try matched(0), try matched(turn))
        #expect(plain.routes?.features.count == 1)
        #expect(far.quanta == plain.quanta)
        #expect(far[table: "traceGaps"]?.features == [])
    }

    @Test(arguments: [
        ("stops", "367.4,43.7;7.5,43.7", true), ("stops", "-352.6,43.7;7.5,43.7", true),
        ("stops", "720,43.7;7.5,43.7", true), ("stops", "721,43.7;7.5,43.7", false),
        ("stops", "-721,43.7;7.5,43.7", false), ("stops", "7.4,91;7.5,43.7", false),
        ("barriers", "367.4,43.7", true), ("barriers", "1000,43.7", false),
        (
            "polygonBarriers",
            #"{"features":[{"geometry":{"rings":[[[367,43],[368,43],[368,44],[367,43]]]}}]}"#, true
        ),
        (
            "polygonBarriers",
            #"{"features":[{"geometry":{"rings":[[[767,43],[768,43],[768,44],[767,43]]]}}]}"#, false
        ),
        ("legs", #"[{"supportingPoints":[[367,43],[368,43]]}]"#, true),
        ("legs", #"[{"supportingPoints":[[767,43],[768,43]]}]"#, false),
    ])
    func `two turns are read, and more is refused by every input`(
        name: String, value: String, isRead: Bool
    ) {
        var fields = ["stops": "7.4,43.7;7.5,43.7"]
        fields[name] = value
        do throws(RouteRequestError) {
            _ = try RouteParameters(fields: fields)
            #expect(isRead, "\(name)=\(value) is read")
        } catch {
            #expect(!isRead, "\(name)=\(value): \(error.details)")
            #expect(error.details.first?.contains(name) == true, "\(error.details)")
        }
    }
}
