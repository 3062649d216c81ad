// Compares edges' coverage with samples, point by point.

import DataStructures
import Geo
import Testing

@testable import SpatialOperations

@Suite struct BarrierCoverageProperties {
    /// A barrier from random rings, including holes, parts, bow ties and rings on a coarse grid, on
    /// which borders and edges overlap and meet in corners.
    private func rings(using generator: inout SeededGenerator) -> [[Coordinate]] {
        (0..<Int.random(in: 1...4, using: &generator)).map { _ in
            let isOnGrid = Bool.random(using: &generator)
            let center = place(isOnGrid: isOnGrid, using: &generator)
            return (0..<Int.random(in: 3...7, using: &generator)).map { _ in
                let offset = place(isOnGrid: isOnGrid, using: &generator)
                return Coordinate(
                    x: (center.x + offset.x) / 2, y: (center.y + offset.y) / 2)
            }
        }
    }

    private func place(isOnGrid: Bool, using generator: inout SeededGenerator) -> Coordinate {
        if isOnGrid {
            return Coordinate(
                x: 7 + Double(Int.random(in: 0...8, using: &generator)) / 64,
                y: 43 + Double(Int.random(in: 0...8, using: &generator)) / 64)
        }
        return Coordinate(
            x: .random(in: 7...7.125, using: &generator),
            y: .random(in: 43...43.125, using: &generator))
    }

    private func edge(using generator: inout SeededGenerator) -> [Coordinate] {
        (0..<Int.random(in: 2...6, using: &generator)).map { _ in
            place(isOnGrid: Bool.random(using: &generator), using: &generator)
        }
    }

