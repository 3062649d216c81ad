// How often a tracker alarms for nothing, and how soon it tells that a route was left.

import Foundation
import Navigation
import Testing

@Suite struct DeviationRateTests {
    /// Kilometers of each measurement; `DRIVES_KM` asks for more.
    private var kilometers: Double {
        ProcessInfo.processInfo.environment["DRIVES_KM"].flatMap(Double.init) ?? 300
    }

    private func measure(
        _ name: String, distanceLimit: Double = 30,
        _ change: (inout RouteSimulator.Settings) -> Void
    ) throws -> DriveTally {
        var settings = RouteSimulator.Settings()
        change(&settings)
        let tally = try DriveTally.measure(
            kilometers: kilometers, seed: 43, distanceLimit: distanceLimit, settings: settings)
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

    @Test func `a fix every 5 s, and noise of 5 m`() throws {
        let slow = try measure("10 m, 5 s") { $0.intervalSeconds = 5 }
        #expect(Double(slow.falseAlarms) <= max(1, slow.kilometers / 1_000))
        let clear = try measure("5 m") { $0.noiseMeters = 5 }
        #expect(Double(clear.falseAlarms) <= max(1, clear.kilometers / 1_000))
        #expect(clear.told(share: 0.5) <= 50)
    }

    @Test func `receivers that differ from the model alarm seldom too`() throws {
        let receivers: [(String, (inout RouteSimulator.Settings) -> Void)] = [
            ("errors of 3 s", { $0.correlationSeconds = 3 }),
            ("errors of 30 s", { $0.correlationSeconds = 30 }),
            ("accuracy stated a third too good", { $0.statedShare = 0.67 }),
            ("courses of 12 degrees", { $0.courseNoiseDegrees = 12 }),
            ("4 m beside the line", { $0.sideMeters = 4 }),
            (
                "noise of 3 m, 5 m beside the line",
                {
                    $0.noiseMeters = 3; $0.sideMeters = 5
                }
            ),
            (
                "10 fixes a second",
                {
                    $0.intervalSeconds = 0.1; $0.noiseMeters = 5
                }
            ),
            ("white", { $0.correlationSeconds = 0.3 }),
            (
                "white, no course",
                {
                    $0.correlationSeconds = 0.3; $0.courseNoiseDegrees = nil
                }
            ),
        ]
        for (name, change) in receivers {
            let tally = try measure(name, change)
            #expect(Double(tally.falseAlarms) <= max(1, tally.kilometers / 200), "\(name)")
            #expect(tally.missed == 0, "\(name)")
        }
    }
}
