// Tests Douglas–Peucker: which vertices stay, which go, and how far a line moves.

import DataStructures
import Geo
import Testing

@testable import SpatialOperations

@Suite struct LineGeneralizationTests {
    private func wander(_ count: Int, step: Double, seed: UInt64) -> [Coordinate] {
        var generator = SeededGenerator(seed)
        var position = Coordinate(x: 7, y: 43)
        return (0..<count).map { _ in
            position.x += .random(in: -step...step, using: &generator)
            position.y += .random(in: -step...step, using: &generator)
            return position
        }
    }

    private func distance(_ p: Coordinate, _ a: Coordinate, _ b: Coordinate) -> Double {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let squared = dx * dx + dy * dy
        let raw = squared > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / squared : 0
        let share = min(1, max(0, raw))
        let (x, y) = (p.x - a.x - share * dx, p.y - a.y - share * dy)
        return (x * x + y * y).squareRoot()
    }

    @Test(arguments: UInt64(0)..<40)
    func `no vertex moves farther than the tolerance and fixed ones stay`(seed: UInt64) {
        let line = wander(300, step: 10, seed: seed)
        let fixed = [17, 18, 150]
        let kept = LineGeneralization.keptVertices(
            of: line, tolerance: .planar(25), keeping: fixed)
        #expect(kept.first == 0 && kept.last == 299 && kept == kept.sorted())
        #expect(Set(fixed).isSubset(of: kept))
        #expect(kept.count < 150)
        for (from, to) in zip(kept, kept.dropFirst()) {
            for vertex in from...to {
                #expect(distance(line[vertex], line[from], line[to]) <= 25, "seed \(seed)")
            }
        }
    }

    /// The rule as stated: one vertex after another, the first among equally far ones.
    private func plain(_ line: [Coordinate], _ tolerance: Double, inDegrees: Bool) -> [Int] {
        func kept(_ first: Int, _ last: Int) -> [Int] {
            let (a, b) = (line[first], line[last])
            let scale =
                inDegrees ? Geodesic.metersPerDegree(atLatitude: (a.y + b.y) / 2) : (x: 1, y: 1)
            let (dx, dy) = ((b.x - a.x) * scale.x, (b.y - a.y) * scale.y)
            let squared = dx * dx + dy * dy
            var (farthest, greatest) = (first, tolerance * tolerance)
            for vertex in first + 1..<last {
                let px = (line[vertex].x - a.x) * scale.x
                let py = (line[vertex].y - a.y) * scale.y
                let share = squared > 0 ? max(0, min(1, (px * dx + py * dy) / squared)) : 0
                let (x, y) = (px - share * dx, py - share * dy)
                if x * x + y * y > greatest { (farthest, greatest) = (vertex, x * x + y * y) }
            }
            guard farthest > first else { return [] }
            return kept(first, farthest) + [farthest] + kept(farthest, last)
        }
        return [0] + kept(0, line.count - 1) + [line.count - 1]
    }

