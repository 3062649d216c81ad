// Point barriers at different times: they are placed on streets open at that time.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct BarrierConditionScenarios {
    /// Two streets side by side; the upper one is closed at night.
    private let sketch = NetworkSketch(
        """
        a---b-------c---e
            |       |
            d-------f
        """
    ) {
        $0.road("abce", seconds: 60)
        $0.road("bdfc", seconds: 120)
        $0.condition(
            on: "bc", "22:00-06:00", tag: "motor_vehicle:conditional=no @ (22:00-06:00)",
            restrictions: TestNetwork.automobile)
    }

    /// Asks at an hour of 1 May 2024, with a barrier between the streets, nearer to the upper one.
    private func ask(
        _ layer: NetworkLayer, at hour: Int
    ) throws -> (minutes: Double?, refusal: RouteRequestError.Identifier?) {
        do {
            let places = sketch.places("ae")
            let result = try answer(from: layer, places) {
                $0.startTime = .milliseconds(clock(hour, 0))
                $0.barPoints([sketch.place("b", "c", at: 0.5, right: 90)])
                $0.keepInPlace()
            }
            return (result.total("Total_TravelTime"), nil)
        } catch let error as RouteRequestError {
            return (nil, error.identifier)
        }
    }

    @Test func `a barrier sent again at another time lies where it would lie if sent first`()
        throws
    {
        for hours in [[12, 23], [23, 12], [12, 23, 12, 23]] {
            let layer = try layer(sketch) { $0.timeZoneName = "Europe/Lisbon" }
            for hour in hours {
                let found = try ask(layer, at: hour)
                // By day it closes the upper street and leaves the lower open; by night it closes
                // the lower.
                #expect(found.minutes == (hour == 12 ? 8 : nil), "\(hours), at \(hour)")
                #expect(found.refusal == (hour == 12 ? nil : .noSolution), "\(hours), at \(hour)")
            }
        }
    }

    @Test func `a stop behind the barrier moves before it when no street leads round`() throws {
        let layer = try layer(sketch) { $0.timeZoneName = "Europe/Lisbon" }
        let places = sketch.places("ae")
        for (hour, status) in [(12, LocationStatus.ok), (23, .notLocatedOnClosest)] {
            let result = try answer(from: layer, places) {
                $0.startTime = .milliseconds(clock(hour, 0))
                $0.barPoints([sketch.place("b", "c", at: 0.5, right: 90)])
            }
            #expect(result.status(stop: 1) == status, "at \(hour)")
        }
    }
}
