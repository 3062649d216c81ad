// What holds for positions and progress on any drive.

import DataStructures
import Navigation
import Testing

@Suite struct TrackerPropertyTests {
    /// A drive with gaps that leaves its route for a while, if it is to.
    private func drive(
        along index: RouteIndex, _ junction: RandomRoute.Junction?,
        using random: inout SeededGenerator
    ) throws -> [SimulatedFix] {
        var settings = RouteSimulator.Settings()
        settings.noiseMeters = Double.random(in: 3...15, using: &random)
        settings.intervalSeconds = random.chance(0.5) ? 1 : 3
        settings.courseNoiseDegrees = random.chance(0.5) ? 5 : nil
        let gap = Double.random(in: 0...index.lengthMeters, using: &random)
        settings.gaps = [gap...(gap + 300)]
        if let junction {
            // Away from the route and back to it by the same street.
            let end = RandomRoute.move(
                junction.place, course: junction.departure + 120, meters: 250)
            settings.wrongTurn = .init(
                offset: junction.meters, line: [junction.place, end, junction.place],
                metersPerSecond: 10)
        }
        return try RouteSimulator(index, settings: settings).drive(using: &random)
    }

    @Test(arguments: UInt64(0)..<40)
    func `progress is a share, never falls on the route, and adds up with what is left`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed)
        let made = RandomRoute.withJunctions(meters: 3_000, using: &random)
        let tracker = RouteTracker(try RouteIndex(made.route))
        let index = tracker.index
        let drive = try drive(
            along: index, random.chance(0.5) ? made.junctions.last : nil, using: &random)
        var state = TrackerState()
        var last: TrackerEvent.Progress?
        var count = 0
        func hear(_ events: [TrackerEvent]) throws {
            for event in events {
                switch event {
                case .deviated, .rejoined: last = nil
                case .progress(let progress):
                    count += 1
                    let left = progress.remainder
                    try #require((0...1).contains(left.progress), "seed \(seed)")
                    #expect(
                        abs(progress.meters + left.meters - index.lengthMeters) < 0.01,
                        "seed \(seed)")
                    #expect(
                        abs(left.progress - (1 - left.meters / index.lengthMeters)) < 1e-9,
                        "seed \(seed)")
                    if let last {
                        #expect(progress.meters >= last.meters, "seed \(seed)")
                        #expect(left.progress >= last.remainder.progress, "seed \(seed)")
                        #expect(left.seconds <= last.remainder.seconds, "seed \(seed)")
                    }
                    last = progress
                default: break
                }
            }
        }
        var time = drive.first?.fix.time ?? 0
        for simulated in drive {
            // A tick each second, as in a gap.
            while time < simulated.fix.time {
                let passed = tracker.pass(to: time, from: state)
                state = passed.state
                try hear(passed.events)
                time += 1_000
            }
            let next = tracker.track(simulated.fix, from: state)
            state = next.state
            try hear(next.events)
        }
        #expect(count > 50, "seed \(seed)")
    }

    @Test(arguments: UInt64(0)..<20)
    func `meters and seconds add up between any positions`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let index = try RouteIndex(RandomRoute.make(meters: 20_000, using: &random))
        for _ in 0..<100 {
            let places = (0..<3).map { _ in
                index.position(
                    atMeters: Double.random(in: 0...index.lengthMeters, using: &random))
            }
            let (a, b, c) = (places[0], places[1], places[2])
            let meters = index.meters(from: a, to: b) + index.meters(from: b, to: c)
            let seconds = index.seconds(from: a, to: b) + index.seconds(from: b, to: c)
            #expect(abs(meters - index.meters(from: a, to: c)) < 1e-6, "seed \(seed)")
            #expect(abs(seconds - index.seconds(from: a, to: c)) < 1e-6, "seed \(seed)")
            #expect(index.meters(from: a, to: b) == -index.meters(from: b, to: a))
            let left = index.remainder(from: a)
            let share = index.remainder(from: b)
            #expect(
                abs(left.meters - share.meters - index.meters(from: a, to: b)) < 1e-6,
                "seed \(seed)")
        }
    }
}
