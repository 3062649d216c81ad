// Tests the streets beside a route, and how a tracker uses them.

import DataStructures
import Foundation
import Geo
import NavigationTesting
import Testing

@testable import Navigation

@Suite struct CorridorTests {
    private let town = RouteSketch(
        """
        a         b         c         d
                            .
                            .
                            .
                            .
                            .
                            .
                            .
                            .
                            .
                            .
                            .
                            .
                            .
                            .
                            e
        """)

    private func corridor(_ branches: [(offset: Double, letters: String)]) -> Corridor {
        Corridor(
            fromMeters: 0, toMeters: 300,
            branches: branches.compactMap { branch in
                Corridor.Branch(offset: branch.offset, line: branch.letters.map { town[$0] })
            })
    }

    /// Drives along letters with a fix a second, without errors.
    ///
    /// - Returns: The meters driven until leaving was told, and where it is said to have been.
    private func told(
        _ letters: String, on route: String, beside corridor: Corridor?
    ) throws -> (driven: Double, left: Double?)? {
        let tracker = RouteTracker(try town.index(route))
        var settings = RouteSimulator.Settings()
        settings.noiseMeters = 3
        let simulator = try RouteSimulator(town.index(letters), settings: settings)
        var random = SeededGenerator(43)
        var state = TrackerState()
        for simulated in simulator.drive(using: &random) {
            let events: [TrackerEvent]
            (state, events) = tracker.track(simulated.fix, from: state, beside: corridor)
            for case .deviated(let left) in events { return (simulated.drivenMeters, left) }
        }
        return nil
    }

