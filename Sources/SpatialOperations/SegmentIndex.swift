// Finding the border segments near a place.

import Geo

/// Straight segments and a tree of boxes over them.
///
/// Eight neighbors in input order share a box, eight boxes the next, and so on. Borders are drawn
/// from point to point, so neighbors in order are neighbors in space and the tree needs no sorting.
struct SegmentIndex: Sendable {
    private static let fanout = 8

    /// Segment `i` leads from `starts[i]` to `ends[i]`.
    private(set) var starts: [Coordinate] = []
    private(set) var ends: [Coordinate] = []
    /// The boxes of each level; level 0 holds a box for every eight segments.
    private var levels: [[Envelope]] = []

    /// Indexes the steps of some lines. A line of one point gives a segment without length.
    init(lines: [[Coordinate]]) {
        for line in lines {
            if line.count == 1 { add(line[0], line[0]) }
            for index in line.indices.dropFirst() where line[index] != line[index - 1] {
                add(line[index - 1], line[index])
            }
        }
        var boxes = zip(starts, ends).map { Envelope([$0, $1]) }
        repeat {
            boxes = stride(from: 0, to: boxes.count, by: Self.fanout).map { first in
                boxes[first..<min(first + Self.fanout, boxes.count)]
                    .reduce(into: Envelope()) { $0.add($1) }
            }
            levels.append(boxes)
        } while boxes.count > 1
    }

    private mutating func add(_ start: Coordinate, _ end: Coordinate) {
        starts.append(start)
        ends.append(end)
    }

    /// How many segments there are.
    var count: Int { starts.count }

    /// The box round all segments.
    var envelope: Envelope { levels.last?.first ?? Envelope() }

    /// Calls `visit` for every segment whose box shares a point with `box`, until it returns false.
    ///
    /// - Complexity: Logarithmic in the number of segments plus the number found, for borders that
    ///   do not wind through the box again and again.
    func forEachSegment(in box: Envelope, _ visit: (Int) -> Bool) {
        _ = descend(level: levels.count - 1, entry: 0, box, visit)
    }

    private func descend(
        level: Int, entry: Int, _ box: Envelope, _ visit: (Int) -> Bool
    ) -> Bool {
        guard level >= 0, entry < levels[level].count, levels[level][entry].intersects(box) else {
            return true
        }
        let first = entry * Self.fanout
        if level > 0 {
            for child in first..<min(first + Self.fanout, levels[level - 1].count) {
                guard descend(level: level - 1, entry: child, box, visit) else { return false }
            }
            return true
        }
        for segment in first..<min(first + Self.fanout, count) {
            let (a, b) = (starts[segment], ends[segment])
            guard min(a.x, b.x) <= box.maxX, max(a.x, b.x) >= box.minX, min(a.y, b.y) <= box.maxY,
                max(a.y, b.y) >= box.minY
            else { continue }
            guard visit(segment) else { return false }
        }
        return true
    }

    /// Whether a position lies inside by even and odd, the segments being the borders of an area.
    ///
    /// Only for positions clear of every segment: on a border the answer is either.
    ///
    /// Method: crossings of the ray towards growing x; M. Shimrat, *Algorithm 112: Position of point
    /// relative to polygon*, Communications of the ACM 5 (1962).
    func encloses(_ position: Coordinate) -> Bool {
        var isInside = false
        let ray = Envelope(
            minX: position.x, minY: position.y, maxX: envelope.maxX, maxY: position.y)
        guard !ray.isEmpty else { return false }
        forEachSegment(in: ray) { segment in
            let (a, b) = (starts[segment], ends[segment])
            if (a.y > position.y) != (b.y > position.y) {
                let x = a.x + (position.y - a.y) / (b.y - a.y) * (b.x - a.x)
                if x > position.x { isInside.toggle() }
            }
            return true
        }
        return isInside
    }

    /// Whether some segment comes within a distance of a position; at 0, whether one holds it.
    func distance(to position: Coordinate, isAtMost limit: Double) -> Bool {
        var isNear = false
        forEachSegment(in: Envelope([position]).grown(by: limit)) { segment in
            let (a, b) = (starts[segment], ends[segment])
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let (px, py) = (position.x - a.x, position.y - a.y)
            let squared = dx * dx + dy * dy
            let share = squared > 0 ? max(0, min(1, (px * dx + py * dy) / squared)) : 0
            let (x, y) = (px - share * dx, py - share * dy)
            isNear = x * x + y * y <= limit * limit
            return !isNear
        }
        return isNear
    }

    /// Whether more than `limit` pairs of segments cross or touch, ends of neighbors not counted.
    func crosses(moreThan limit: Int) -> Bool {
        var found = 0
        for segment in 0..<count where found <= limit {
            let (a, b) = (starts[segment], ends[segment])
            forEachSegment(in: Envelope([a, b])) { other in
                if other > segment + 1, Self.cross(a, b, starts[other], ends[other]) { found += 1 }
                return found <= limit
            }
        }
        return found > limit
    }

    private static func cross(
        _ a: Coordinate, _ b: Coordinate, _ c: Coordinate, _ d: Coordinate
    ) -> Bool {
        func side(_ p: Coordinate, _ q: Coordinate, _ r: Coordinate) -> Double {
            (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
        }
        return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0
    }
}
