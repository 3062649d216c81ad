// Drawn traces you can check by eye.

import Geo
import MapMatching
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

struct MatchScenarios {
    /// Points at intervals of `every` meters along a word of letters, some meters to the right.
    private func trace(
        _ sketch: NetworkSketch, _ word: String, every meters: Double = 10, right: Double = 0,
        seconds: Double? = nil
    ) -> [TracePoint] {
        let line = word.map { sketch.place($0) }
        return DrawnTown.places(on: line, every: meters).enumerated().map { index, place in
            TracePoint(
                coordinate: Coordinate(
                    x: place.x + right / DrawnTown.scale.x, y: place.y - right / DrawnTown.scale.y),
                time: seconds.map { $0 * Double(index) })
        }
    }

    private func word(_ part: MatchedPart, _ sketch: NetworkSketch, _ network: NetworkDataset)
        -> String
    {
        sketch.word(of: NetworkPath(elements: part.elements), on: network)
    }

    /// Matches a trace on a sketch.
    private func match(
        _ sketch: NetworkSketch, _ trace: [TracePoint], barriers: BarrierSet = BarrierSet(),
        uTurns: UTurnRule = .deadEnds, _ change: (inout MatchOptions) -> Void = { _ in }
    ) throws -> (TraceMatch, NetworkDataset) {
        let network = try sketch.build()
        var options = MatchOptions()
        change(&options)
        let costs = DrawnTown.costs(network, barriers: barriers, uTurns: uTurns)
        return (try MapMatcher(costs: costs, options: options).match(trace), network)
    }

    private var block: NetworkSketch {
        var sketch = NetworkSketch(
            """
            a---b---c---d
            |   |   |   |
            e---f---g---h
            |   |   |   |
            i---j---k---l
            """)
        for word in ["abcd", "efgh", "ijkl", "aei", "bfj", "cgk", "dhl"] {
            sketch.road(word, seconds: 20)
        }
        return sketch
    }

    @Test func `a loop is driven as often as it was`() throws {
        let sketch = block
        let (found, network) = try match(sketch, trace(sketch, "abfeabfgc"))
        #expect(found.parts.map { word($0, sketch, network) } == ["abfeabfgc"])
    }