    /// The place at a fraction of an edge's length, by the same rule implemented again.
    private func place(at fraction: Double, along edge: [Coordinate]) -> Coordinate {
        var rest = fraction * Geodesic.lengthMeters(of: edge)
        for (from, to) in zip(edge, edge.dropFirst()) {
            let step = Geodesic.distanceMeters(from: from, to: to)
            if rest <= step, step > 0 {
                let share = rest / step
                return Coordinate(
                    x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y))
            }
            rest -= step
        }
        return edge[edge.count - 1]
    }

    private func distance(_ p: Coordinate, to lines: [[Coordinate]]) -> Double {
        var least = Double.infinity
        for line in lines {
            for (a, b) in zip(line, line.dropFirst()) {
                let (dx, dy) = (b.x - a.x, b.y - a.y)
                let squared = dx * dx + dy * dy
                let raw = squared > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / squared : 0
                let share = min(1, max(0, raw))
                let (x, y) = (p.x - a.x - share * dx, p.y - a.y - share * dy)
                least = min(least, (x * x + y * y).squareRoot())
            }
        }
        return least
    }

    /// Even-odd rule over the original rings, including self-crossings.
    private func isInside(_ p: Coordinate, _ rings: [[Coordinate]]) -> Bool {
        var isInside = false
        for ring in rings {
            for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1))
            where (a.y > p.y) != (b.y > p.y) {
                if a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) > p.x { isInside.toggle() }
            }
        }
        return isInside
    }

    @Test(arguments: UInt64(0)..<200)
    func `an area covers what GEOS and the raw rings say lies inside`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let rings = rings(using: &generator)
        let barrier = try BarrierGeometry(.polygon(rings: rings))
        let assembly = try PolygonAssembly(rings: rings, limits: .standard)
        let area = assembly.area
        let border = try (area?.linework().rings ?? []) + assembly.collapsed
        for _ in 0..<5 {
            let edge = edge(using: &generator)
            let intervals = barrier.intervals(along: edge)
            checkForm(intervals, seed: seed)
            for sample in 0...96 {
                let fraction = Double(sample) / 96
                let place = place(at: fraction, along: edge)
                let gap = distance(place, to: border)
                let isCovered = intervals.contains { $0.contains(fraction) }
                // Near the border, within rounding, either answer is right.
                if gap < 1e-7, gap > 1e-12 { continue }
                let isGEOS = try area?.covers(place) ?? false
                if gap <= 1e-12 {
                    let isNearby = intervals.contains {
                        $0.lowerBound - 1e-6 <= fraction && fraction <= $0.upperBound + 1e-6
                    }
                    #expect(isNearby, "seed \(seed): the border at \(place)")
                    continue
                }
                #expect(isCovered == isGEOS, "seed \(seed): \(fraction) of \(edge)")
                #expect(isGEOS == isInside(place, rings), "seed \(seed): \(place) in \(rings)")
                #expect(barrier.touches(place) == isGEOS)
            }
        }
    }

    @Test(arguments: UInt64(0)..<200)
    func `a line covers exactly the places it runs through`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let paths = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            edge(using: &generator)
        }
        // A single place is not a line.
        guard paths.contains(where: { Set($0).count > 1 }) else { return }
        let barrier = try BarrierGeometry(.polyline(paths: paths))
        for _ in 0..<5 {
            let edge = edge(using: &generator)
            let intervals = barrier.intervals(along: edge)
            checkForm(intervals, seed: seed)
            for interval in intervals {
                for fraction in [
                    interval.lowerBound, interval.upperBound,
                    (interval.lowerBound + interval.upperBound) / 2,
                ] {
                    let gap = distance(place(at: fraction, along: edge), to: paths)
                    #expect(gap < 3e-8, "seed \(seed): \(fraction) of \(edge)")
                }
            }
            for sample in 0...96 {
                let fraction = Double(sample) / 96
                if distance(place(at: fraction, along: edge), to: paths) < 1e-12 {
                    let isNearby = intervals.contains {
                        $0.lowerBound - 1e-6 <= fraction && fraction <= $0.upperBound + 1e-6
                    }
                    #expect(isNearby, "seed \(seed): \(fraction) of \(edge)")
                }
            }
            #expect(
                intervals.count >= crossings(of: edge, paths).count, "seed \(seed): \(edge)")
        }
    }

    /// Fractions at clear crossings, counted once if they coincide.
    private func crossings(of edge: [Coordinate], _ paths: [[Coordinate]]) -> Set<Int> {
        func side(_ p: Coordinate, _ q: Coordinate, _ r: Coordinate) -> Double {
            (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
        }
        // Steps with one clear crossing each, which lie at different places on the edge.
        var steps: Set<Int> = []
        for index in edge.indices.dropLast() {
            let (a, b) = (edge[index], edge[index + 1])
            var found = 0
            var isClear = true
            for path in paths {
                for (c, d) in zip(path, path.dropFirst()) {
                    let sides = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)]
                    if sides.contains(where: { abs($0) < 1e-6 }) { isClear = false }
                    if sides[0] * sides[1] < 0, sides[2] * sides[3] < 0 { found += 1 }
                }
            }
            if isClear, found == 1 { steps.insert(index) }
        }
        return steps
    }

    private func checkForm(_ intervals: [ClosedRange<Double>], seed: UInt64) {
        for interval in intervals {
            #expect(interval.lowerBound >= 0 && interval.upperBound <= 1, "seed \(seed)")
        }
        for (first, second) in zip(intervals, intervals.dropFirst()) {
            #expect(first.upperBound < second.lowerBound, "seed \(seed)")
        }
    }

    @Test(arguments: UInt64(0)..<50)
    func `the other direction covers the mirror image`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let barrier = try BarrierGeometry(.polygon(rings: rings(using: &generator)))
        for _ in 0..<10 {
            let edge = edge(using: &generator)
            let there = barrier.intervals(along: edge)
            let back = barrier.intervals(along: edge.reversed())
            #expect(there.count == back.count, "seed \(seed): \(edge)")
            for (one, other) in zip(there, back.reversed()) {
                #expect(abs(one.lowerBound - (1 - other.upperBound)) < 1e-6, "seed \(seed)")
                #expect(abs(one.upperBound - (1 - other.lowerBound)) < 1e-6, "seed \(seed)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<200)
    func `what lies in a box found inside or outside is so by GEOS`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let rings = rings(using: &generator)
        let barrier = try BarrierGeometry(.polygon(rings: rings))
        let area = try PolygonAssembly(rings: rings, limits: .standard).area
        for _ in 0..<40 {
            let corner = place(isOnGrid: Bool.random(using: &generator), using: &generator)
            let size = Double.random(in: 0...0.03, using: &generator)
            let box = Envelope(
                minX: corner.x, minY: corner.y, maxX: corner.x + size, maxY: corner.y + size / 2)
            let relation = barrier.relation(to: box, shift: 0)
            if relation == .border { continue }
            let line = (0..<4).map { _ in
                Coordinate(
                    x: .random(in: box.minX...box.maxX, using: &generator),
                    y: .random(in: box.minY...box.maxY, using: &generator))
            }
            let isInside = relation == .inside
            #expect(barrier.intervals(along: line) == (isInside ? [0...1] : []), "seed \(seed)")
            for position in line {
                #expect(try area?.covers(position) ?? false == isInside, "seed \(seed)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `the segment tree finds what a plain search finds`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        let lines = (0..<40).map { _ in edge(using: &generator) }
        let index = SegmentIndex(lines: lines)
        for _ in 0..<50 {
            let a = place(isOnGrid: false, using: &generator)
            let b = place(isOnGrid: false, using: &generator)
            let box = Envelope([a, b])
            var found: [Int] = []
            index.forEachSegment(in: box) {
                found.append($0)
                return true
            }
            let wanted = (0..<index.count).filter {
                Envelope([index.starts[$0], index.ends[$0]]).intersects(box)
            }
            #expect(found == wanted, "seed \(seed)")
        }
    }
}
