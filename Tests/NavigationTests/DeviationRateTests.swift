// How often a tracker alarms for nothing, and how soon it tells that a route was left.

import Foundation
import Navigation
import NavigationTesting
import Testing

@Suite struct DeviationRateTests {
    /// Kilometers for each measurement; set `DRIVES_KM` for more.
    private var kilometers: Double {
        ProcessInfo.processInfo.environment["DRIVES_KM"].flatMap(Double.init) ?? 300
    }

    private func measure(
        _ name: String, angles: ClosedRange<Double> = 25...180, leastKilometers: Double = 0,
        _ change: (inout RouteSimulator.Settings) -> Void
    ) throws -> DriveTally {
        var settings = RouteSimulator.Settings()
        change(&settings)
        let tally = try DriveTally.measure(
            kilometers: max(kilometers, leastKilometers), seed: 43, angles: angles,
            settings: settings)
        print("\(name): \(tally.summary)")
        return tally
    }

    @Test func `noise of 10 m alarms once in 1,000 km at most, and leaving is told soon`() throws {
        let tally = try measure("10 m") { _ in }
        #expect(Double(tally.falseAlarms) <= max(1, tally.kilometers / 1_000))
        #expect(tally.missed == 0)
        #expect(tally.told(share: 0.5) <= 50)
        #expect(tally.told(share: 0.95) <= 140)
    }

    @Test func `noise of 15 m alarms five times in 1,000 km at most`() throws {
        let tally = try measure("15 m") { $0.noiseMeters = 15 }
        #expect(Double(tally.falseAlarms) <= max(1, tally.kilometers / 1_000 * 5))
        #expect(tally.missed == 0)
    }

    @Test func `without course and speed it takes longer, and alarms no more`() throws {
        let tally = try measure("10 m, no course") { $0.courseNoiseDegrees = nil }
        #expect(Double(tally.falseAlarms) <= max(1, tally.kilometers / 1_000))
        #expect(tally.missed == 0)
    }

    @Test func `roads that part by 10 to 20 degrees are told apart too, but late`() throws {
        let tally = try measure("10 m, 10 to 20 degrees", angles: 10...20) { _ in }
        #expect(Double(tally.falseAlarms) <= max(1, tally.kilometers / 1_000))
        // Such roads are followed for 800 m, which a few are too near to the route for.
        #expect(tally.missed * 50 <= tally.told.count)
        #expect(tally.told(share: 0.5) <= 300)
    }

    @Test func `a fix every 5 s, and noise of 5 m`() throws {
        let slow = try measure("10 m, 5 s") { $0.intervalSeconds = 5 }
        #expect(Double(slow.falseAlarms) <= max(1, slow.kilometers / 1_000))
        let clear = try measure("5 m") { $0.noiseMeters = 5 }
        #expect(Double(clear.falseAlarms) <= max(1, clear.kilometers / 1_000))
        #expect(clear.told(share: 0.5) <= 50)
    }

    @Test func `receivers that differ from the model alarm seldom too`() throws {
        typealias Change = (inout RouteSimulator.Settings) -> Void
        // Each with the kilometers that an alarm has to be worth. Errors that are new with every
        // fix are not what the test is made for: without courses, they look like movement.
        let receivers: [(name: String, kilometers: Double, change: Change)] = [
            ("errors of 3 s", 500, { $0.correlationSeconds = 3 }),
            ("errors of 30 s", 500, { $0.correlationSeconds = 30 }),
            ("errors of one fix", 500, { $0.correlationSeconds = 0.3 }),
            (
                "errors of one fix, no course", 50,
                {
                    $0.correlationSeconds = 0.3
                    $0.courseNoiseDegrees = nil
                }
            ),
            ("accuracy stated a third too good", 200, { $0.statedShare = 0.67 }),
            ("courses of 12 degrees", 200, { $0.courseNoiseDegrees = 12 }),
            ("4 m beside the line", 500, { $0.sideMeters = 4 }),
            (
                "noise of 3 m, 5 m beside the line", 500,
                {
                    $0.noiseMeters = 3
                    $0.sideMeters = 5
                }
            ),
            (
                "noise of 5 m, 10 fixes a second", 500,
                {
                    $0.noiseMeters = 5
                    $0.intervalSeconds = 0.1
                }
            ),
        ]
        for receiver in receivers {
            // Where more alarms are permitted, more kilometers are needed to count them.
            let least = receiver.kilometers < 500 ? 1_000.0 : 0
            let tally = try measure(
                receiver.name, leastKilometers: least, receiver.change)
            let permitted = max(1, tally.kilometers / receiver.kilometers)
            #expect(Double(tally.falseAlarms) <= permitted, "\(receiver.name)")
            #expect(tally.missed == 0, "\(receiver.name)")
        }
    }
}