    /// Four streets end where the drive begins, but only a single street is its first.
    @Test func `a drive from junction to junction is sure of its first and last street`() throws {
        let sketch = block
        let points = trace(sketch, "fgc", every: 25)
        let (found, _) = try match(sketch, points) { $0.gpsAccuracyMeters = 10 }
        let (first, last) = (try #require(found.points.first), try #require(found.points.last))
        #expect(first.confidence > 0.9)
        #expect(last.confidence > 0.9)
    }

    @Test func `there and back is one part, and says where the vehicle turned`() throws {
        let sketch = block
        var points = trace(sketch, "abcg")
        let turn = sketch.place("g", "k", at: 0.5)
        points += DrawnTown.places(on: [sketch.place("g"), turn], every: 10)
            .map { TracePoint(coordinate: $0) }
        points += DrawnTown.places(on: [turn, sketch.place("g"), sketch.place("f")], every: 10)
            .map { TracePoint(coordinate: $0) }
        let (found, _) = try match(sketch, points)
        let part = try #require(found.parts.first)
        #expect(found.parts.count == 1)
        #expect(part.edges == sketch.edges(along: "abcgkgf"))
        #expect(part.turningElements == [3])
        #expect(abs(part.elements[3].to - 0.5) < 0.05)
        #expect(abs(part.elements[4].from - 0.5) < 0.05)
    }

    @Test func `a U-turn that the policy forbids is matched`() throws {
        let sketch = block
        let (found, network) = try match(sketch, trace(sketch, "abcgcb"))
        #expect(found.parts.map { word($0, sketch, network) } == ["abcgcb"])
    }

    @Test func `of parallel carriageways that in the direction of travel is taken`() throws {
        var sketch = NetworkSketch(
            """
            a--------------b

            c--------------d
            """, scale: 0.08)
        sketch.oneWay("ab", seconds: 10)
        sketch.oneWay("dc", seconds: 10)
        sketch.road("bd", seconds: 5)
        sketch.road("ac", seconds: 5)
        let west = trace(sketch, "ba", every: 5)
        let (found, network) = try match(sketch, west) { $0.gpsAccuracyMeters = 15 }
        #expect(found.parts.map { word($0, sketch, network) } == ["dc"])
    }

    @Test func `a tunnel without fixes is crossed`() throws {
        var sketch = NetworkSketch(
            """
            a---b-----------------------------------c---d
                |                                   |
                e---f---g---h---i---j---k---l---m---n
            """)
        sketch.road("abcd", seconds: 60)
        sketch.road("be", seconds: 20)
        sketch.road("efghijklmn", seconds: 8)
        sketch.road("nc", seconds: 20)
        let points =
            trace(sketch, "ab", seconds: 1)
            + trace(sketch, "cd").enumerated().map {
                TracePoint(coordinate: $1.coordinate, time: 100 + Double($0))
            }
        let (found, network) = try match(sketch, points)
        #expect(found.parts.map { word($0, sketch, network) } == ["abcd"])
        #expect(found.gaps.isEmpty)
    }

    @Test func `a one-way street driven against its direction is matched`() throws {
        var sketch = NetworkSketch(
            """
            a---b---c---d---e
                |           |
                f-----------g
            """)
        sketch.road("ab", seconds: 10)
        sketch.oneWay("dcb", seconds: 10)
        sketch.road("de", seconds: 10)
        sketch.road("bfge", seconds: 10)
        let (found, network) = try match(sketch, trace(sketch, "abcde"))
        #expect(found.parts.map { word($0, sketch, network) } == ["abcde"])
    }

    @Test func `a forbidden turn and a closed street are matched`() throws {
        var sketch = block
        sketch.forbid("abf")
        let (turned, network) = try match(sketch, trace(sketch, "abfj"))
        #expect(turned.parts.map { word($0, sketch, network) } == ["abfj"])

        var barriers = BarrierSet()
        var closed = SegmentBarriers()
        closed.add(BarrierPiece(from: 0, to: 1, effect: .barred))
        barriers.segments[Int(block.edge("b", "c") >> 1)] = closed
        let (barred, _) = try match(block, trace(block, "abcd"), barriers: barriers)
        #expect(barred.parts.map(\.edges) == [block.edges(along: "abcd")])
    }

    @Test func `a drive through a limited area is matched`() throws {
        var sketch = NetworkSketch("a---b---c---d")
        sketch.road("ab", seconds: 10)
        sketch.road("bc", seconds: 10) { $0.restrictions = TestNetwork.throughTraffic }
        sketch.road("cd", seconds: 10)
        let network = try sketch.build(turnCosts: FreeTurns(columns: 3))
        let found = try MapMatcher(costs: DrawnTown.costs(network)).match(trace(sketch, "abcd"))
        #expect(found.parts.map { word($0, sketch, network) } == ["abcd"])
    }

    @Test func `one bad point changes nothing else`() throws {
        let sketch = block
        let good = trace(sketch, "abcgh", every: 15, right: 2, seconds: 2)
        let (expected, _) = try match(sketch, good) { $0.gpsAccuracyMeters = 5 }
        for bad in [4, 9, 14] {
            var points = good
            points[bad].coordinate.x += 900 / DrawnTown.scale.x
            points[bad].coordinate.y += 700 / DrawnTown.scale.y
            let (found, _) = try match(sketch, points) {
                $0.gpsAccuracyMeters = 5
                $0.searchRadiusMeters = 2_000
            }
            #expect(found.parts.map(\.edges) == expected.parts.map(\.edges))
            #expect(found.gaps.isEmpty)
            #expect(found.points[bad].part == nil)
            #expect(
                found.points.enumerated().allSatisfy { $0.offset == bad || $0.element.part == 0 })
        }
    }

    @Test func `a bad point on another street is left out, too`() throws {
        let sketch = block
        for seconds in [nil, 4.0] {
            let good = trace(sketch, "abcd", every: 30, seconds: seconds)
            let (expected, _) = try match(sketch, good) { $0.gpsAccuracyMeters = 5 }
            var points = good
            points[8].coordinate = sketch.place("j")
            let (found, _) = try match(sketch, points) { $0.gpsAccuracyMeters = 5 }
            #expect(found.parts.map(\.edges) == expected.parts.map(\.edges))
            #expect(found.points[8].status == .outlier)
        }
    }

