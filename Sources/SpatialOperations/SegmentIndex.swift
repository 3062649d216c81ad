// Finds the border segments near a position.

import Geo

/// Straight segments with a tree of boxes over them.
///
/// Eight segments share a box, eight boxes share the next, and so on.
///
/// Method: S. Leutenegger, M. Lopez and J. Edgington, *STR: a simple and efficient algorithm for
/// R-tree packing*, ICDE 1997,
/// [doi:10.1109/ICDE.1997.582015](https://doi.org/10.1109/ICDE.1997.582015). Rejected: packing in
/// border order, which needs no sorting but puts whole small rings into one box and is slow for
/// rings within rings.
struct SegmentIndex: Sendable {
    private static let fanout = 8

    /// Segment `i` leads from `starts[i]` to `ends[i]`.
    let starts: [Coordinate]
    let ends: [Coordinate]
    /// The line each segment belongs to.
    let lines: [Int]
    /// The boxes on each level; level 0 has a box for every eight segments.
    private let levels: [[Envelope]]

    /// Indexes the segments of some lines. A line with a single point gives a segment without
    /// length.
    init(lines: [[Coordinate]]) {
        var segments: [(start: Coordinate, end: Coordinate, line: Int)] = []
        for (number, line) in lines.enumerated() {
            if line.count == 1 { segments.append((line[0], line[0], number)) }
            for index in line.indices.dropFirst() where line[index] != line[index - 1] {
                segments.append((line[index - 1], line[index], number))
            }
        }
        let order = Self.tiled(segments.map { ($0.start.x + $0.end.x, $0.start.y + $0.end.y) })
        starts = order.map { segments[$0].start }
        ends = order.map { segments[$0].end }
        self.lines = order.map { segments[$0].line }
        var levels: [[Envelope]] = []
        var boxes = zip(starts, ends).map { Envelope(from: $0, to: $1) }
        repeat {
            boxes = stride(from: 0, to: boxes.count, by: Self.fanout).map { first in
                boxes[first..<min(first + Self.fanout, boxes.count)]
                    .reduce(into: Envelope()) { $0.add($1) }
            }
            levels.append(boxes)
        } while boxes.count > 1
        self.levels = levels
    }

    /// Returns an order in which neighbors are close together: vertical slices, each sorted from
    /// south to north.
    private static func tiled(_ centers: [(x: Double, y: Double)]) -> [Int] {
        var order = centers.indices.sorted { (centers[$0].x, $0) < (centers[$1].x, $1) }
        let boxCount = Double((order.count + fanout - 1) / fanout)
        let slice = max(1, Int(boxCount.squareRoot().rounded(.up))) * fanout
        for first in stride(from: 0, to: order.count, by: slice) {
            order[first..<min(first + slice, order.count)].sort {
                (centers[$0].y, $0) < (centers[$1].y, $1)
            }
        }
        return order
    }

    /// The number of segments.
    var count: Int { starts.count }

    /// The box around all segments.
    var envelope: Envelope { levels.last?.first ?? Envelope() }

    /// Calls `visit` for every segment whose box shares a point with `box`, until it returns false.
    ///
    /// - Complexity: O(log *n* + *k*) in the segments and the segments found, unless a border winds
    ///   through the box again and again.
    func forEachSegment(in box: Envelope, _ visit: (Int) -> Bool) {
        _ = descend(level: levels.count - 1, entry: 0, { $0.intersects(box) }, visit)
    }

    /// Calls `visit` for every segment whose box comes within `margin` of the segment from `start`
    /// to `end`, and for some slightly farther away, until it returns false.
    func forEachSegment(
        near start: Coordinate, _ end: Coordinate, margin: Double, _ visit: (Int) -> Bool
    ) {
        let box = Envelope(from: start, to: end).grown(by: margin)
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let reach = margin * (abs(dx) + abs(dy))
        // A long slanting line has a box that contains half the border, so boxes wholly to one side
        // of the line are skipped.
        func isNear(_ other: Envelope) -> Bool {
            guard other.intersects(box) else { return false }
            let x = (other.minX + other.maxX) / 2 - start.x
            let y = (other.minY + other.maxY) / 2 - start.y
            let halves = abs(dy) * (other.maxX - other.minX) + abs(dx) * (other.maxY - other.minY)
            return abs(dx * y - dy * x) <= (halves / 2 + reach) * (1 + 1e-9)
        }
        _ = descend(level: levels.count - 1, entry: 0, isNear, visit)
    }

