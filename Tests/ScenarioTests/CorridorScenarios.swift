// The streets that leave a route ahead of a vehicle, as `follow` answers.

import Geo
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct CorridorScenarios {
    /// A main street with side streets at b, c and d.
    private func sketch() -> NetworkSketch {
        NetworkSketch(
            """
                f   g   h
                |   |   |
            a---b---c---d---e
                    |
                    i
            """)
    }

    private func town(_ change: (inout NetworkSketch) -> Void = { _ in }) throws -> TrafficTown {
        var sketch = sketch()
        sketch.road("abcde", seconds: 20)
        for word in ["bf", "cg", "dh", "ci"] { sketch.road(word, seconds: 20) }
        change(&sketch)
        return try TrafficTown(sketch)
    }

    private func follow(
        _ town: TrafficTown, at share: Double = 0.2,
        _ change: (inout FollowParameters) -> Void = { _ in }
    ) throws -> Following {
        let places = [share, share + 0.05].map { town.sketch.place("a", "b", at: $0) }
        let fixes = places.enumerated().map { second, place in
            TraceFix(
                place, milliseconds: TrafficTown.noon + Int64(second) * 1_000, accuracyMeters: 5)
        }
        let input = TraceInput([Trace(name: "", fixes: fixes)])
        let result = try town.layer.follow(town.handle(), input) {
            $0.returnCorridor = true
            change(&$0)
        }
        return try #require(result.following)
    }

    /// The letters in whose direction the branches lead, by their junctions.
    private func letters(_ town: TrafficTown, _ following: Following) throws -> [String] {
        let corridor = try #require(following.corridor)
        return corridor.branches.map { branch in
            let junction = "abcde".min { a, b in
                distance(town, a, branch.line[0]) < distance(town, b, branch.line[0])
            }
            let end = branch.line[branch.line.count - 1]
            let side = "abcdefghi".min { a, b in
                distance(town, a, end) < distance(town, b, end)
            }
            return "\(junction ?? "?")\(side ?? "?")"
        }
    }

    private func distance(_ town: TrafficTown, _ letter: Character, _ place: Coordinate) -> Double {
        Geodesic.distanceMeters(from: town.sketch.place(letter), to: place)
    }

    @Test func `each street that leaves the route is there with its place on the route`() throws {
        let town = try town()
        let following = try follow(town)
        #expect(try letters(town, following) == ["bf", "cg", "ci", "dh"])
        let corridor = try #require(following.corridor)
        for (branch, meters) in zip(corridor.branches, [200.0, 400, 400, 600]) {
            #expect(abs(branch.meters - meters) < 1)
            #expect(Geodesic.lengthMeters(of: branch.line) <= 201)
        }
        #expect(corridor.fromMeters < 5)
        #expect(abs(corridor.toMeters - 800) < 1)
    }

    @Test
    func `streets against their one way and behind prohibited turns are left out, closed ones not`()
        throws
    {
        var sketch = sketch()
        sketch.road("abcde", seconds: 20)
        sketch.oneWay("fb", seconds: 20)
        sketch.road("cg", seconds: 20)
        sketch.road("ci", seconds: 20)
        sketch.road("dh", seconds: 20)
        sketch.forbid("bcg")
        let town = try TrafficTown(sketch)
        #expect(try letters(town, follow(town)) == ["ci", "dh"])
        town.publish(closed: ["dh"])
        // The vehicle may be there all the same.
        #expect(try letters(town, follow(town)) == ["ci", "dh"])
    }

    @Test func `a corridor ends after the meters asked for, and begins a little behind`() throws {
        let town = try town()
        let short = try follow(town) { $0.corridorMeters = 300 }
        #expect(try letters(town, short) == ["bf"])
        let corridor = try #require(short.corridor)
        #expect(abs(corridor.toMeters - corridor.fromMeters - 300) <= 51)
        #expect(try follow(town) { $0.returnCorridor = false }.corridor == nil)
        #expect(try follow(town) { $0.returnCorridor = nil }.corridor == nil)
    }

    @Test func `an unchanged answer has its corridor too, the same each time`() throws {
        let town = try town()
        let first = try follow(town)
        let again = try follow(town) { $0.since = first.state }
        #expect(again.isUnchanged)
        #expect(again.corridor == first.corridor)
        #expect(again.corridor?.branches.isEmpty == false)
    }

    @Test func `a street that forks is followed straight on, and one that comes back ends there`()
        throws
    {
        var sketch = NetworkSketch(
            """
                k
                |
                g-m
                |
            a---b---c---d---e
                    |   |
                    i---j
            """, scale: 0.4)
        sketch.road("abcde", seconds: 8)
        sketch.road("bgk", seconds: 8)
        sketch.road("gm", seconds: 4)
        sketch.road("cijd", seconds: 8)
        let town = try TrafficTown(sketch)
        let corridor = try #require(try follow(town).corridor)
        let ends = corridor.branches.map { $0.line[$0.line.count - 1] }
        // The last one leaves at d and meets the route at c.
        let letters: [Character] = ["k", "d", "c"]
        try #require(ends.count == letters.count)
        for (end, letter) in zip(ends, letters) {
            #expect(distance(town, letter, end) < 50, "\(letter)")
        }
        // Only i and j lie beside the route, so that their street is drawn for longer.
        let lengths = corridor.branches.map { Geodesic.lengthMeters(of: $0.line) }
        #expect(lengths[0] <= 201 && lengths.allSatisfy { $0 <= 401 }, "\(lengths)")
    }

    @Test func `a street that goes on beside the route is followed for longer`() throws {
        // f and g lie 40 m beside the route; h lies 120 m away from it.
        var sketch = NetworkSketch(
            """
                        h----------i

                f----------g
            a--b------------------------------e
            """, scale: 0.4)
        sketch.road("abe", seconds: 30)
        sketch.road("bfg", seconds: 10)
        let beside = try #require(try follow(TrafficTown(sketch)).corridor)
        sketch.road("bhi", seconds: 10)
        let both = try #require(try follow(TrafficTown(sketch)).corridor)
        let near = try #require(beside.branches.first)
        #expect(beside.branches.count == 1)
        #expect(both.branches.count == 2)
        let far = try #require(both.branches.first { $0.line != near.line })
        let (long, usual) = (
            Geodesic.lengthMeters(of: near.line), Geodesic.lengthMeters(of: far.line)
        )
        #expect(long > 201 && long <= 401, "\(long) m")
        #expect(abs(usual - 200) <= 1, "\(usual) m")
    }

    @Test func `a corridor with too many streets ends earlier and says where`() throws {
        // A comb of 160 junctions, 20 m apart, with streets of 40 m to both sides.
        func letters(from first: UInt32) -> [Character] {
            (first..<first + 160).compactMap { UnicodeScalar($0).map { Character($0) } }
        }
        let rows = [letters(from: 0x4E00), letters(from: 0x5000), letters(from: 0x5200)]
        let main = rows[1]
        var sketch = NetworkSketch(rows.map { String($0) }.joined(separator: "\n"), scale: 0.4)
        sketch.road(String(main), seconds: 2)
        for (number, letter) in main.enumerated() {
            sketch.road(String([rows[0][number], letter, rows[2][number]]), seconds: 4)
        }
        let town = try TrafficTown(sketch)
        let handle = try town.handle(String([main[0], main[159]])) { _ in }
        let fix = TraceFix(town.sketch.place(main[0], main[1], at: 0.5), accuracyMeters: 5)
        let input = TraceInput([Trace(name: "", fixes: [fix])])
        let result = try town.layer.follow(handle, input) {
            $0.returnCorridor = true
            $0.corridorMeters = 5_000
        }
        let corridor = try #require(result.following?.corridor)
        let most = RouteCorridor.mostBranches
        #expect((most - 3...most).contains(corridor.branches.count))
        let last = try #require(corridor.branches.last)
        #expect(last.meters <= corridor.toMeters + 0.01)
        #expect(corridor.toMeters < 159 * 20 - 100)
    }

    @Test func `more meters than the bound are an error that names both`() {
        let error = #expect(throws: RouteRequestError.self) {
            try FollowParameters(fields: ["corridorMeters": "6000"])
        }
        #expect(error?.text.contains("corridorMeters") == true)
        #expect(error?.text.contains("100 to 5000") == true)
    }
}
