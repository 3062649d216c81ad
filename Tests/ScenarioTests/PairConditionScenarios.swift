// Matrices and closest facilities under conditional restrictions: one instant decides for all.

import Geo
import MatrixAnalysis
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct PairConditionScenarios {
    /// Half an hour to a bridge closed at night; the road round by `d` takes an hour more.
    private let sketch = NetworkSketch(
        """
        a---b---c---e
            |   |
            d---f
        """
    ) {
        $0.road("ab", seconds: 1_800)
        $0.road("bc", seconds: 60)
        $0.road("ce", seconds: 60)
        $0.road("bdfc", seconds: 1_220)
        $0.condition(
            on: "bc", "22:00-06:00", tag: "motor_vehicle:conditional=no @ (22:00-06:00)",
            restrictions: TestNetwork.automobile)
    }

    private let direct = 32.0
    private let around = 92.0

    private func lisbon() throws -> NetworkLayer {
        try layer(sketch) { $0.timeZoneName = "Europe/Lisbon" }
    }

    /// The minutes from `a` to `e` in a matrix.
    private func matrix(at time: Int64?) throws -> Double? {
        var parameters = ODCostMatrixParameters(from: sketch.input("a"), to: sketch.input("e"))
        parameters.startTime = time.map { .milliseconds($0) }
        let lines = try #require(try lisbon().solve(parameters)[table: "odLines"])
        return lines.features.first.flatMap { line in
            if case .double(let minutes) = lines.value("Total_TravelTime", of: line) {
                minutes
            } else {
                nil
            }
        }
    }

    /// The minutes from `a` to the closest facility at `e`, and the route's start and end.
    private func closest(
        at time: Int64, _ usage: TimeOfDayUsage
    ) throws -> (minutes: Double?, start: AttributeValue?, end: AttributeValue?) {
        var parameters = ClosestFacilityParameters(from: sketch.input("a"), to: sketch.input("e"))
        parameters.startTime = .milliseconds(time)
        parameters.timeOfDayUsage = usage
        parameters.returnCFRoutes = true
        let result = try lisbon().solve(parameters)
        let routes = try #require(result.routes)
        let route = try #require(routes.features.first)
        return (
            result.total("Total_TravelTime"), routes.value("StartTime", of: route),
            routes.value("EndTime", of: route)
        )
    }

    @Test func `the conditions of a matrix are those of its time of day`() throws {
        #expect(try matrix(at: monday(12, 0)) == direct)
        #expect(try matrix(at: monday(23, 0)) == around)
        #expect(try matrix(at: nil) == direct)
    }

    @Test func `a bridge that closes under way still counts as open in a matrix`() throws {
        // Reached at 22:10. A route would go round, since it passes each edge at its own hour.
        #expect(try matrix(at: monday(21, 40)) == direct)
        let route = try answer(from: lisbon(), sketch.places("ae")) {
            $0.startTime = .milliseconds(monday(21, 40))
        }
        #expect(route.total("Total_TravelTime") == around)
    }

    @Test func `routes that end at the time of day have the conditions of their end`() throws {
        // The vehicle leaves at 5:28, while the bridge is closed; the bridge is open when the route
        // ends.
        let ending = try closest(at: monday(6, 0), .endTime)
        #expect(ending.minutes == direct)
        #expect(ending.start == .date(monday(5, 28)))
        #expect(ending.end == .date(monday(6, 0)))
        let starting = try closest(at: monday(5, 28), .startTime)
        #expect(starting.minutes == around)
        #expect(starting.start == .date(monday(5, 28)))
    }

    @Test func `a date of the first week of 1990 is a weekday`() throws {
        let week: Int64 = 631_152_000_000
        #expect(try matrix(at: week + 12 * 3_600_000) == direct)
        #expect(try matrix(at: week + 23 * 3_600_000) == around)
    }
}