    /// Returns whether a segment shares a point with a box, or comes within rounding of it.
    func touches(_ box: Envelope) -> Bool {
        var found = false
        _ = descend(level: levels.count - 1, entry: 0, { $0.intersects(box) }) { segment in
            let (a, b) = (starts[segment], ends[segment])
            // The boxes overlap, so the two are apart only if the box lies to one side of the line.
            let (dx, dy) = (b.x - a.x, b.y - a.y)
            let x = (box.minX + box.maxX) / 2 - a.x
            let y = (box.minY + box.maxY) / 2 - a.y
            let halves = abs(dy) * (box.maxX - box.minX) + abs(dx) * (box.maxY - box.minY)
            found = abs(dx * y - dy * x) <= halves / 2 * (1 + 1e-9)
            return !found
        }
        return found
    }

    private func descend(
        level: Int, entry: Int, _ isWanted: (Envelope) -> Bool, _ visit: (Int) -> Bool
    ) -> Bool {
        guard level >= 0, entry < levels[level].count, isWanted(levels[level][entry]) else {
            return true
        }
        let first = entry * Self.fanout
        if level > 0 {
            for child in first..<min(first + Self.fanout, levels[level - 1].count) {
                guard descend(level: level - 1, entry: child, isWanted, visit) else { return false }
            }
            return true
        }
        for segment in first..<min(first + Self.fanout, count) {
            let (a, b) = (starts[segment], ends[segment])
            if isWanted(Envelope(from: a, to: b)), !visit(segment) { return false }
        }
        return true
    }

    /// Returns whether a position lies inside by the even-odd rule, if the segments are an area's
    /// borders.
    ///
    /// Use it only for positions clear of every segment; on a border the answer is arbitrary.
    ///
    /// Method: crossings of the ray towards growing x; M. Shimrat, *Algorithm 112: Position of
    /// point relative to polygon*, CACM 5 (1962),
    /// [doi:10.1145/368637.368653](https://doi.org/10.1145/368637.368653).
    func encloses(_ position: Coordinate) -> Bool {
        var isInside = false
        forEachCrossing(eastOf: position) { _ in isInside.toggle() }
        return isInside
    }

    /// Calls `visit` for every segment crossed by the ray from a position toward growing x.
    ///
    /// A segment includes its lower end but not its upper end. So a ray through a corner crosses
    /// the border once where it passes, and twice or never where it grazes.
    func forEachCrossing(eastOf position: Coordinate, _ visit: (Int) -> Void) {
        let ray = Envelope(
            minX: position.x, minY: position.y, maxX: .infinity, maxY: position.y)
        forEachSegment(in: ray) { segment in
            let (a, b) = (starts[segment], ends[segment])
            if (a.y > position.y) != (b.y > position.y) {
                let x = a.x + (position.y - a.y) / (b.y - a.y) * (b.x - a.x)
                if x > position.x { visit(segment) }
            }
            return true
        }
    }

    /// Returns whether a segment comes within a distance of a position; at 0, whether a segment
    /// contains it.
    ///
    /// - Parameter excluded: A line whose segments are ignored.
    func distance(
        to position: Coordinate, isAtMost limit: Double, except excluded: Int? = nil
    ) -> Bool {
        var isNear = false
        forEachSegment(in: Envelope(from: position, to: position).grown(by: limit)) { segment in
            if lines[segment] == excluded { return true }
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

    /// Returns whether more than `limit` pairs of segments cross or touch, not counting pairs that
    /// share an end.
    func crosses(moreThan limit: Int) -> Bool {
        countsPairs(moreThan: limit) { segment, other in
            let (a, b, c, d) = (starts[segment], ends[segment], starts[other], ends[other])
            return segment < other && a != c && a != d && b != c && b != d && Self.cross(a, b, c, d)
        }
    }

    /// Returns whether more than `limit` pairs of segments have overlapping boxes.
    func overlaps(moreThan limit: Int) -> Bool {
        count * (count - 1) / 2 > limit && countsPairs(moreThan: limit) { $0 < $1 }
    }

    private func countsPairs(
        moreThan limit: Int, where isCounted: (_ segment: Int, _ other: Int) -> Bool
    ) -> Bool {
        var found = 0
        for segment in 0..<count where found <= limit {
            forEachSegment(in: Envelope(from: starts[segment], to: ends[segment])) { other in
                if isCounted(segment, other) { found += 1 }
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