    @Test func `a turn into a branch is told no later, and where it was made`() throws {
        let without = try #require(try told("ace", on: "abcd", beside: nil))
        let with = try #require(
            try told("ace", on: "abcd", beside: corridor([(200, "ce")])))
        #expect(with.driven <= without.driven)
        #expect(abs((with.left ?? 0) - 200) < 20)
        #expect(try told("abcd", on: "abcd", beside: corridor([(200, "ce")])) == nil)
    }

    @Test func `branches are in the order of the route, and unusable ones are refused`() throws {
        let corridor = corridor([(200, "ce"), (100, "be")])
        #expect(corridor.branches.map(\.offset) == [100, 200])
        let line = [town["c"], town["e"]]
        #expect(Corridor.Branch(offset: -1, line: line) == nil)
        #expect(Corridor.Branch(offset: .nan, line: line) == nil)
        #expect(Corridor.Branch(offset: 5, line: [town["c"]]) == nil)
        #expect(Corridor.Branch(offset: 5, line: [town["c"], Coordinate(x: .nan, y: 1)]) == nil)
        let long = [Coordinate](repeating: town["c"], count: Corridor.mostVertices + 1)
        #expect(Corridor.Branch(offset: 5, line: long) == nil)
    }

    @Test func `a corridor survives encoding, and a broken one is refused`() throws {
        let sent = corridor([(100, "be"), (200, "ce")])
        let data = try JSONEncoder().encode(sent)
        #expect(try JSONDecoder().decode(Corridor.self, from: data) == sent)
        let broken = Data(
            #"{"fromMeters":0,"toMeters":1,"branches":[{"offset":1,"line":[[7]]}]}"#.utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Corridor.self, from: broken)
        }
    }

    @Test(arguments: UInt64(1)...5)
    func `without a corridor, and with an empty one, all is told alike`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let route = RandomRoute.make(meters: 2_000, using: &random)
        let tracker = RouteTracker(try RouteIndex(route))
        let drive = try RouteSimulator(tracker.index).drive(using: &random)
        let empty = Corridor(fromMeters: 0, toMeters: 2_000, branches: [])
        var (plain, beside) = (TrackerState(), TrackerState())
        for simulated in drive {
            let one = tracker.track(simulated.fix, from: plain)
            let other = tracker.track(simulated.fix, from: beside, beside: empty)
            #expect(one.events == other.events, "seed \(seed)")
            (plain, beside) = (one.state, other.state)
            // Recordings and stored states are as before.
            let text = String(decoding: try JSONEncoder().encode(plain), as: UTF8.self)
            #expect(!text.contains("corridor"))
        }
    }

    @Test(arguments: [5, nil])
    func `a state with twelve branches is small, and goes on after encoding`(
        courseNoise: Double?
    ) throws {
        let tracker = RouteTracker(try town.index("abcd"))
        let line = [town["b"], town["e"]]
        // Many streets at one junction, each a little different.
        let branches = (0..<40).compactMap { number in
            Corridor.Branch(
                offset: 100,
                line: [line[0], Coordinate(x: line[1].x + Double(number) * 1e-5, y: line[1].y)])
        }
        #expect(branches.count == 40)
        let many = Corridor(fromMeters: 0, toMeters: 300, branches: branches)
        var random = SeededGenerator(7)
        var settings = RouteSimulator.Settings()
        settings.courseNoiseDegrees = courseNoise
        let drive = try RouteSimulator(tracker.index, settings: settings).drive(using: &random)
        var state = TrackerState()
        var (most, branchesMost) = (0, 0)
        for simulated in drive {
            let data = try JSONEncoder().encode(state)
            let stored = try JSONDecoder().decode(TrackerState.self, from: data)
            let next = tracker.track(simulated.fix, from: state, beside: many)
            #expect(tracker.track(simulated.fix, from: stored, beside: many).state == next.state)
            // Text takes more than memory: each number has its name and up to 17 digits.
            #expect(data.count <= 3_072)
            state = next.state
            most = max(most, state.storedBytes)
            let text = String(decoding: data, as: UTF8.self)
            branchesMost = max(branchesMost, text.components(separatedBy: "\"id\"").count - 1)
        }
        #expect(branchesMost == 12)
        // The fields alone are no list of streets.
        #expect(most > MemoryLayout<TrackerState>.stride + 12 * 32)
        #expect(most <= 2_000)
    }

    // MARK: - Rates

    /// Drives made-up routes whose junctions have branches; the last one is turned into.
    private func measure(
        kilometers: Double, usesCorridor: Bool, noise: Double = 10
    ) throws -> DriveTally {
        var tally = DriveTally()
        var random = SeededGenerator(43)
        while tally.kilometers < kilometers {
            let made = RandomRoute.withJunctions(meters: 4_500, using: &random)
            guard let last = made.junctions.last(where: { $0.meters < 4_000 }) else { continue }
            var branches: [Corridor.Branch] = []
            var wrong: Corridor.Branch?
            for junction in made.junctions {
                for turn in [0.0, 90, -90] {
                    let course =
                        junction.arrival + turn + Double.random(in: -12...12, using: &random)
                    let angle = abs((course - junction.departure).remainder(dividingBy: 360))
                    guard angle >= 25 else { continue }
                    let end = RandomRoute.move(junction.place, course: course, meters: 200)
                    guard
                        let branch = Corridor.Branch(
                            offset: junction.meters, line: [junction.place, end])
                    else { continue }
                    branches.append(branch)
                    if junction.meters == last.meters { wrong = branch }
                }
            }
            guard let wrong else { continue }
            let index = try RouteIndex(made.route)
            var settings = RouteSimulator.Settings()
            settings.noiseMeters = noise
            settings.wrongTurn = .init(
                offset: last.meters, line: wrong.line,
                metersPerSecond: Double.random(in: 7...18, using: &random))
            let drive = try RouteSimulator(index, settings: settings).drive(using: &random)
            let corridor = Corridor(
                fromMeters: 0, toMeters: index.lengthMeters, branches: branches)
            tally.kilometers += last.meters / 1_000
            try tally.follow(
                drive, with: RouteTracker(index), beside: usesCorridor ? corridor : nil,
                leaving: settings.wrongTurn)
        }
        print("corridor \(usesCorridor), \(noise) m: \(tally.summary)")
        return tally
    }

    @Test func `with branches, leaving is told sooner and alarms are as seldom`() throws {
        let without = try measure(kilometers: 300, usesCorridor: false)
        let with = try measure(kilometers: 300, usesCorridor: true)
        #expect(with.falseAlarms <= max(1, without.falseAlarms))
        #expect(with.told(share: 0.5) <= without.told(share: 0.5))
        #expect(with.told(share: 0.95) <= without.told(share: 0.95))
        #expect(with.told(share: 0.5) <= 50)
    }

    @Test func `with noise of 15 m, there are five alarms in 1,000 km at most`() throws {
        let tally = try measure(kilometers: 300, usesCorridor: true, noise: 15)
        #expect(Double(tally.falseAlarms) <= max(1, tally.kilometers / 1_000 * 5))
    }
}

extension TrackerState {
    /// How many bytes the state takes in memory: its fields, and its lists' capacity.
    fileprivate var storedBytes: Int {
        /// Counts an array's head too.
        func bytes<Element>(_ list: [Element]) -> Int {
            list.capacity == 0 ? 0 : 32 + list.capacity * MemoryLayout<Element>.stride
        }
        return MemoryLayout<Self>.stride + bytes(recent) + bytes(corridor?.branches ?? [])
    }
}