    @Test(arguments: [nil, 2.0])
    func `a position at 0,0 splits no trace and adds no length`(seconds: Double?) throws {
        let sketch = block
        let good = trace(sketch, "abcgh", every: 15, right: 2, seconds: seconds)
        let (expected, _) = try match(sketch, good)
        for bad in [4, 9, 14] {
            var points = good
            points[bad].coordinate = Coordinate(x: 0, y: 0)
            let (found, _) = try match(sketch, points)
            #expect(found.parts.map(\.edges) == expected.parts.map(\.edges))
            #expect(found.gaps.isEmpty)
        }
    }

    @Test(arguments: [80.0, 100, 120, 150], [nil, 2.0])
    func `one position some houses away adds no length`(meters: Double, seconds: Double?) throws {
        let sketch = block
        let good = trace(sketch, "abcgh", every: 15, right: 2, seconds: seconds)
        let (expected, _) = try match(sketch, good)
        for bad in [4, 9, 14, 20] {
            for (x, y) in [(0.0, 1.0), (0, -1), (1, 0), (-1, 0), (0.7, 0.7), (-0.7, -0.7)] {
                var points = good
                points[bad].coordinate.x += meters * x / DrawnTown.scale.x
                points[bad].coordinate.y += meters * y / DrawnTown.scale.y
                let (found, _) = try match(sketch, points)
                #expect(
                    found.parts.map(\.edges) == expected.parts.map(\.edges),
                    "\(bad) by \(x), \(y)")
            }
        }
    }

    @Test(arguments: [80.0, 100, 120, 150])
    func `a first or last position some houses away adds no length`(meters: Double) throws {
        let sketch = block
        let good = trace(sketch, "abcgh", every: 15, right: 2, seconds: 2)
        for isFirst in [true, false] {
            let rest = Array(isFirst ? good.dropFirst() : good.dropLast())
            let (expected, network) = try match(sketch, rest)
            func driven(_ match: TraceMatch) -> Double {
                match.parts.flatMap(\.elements).reduce(0) {
                    $0 + Geodesic.lengthMeters(of: network.shape(of: $1.edge)) * ($1.to - $1.from)
                }
            }
            for (x, y) in [(0.0, 1.0), (0, -1), (1, 0), (-1, 0), (0.7, 0.7), (-0.7, -0.7)] {
                var points = good
                let bad = isFirst ? 0 : good.count - 1
                points[bad].coordinate.x += meters * x / DrawnTown.scale.x
                points[bad].coordinate.y += meters * y / DrawnTown.scale.y
                let (found, _) = try match(sketch, points)
                #expect(found.parts.count == 1)
                #expect(abs(driven(found) - driven(expected)) < 20, "\(bad) by \(x), \(y)")
                #expect(found.points.dropFirst().dropLast().allSatisfy { $0.part == 0 })
            }
        }
    }

    @Test func `a last position that the vehicle had the time for stays`() throws {
        let sketch = block
        var points = trace(sketch, "abcg", every: 15, seconds: 2)
        let last = try #require(points.last?.time)
        points.append(TracePoint(coordinate: sketch.place("h"), time: last + 30))
        let (found, network) = try match(sketch, points)
        #expect(found.parts.map { word($0, sketch, network) } == ["abcgh"])
        #expect(found.points.last?.part == 0)
    }

    @Test(arguments: [nil, 2.0])
    func `positions some houses away that lie apart add no length`(seconds: Double?) throws {
        let sketch = block
        let good = trace(sketch, "abcgh", every: 15, right: 2, seconds: seconds)
        let (expected, _) = try match(sketch, good)
        for (x, y) in [(0.0, 80.0), (0, -80), (80, 0), (-80, 0), (84, 84), (-84, -84)] {
            var points = good
            for bad in [9, 20] {
                points[bad].coordinate.x += x / DrawnTown.scale.x
                points[bad].coordinate.y += y / DrawnTown.scale.y
            }
            let (found, _) = try match(sketch, points)
            #expect(found.parts.map(\.edges) == expected.parts.map(\.edges), "\(x), \(y)")
        }
    }

    /// The parallel streets lie 100 m off. Which of two neighbors is left out must not depend on
    /// their order: the one far off, not the good one after it.
    @Test(arguments: [-150, -120, -95, -80, 80, 95, 120, 150] as [Double])
    func `a position beside the street adds no length, wherever it lies`(meters: Double) throws {
        let sketch = block
        let good = trace(sketch, "efgh", every: 30, seconds: 3.6)
        let (expected, _) = try match(sketch, good) { $0.gpsAccuracyMeters = 5 }
        for bad in 3..<(good.count - 3) {
            var points = good
            points[bad].coordinate.y += meters / DrawnTown.scale.y
            let (found, _) = try match(sketch, points) { $0.gpsAccuracyMeters = 5 }
            #expect(found.parts.map(\.edges) == expected.parts.map(\.edges), "position \(bad)")
        }
    }

    @Test(arguments: [nil, 2.0])
    func `of five positions one may lie some houses away`(seconds: Double?) throws {
        let sketch = block
        let good = trace(sketch, "abcgh", every: 15, right: 2, seconds: seconds)
        let (expected, _) = try match(sketch, good)
        var points = good
        for bad in [9, 14, 19] {
            points[bad].coordinate.y += 100 / DrawnTown.scale.y
            points[bad].coordinate.x += 40 / DrawnTown.scale.x
        }
        let (found, _) = try match(sketch, points)
        #expect(found.parts.map(\.edges) == expected.parts.map(\.edges))
        #expect(found.points.indices.filter { found.points[$0].status == .outlier } == [9, 14, 19])
    }

    /// Into a street and back: with two positions there, or with enough time for it.
    @Test(arguments: [([0.5, 0.9], nil, nil), ([0.5, 0.9], 2.0, 12.0), ([0.9], 2, 40)])
    func `a visit off the path stays`(shares: [Double], every: Double?, there: Double?) throws {
        let sketch = block
        let (first, last) = (trace(sketch, "abc", every: 20), trace(sketch, "cd", every: 20))
        let visit = shares.map { TracePoint(coordinate: sketch.place("c", "g", at: $0)) }
        var points = first + visit + last
        if let every, let there {
            var time = 0.0
            for index in points.indices {
                let isThere = (first.count...first.count + visit.count).contains(index)
                time += isThere ? there : every
                points[index].time = time
            }
        }
        let (found, _) = try match(sketch, points) { $0.gpsAccuracyMeters = 5 }
        #expect(found.parts.count == 1)
        #expect(found.parts[0].edges.contains(sketch.edge("c", "g")))
        #expect(found.points.allSatisfy { $0.part == 0 })
    }

    @Test func `far from streets the trace is split, and says how far`() throws {
        var sketch = NetworkSketch("a---b---c          d---e---f")
        sketch.road("abc", seconds: 10)
        sketch.road("def", seconds: 10)
        var points = trace(sketch, "abc")
        for step in 1...8 {
            var place = sketch.place("c", "d", at: Double(step) / 9)
            place.y += 800 / DrawnTown.scale.y
            points.append(TracePoint(coordinate: place))
        }
        points += trace(sketch, "def")
        let (found, network) = try match(sketch, points)
        #expect(found.parts.map { word($0, sketch, network) } == ["abc", "def"])
        let gap = try #require(found.gaps.first)
        #expect(found.gaps.count == 1)
        guard case .farFromStreets(let meters?) = gap.cause else {
            Issue.record("\(gap.cause)")
            return
        }
        #expect((700...1_000).contains(meters))
        #expect(gap.after.map { found.points[$0].part } == 0)
        #expect(gap.before.map { found.points[$0].part } == 1)
    }

    @Test func `a path that no vehicle can drive in the time splits the trace`() throws {
        var sketch = NetworkSketch("a---b---c                      d---e---f", scale: 2)
        sketch.road("abc", seconds: 10)
        sketch.road("cd", seconds: 100)
        sketch.road("def", seconds: 10)
        let first = trace(sketch, "abc", seconds: 1)
        let points =
            first
            + trace(sketch, "def").enumerated().map {
                TracePoint(
                    coordinate: $1.coordinate, time: Double(first.count) + Double($0) + 4)
            }
        let (found, network) = try match(sketch, points)
        #expect(found.parts.map { word($0, sketch, network) } == ["abc", "def"])
        guard case .noPathInTime(let available, let needed) = found.gaps.first?.cause else {
            Issue.record("\(found.gaps)")
            return
        }
        #expect(available < 10)
        #expect((60...140).contains(needed))
    }

    /// A street, and others without a path to it.
    private var islands: NetworkSketch {
        var sketch = NetworkSketch(
            """
            a---b---c   p---q   r---s   x---y---z
            """)
        for word in ["abc", "pq", "rs", "xyz"] { sketch.road(word, seconds: 20) }
        return sketch
    }

    @Test func `streets that no path connects split the trace`() throws {
        let sketch = islands
        let points = trace(sketch, "abc", every: 40) + trace(sketch, "xyz", every: 40)
        let (found, network) = try match(sketch, points) { $0.gpsAccuracyMeters = 5 }
        #expect(found.parts.map { word($0, sketch, network) } == ["abc", "xyz"])
        #expect(found.gaps.map(\.cause) == [.noPath])
        #expect(found.gaps.first?.after.map { found.points[$0].part } == 0)
        #expect(found.gaps.first?.before.map { found.points[$0].part } == 1)
    }

    @Test func `positions that fit to nothing before and behind split the trace`() throws {
        let sketch = islands
        // To and fro between two streets without a path between them.
        let lost = (0..<10).map { step in
            let (from, to): (Character, Character) = step % 2 == 0 ? ("p", "q") : ("r", "s")
            return TracePoint(coordinate: sketch.place(from, to, at: 0.5))
        }
        let points =
            trace(sketch, "abc", every: 40) + lost + trace(sketch, "xyz", every: 40)
        let (found, network) = try match(sketch, points) { $0.gpsAccuracyMeters = 5 }
        #expect(found.parts.map { word($0, sketch, network) } == ["abc", "xyz"])
        #expect(found.gaps.map(\.cause) == [.outliers])
        #expect(found.points.count { $0.status == .outlier } == lost.count)
    }

    @Test func `positions too far apart split the trace, and it says how far`() throws {
        var sketch = NetworkSketch("a---b---c--------------------d---e---f")
        sketch.road("abcdef", seconds: 20)
        let points = trace(sketch, "abc", every: 40) + trace(sketch, "def", every: 40)
        let (whole, _) = try match(sketch, points) { $0.gpsAccuracyMeters = 5 }
        #expect(whole.gaps.isEmpty)
        let (found, network) = try match(sketch, points) {
            $0.gpsAccuracyMeters = 5
            $0.maximumStepMeters = 900
        }
        #expect(found.parts.map { word($0, sketch, network) } == ["abc", "def"])
        guard case .tooFarApart(let meters) = found.gaps.first?.cause else {
            Issue.record("\(found.gaps)")
            return
        }
        #expect(found.gaps.count == 1)
        #expect(abs(meters - 1_050) < 1)
    }

    @Test func `nothing and a single point are matched too`() throws {
        let sketch = block
        let (none, _) = try match(sketch, [])
        #expect(none.parts.isEmpty && none.points.isEmpty && none.gaps.isEmpty)
        let (one, _) = try match(
            sketch, [TracePoint(coordinate: sketch.place("b", "c", at: 0.5))])
        #expect(one.parts.count == 1)
        #expect(one.points.map(\.status) == [.matched])
        let (bad, _) = try match(
            sketch, [TracePoint(coordinate: Coordinate(x: .nan, y: 1_000))])
        #expect(bad.parts.isEmpty)
        #expect(bad.points.map(\.status) == [.invalid])
    }

    @Test func `a bearing decides between the directions of a street`() throws {
        let sketch = block
        let place = sketch.place("f", "g", at: 0.5)
        for (bearing, word) in [(90.0, "fg"), (270, "gf")] {
            let (found, network) = try match(
                sketch, [TracePoint(coordinate: place, accuracyMeters: 5, bearing: bearing)])
            #expect(found.parts.map { self.word($0, sketch, network) } == [word])
        }
    }
}