    @Test(arguments: UInt64(0)..<200)
    func `the vertices are those of the plain rule, of equally far ones the first`(seed: UInt64) {
        var generator = SeededGenerator(seed)
        // On a small grid many vertices are equally far, and stretches are closed.
        let line = (0..<Int.random(in: 2...60, using: &generator)).map { _ in
            Coordinate(
                x: Double(Int.random(in: 0...6, using: &generator)),
                y: Double(Int.random(in: 0...6, using: &generator)))
        }
        for line in [line, wander(line.count, step: 5, seed: seed)] {
            for tolerance in [0.5, 1, 3] {
                #expect(
                    LineGeneralization.keptVertices(of: line, tolerance: .planar(tolerance))
                        == plain(line, tolerance, inDegrees: false), "seed \(seed)")
            }
        }
        let streets = wander(400, step: 0.000_5, seed: seed)
        for meters in [1.0, 10, 100] {
            #expect(
                LineGeneralization.keptVertices(
                    of: streets, tolerance: .geographic(meters: meters, degreesPerUnit: 1))
                    == plain(streets, meters, inDegrees: true), "seed \(seed)")
        }
    }

    @Test func `a tolerance in meters means meters at any latitude`() {
        // A bend of 10 m north or east of a line of 1 km, at the equator and at 60° north.
        for latitude in [0.0, 60] {
            let perDegree = Geodesic.metersPerDegree(atLatitude: latitude)
            let east = [
                Coordinate(x: 0, y: latitude),
                Coordinate(x: 500 / perDegree.x, y: latitude + 10 / perDegree.y),
                Coordinate(x: 1_000 / perDegree.x, y: latitude),
            ]
            let north = [
                Coordinate(x: 0, y: latitude),
                Coordinate(x: 10 / perDegree.x, y: latitude + 500 / perDegree.y),
                Coordinate(x: 0, y: latitude + 1_000 / perDegree.y),
            ]
            for line in [east, north] {
                let tight = LineGeneralization.Tolerance(meters: 9.9, in: .wgs84)
                let loose = LineGeneralization.Tolerance(meters: 10.1, in: .wgs84)
                #expect(LineGeneralization.keptVertices(of: line, tolerance: tight) == [0, 1, 2])
                #expect(LineGeneralization.keptVertices(of: line, tolerance: loose) == [0, 2])
            }
        }
        let feet = CoordinateSystem(name: "feet", metersPerUnit: 0.3048)
        #expect(LineGeneralization.Tolerance(meters: 3.048, in: feet) == .planar(10))
    }

    @Test func `tips of dead ends stay`() {
        // Out and back: the tip lies on the infinite line through the ends, but far from the
        // stretch.
        let line = [
            Coordinate(x: 0, y: 0), Coordinate(x: 100, y: 0), Coordinate(x: 1, y: 0),
        ]
        #expect(LineGeneralization.keptVertices(of: line, tolerance: .planar(5)) == [0, 1, 2])
        let loop = [Coordinate(x: 0, y: 0), Coordinate(x: 9, y: 9), Coordinate(x: 0, y: 0)]
        #expect(LineGeneralization.keptVertices(of: loop, tolerance: .planar(5)) == [0, 1, 2])
    }

    @Test func `short lines and no tolerance change nothing`() {
        let line = wander(5, step: 1, seed: 1)
        #expect(LineGeneralization.keptVertices(of: line, tolerance: .planar(0)).count == 5)
        #expect(LineGeneralization.keptVertices(of: [], tolerance: .planar(1)).isEmpty)
        #expect(
            LineGeneralization.keptVertices(of: Array(line[..<2]), tolerance: .planar(9)) == [0, 1])
    }

    @Test func `a line of many vertices needs no deep stack`() {
        // A spiral keeps nearly every vertex and splits as unevenly as a line can.
        let line = (0..<20_000).map { index in
            Coordinate(x: Double(index), y: Double(index % 2) * Double(20_000 - index))
        }
        #expect(LineGeneralization.keptVertices(of: line, tolerance: .planar(1e6)).count == 2)
        #expect(
            LineGeneralization.keptVertices(of: Array(line[..<2_000]), tolerance: .planar(0.5))
                .count
                == 2_000)
    }

    @Test(arguments: UInt64(0)..<20)
    func `shapes keep their parts: lines their ends, rings a triangle`(seed: UInt64) {
        let line = wander(60, step: 10, seed: seed)
        let ring = line + [line[0]]
        for tolerance in [0, 5, 1e9] as [Double] {
            let area = Geometry.polygon(rings: [ring]).generalized(.planar(tolerance))
            guard case .polygon(let rings) = area, let kept = rings.first else {
                Issue.record("seed \(seed): no ring")
                continue
            }
            #expect(kept.count >= 4 && kept.first == kept.last, "seed \(seed)")
            #expect(Set(kept).count >= 3 && Set(kept).isSubset(of: ring), "seed \(seed)")
            let measured = Geometry.polyline(
                paths: [line], measures: [line.indices.map(Double.init)])
            guard
                case .polyline(let paths, let measures?) = measured.generalized(.planar(tolerance))
            else {
                Issue.record("seed \(seed): no measures")
                continue
            }
            #expect(paths[0].first == line.first && paths[0].last == line.last)
            #expect(measures[0].map { line[Int($0)] } == paths[0], "seed \(seed)")
        }
    }
}
