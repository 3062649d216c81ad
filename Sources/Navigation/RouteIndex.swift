// A route prepared for lookups while it is followed. Start here for positions on a route.
// Searches are in RouteIndex+Nearest.swift; what comes next is in RouteIndex+Guidance.swift.

public import Geo

/// A route prepared for lookups: where a place is on it, what is left, what comes next.
///
/// Build one for each route and share it: it never changes, and any number of trackers may read it
/// at once.
///
/// ```swift
/// let index = try RouteIndex(FollowedRoute(line: line, metersPerSecond: 13))
/// if let match = index.closest(to: place, maximumMeters: 50) {
///     let left = index.remainder(from: match.position)
///     print("\(Int(left.meters)) m and \(Int(left.seconds)) s are left")
/// }
/// ```
///
/// **Storage.** A vertex takes 16 bytes: longitude and latitude in units of 10⁻⁷ degrees (about a
/// centimeter), and the centimeters and milliseconds from the start as integers. Distances and
/// times between positions are differences of these sums, so they add up like the server's. Each
/// run of 32 segments has a bounding box of 16 bytes, and each run of 32 boxes a larger one, so a
/// search over the whole line skips distant parts.
///
/// **Positions.** ``RoutePosition`` is a segment and a share of it. Where a route passes a place
/// twice, or goes there and back, ``closest(to:priority:maximumMeters:within:)`` takes a priority
/// that says which pass counts.
public struct RouteIndex: Sendable {
    /// One vertex: 16 bytes.
    struct Vertex: Sendable, BitwiseCopyable {
        var x: Int32
        var y: Int32
        var centimeters: UInt32
        var milliseconds: UInt32
    }

    /// The bounds of a run of segments: 16 bytes.
    struct Box: Sendable, BitwiseCopyable {
        var minX: Int32
        var minY: Int32
        var maxX: Int32
        var maxY: Int32

        /// Whether two boxes have a place in common.
        @inline(__always)
        func meets(_ other: Box) -> Bool {
            minX <= other.maxX && maxX >= other.minX && minY <= other.maxY && maxY >= other.minY
        }
    }

    /// How many segments share a bounding box, and how many boxes a larger one.
    static let segmentsPerBox = 32
    /// The units in a degree.
    static let unitsPerDegree = 1e7

    let vertices: [Vertex]
    let boxes: [Box]
    /// The bounds of runs of ``boxes``.
    let largeBoxes: [Box]
    /// The maneuvers in the order of travel.
    public private(set) var maneuvers: [FollowedRoute.Maneuver]
    /// The places to visit, in the order of travel.
    public private(set) var waypoints: [FollowedRoute.Waypoint]
    /// The events in the order of travel.
    public let events: [FollowedRoute.Event]
    /// The stretches, by their starts.
    public let spans: [FollowedRoute.Span]
    /// What is used up to the end of each leg; empty if it is unknown.
    public let energy: [FollowedRoute.EnergyMark]
    /// What live speeds add up to the end of each leg; empty if it is unknown.
    public let delays: [FollowedRoute.DelayMark]
    /// Whether the line ends before the destination.
    public let isPartial: Bool
    /// Whether most of the route is as slow as people walk, so that announcements come later.
    public let isWalk: Bool

    /// Prepares a route.
    ///
    /// - Throws: ``FollowedRouteError`` if the route's lists are empty, differ or are out of order.
    /// - Complexity: O(*n*) in the vertices and what lies along the route.
    public init(_ route: FollowedRoute) throws(FollowedRouteError) {
        vertices = try Self.pack(route)
        boxes = Self.bound(vertices)
        largeBoxes = Self.bound(boxes)
        maneuvers = route.maneuvers
        waypoints = route.waypoints
        events = route.events
        spans = route.spans
        energy = route.energy
        delays = route.delays
        isPartial = route.isPartial
        isWalk = Self.isWalk(vertices)
        try check(maneuvers.map(\.offset), of: "maneuvers")
        try check(waypoints.map(\.offset), of: "waypoints")
        try check(events.map(\.offset), of: "events")
        try check(spans.map(\.start), of: "spans")
        for span in spans { try check([span.start, span.end], of: "spans") }
        try check(energy.map(\.offset), of: "energy")
        guard zip([0] + energy.map(\.total), energy.map(\.total)).allSatisfy(<=) else {
            throw .invalidOffsets(list: "energy")
        }
        try check(delays.map(\.offset), of: "delays")
    }

    /// Returns the index with more maneuvers, all behind its own.
    ///
    /// - Throws: ``FollowedRouteError/invalidOffsets(list:)``
    /// - Complexity: O(*n*) in the maneuvers.
    public func adding(
        _ more: [FollowedRoute.Maneuver]
    ) throws(FollowedRouteError) -> RouteIndex {
        var copy = self
        copy.maneuvers += more
        try check(copy.maneuvers.map(\.offset), of: "maneuvers")
        return copy
    }

    /// Returns the index without a waypoint, which is then passed without being visited.
    ///
    /// - Parameter place: The waypoint's place in ``waypoints``.
    /// - Returns: `nil` if there is none.
    /// - Complexity: O(*n*) in the waypoints.
    public func removingWaypoint(_ place: Int) -> RouteIndex? {
        guard waypoints.indices.contains(place) else { return nil }
        var copy = self
        copy.waypoints.remove(at: place)
        return copy
    }

    private static func pack(_ route: FollowedRoute) throws(FollowedRouteError) -> [Vertex] {
        let count = route.line.count
        guard count >= 2 else { throw .tooFewVertices(found: count) }
        guard route.meters.count == count, route.seconds.count == count else {
            throw .countsDiffer(
                vertices: count, meters: route.meters.count, seconds: route.seconds.count)
        }
        var packed: [Vertex] = []
        packed.reserveCapacity(count)
        // Each vertex is kept on its predecessor's side of the 180th meridian.
        var turns = 0.0
        for index in 0..<count {
            guard let place = route.line[index].onEarth else { throw .invalidVertex(index) }
            if let last = packed.last {
                let step = place.x + turns - Double(last.x) / unitsPerDegree
                turns -= (step / 360).rounded() * 360
            }
            let (x, y) = ((place.x + turns) * unitsPerDegree, place.y * unitsPerDegree)
            let (meters, seconds) = (route.meters[index] * 100, route.seconds[index] * 1_000)
            guard abs(x) < Double(Int32.max), (0...Double(UInt32.max - 1)).contains(meters),
                (0...Double(UInt32.max - 1)).contains(seconds)
            else { throw .invalidVertex(index) }
            let vertex = Vertex(
                x: Int32(x.rounded()), y: Int32(y.rounded()),
                centimeters: UInt32(meters.rounded()), milliseconds: UInt32(seconds.rounded()))
            let last = (packed.last?.centimeters ?? 0, packed.last?.milliseconds ?? 0)
            guard vertex.centimeters >= last.0, vertex.milliseconds >= last.1,
                index > 0 || (vertex.centimeters, vertex.milliseconds) == (0, 0)
            else { throw .invalidVertex(index) }
            packed.append(vertex)
        }
        return packed
    }

    /// Whether more than half of the meters are slower than 2.5 m/s.
    private static func isWalk(_ vertices: [Vertex]) -> Bool {
        let slow = zip(vertices, vertices.dropFirst()).reduce(0) { sum, step in
            let centimeters = Int(step.1.centimeters) - Int(step.0.centimeters)
            let milliseconds = Int(step.1.milliseconds) - Int(step.0.milliseconds)
            return 4 * centimeters < milliseconds ? sum + centimeters : sum
        }
        return 2 * slow > Int(vertices.last?.centimeters ?? 0)
    }

    private static func bound(_ vertices: [Vertex]) -> [Box] {
        stride(from: 0, to: vertices.count - 1, by: segmentsPerBox).map { start in
            // A run's last segment ends at the next run's first vertex.
            let end = min(start + segmentsPerBox, vertices.count - 1)
            var box = Box(minX: .max, minY: .max, maxX: .min, maxY: .min)
            for vertex in vertices[start...end] {
                box.minX = min(box.minX, vertex.x)
                box.minY = min(box.minY, vertex.y)
                box.maxX = max(box.maxX, vertex.x)
                box.maxY = max(box.maxY, vertex.y)
            }
            return box
        }
    }

    private static func bound(_ boxes: [Box]) -> [Box] {
        stride(from: 0, to: boxes.count, by: segmentsPerBox).map { start in
            boxes[start..<min(start + segmentsPerBox, boxes.count)].reduce(boxes[start]) {
                Box(
                    minX: min($0.minX, $1.minX), minY: min($0.minY, $1.minY),
                    maxX: max($0.maxX, $1.maxX), maxY: max($0.maxY, $1.maxY))
            }
        }
    }

    private func check(_ offsets: [Double], of list: String) throws(FollowedRouteError) {
        var last = 0.0
        for offset in offsets {
            // Half a centimeter of rounding is allowed at the end.
            guard offset >= last, offset <= lengthMeters + 0.01 else {
                throw .invalidOffsets(list: list)
            }
            last = offset
        }
    }
}

// MARK: - Measures

extension RouteIndex {
    /// The number of segments, one less than vertices.
    public var segmentCount: Int { vertices.count - 1 }

    /// The bytes that vertices and bounding boxes take; what lies along the route takes more.
    package var lineBytes: Int {
        vertices.count * MemoryLayout<Vertex>.stride
            + (boxes.count + largeBoxes.count) * MemoryLayout<Box>.stride
    }

    /// The route's length, from its first to its last vertex.
    public var lengthMeters: Double { Double(vertices[segmentCount].centimeters) / 100 }

    /// The time from the first to the last vertex.
    public var durationSeconds: Double { Double(vertices[segmentCount].milliseconds) / 1_000 }

    /// The route's last position.
    public var end: RoutePosition { RoutePosition(segment: segmentCount - 1, share: 1) }

    /// Returns a position's meters from the route's start.
    ///
    /// - Precondition: The position's segment belongs to this route.
    /// - Complexity: O(1).
    public func meters(at position: RoutePosition) -> Double {
        let (from, to) = (vertices[position.segment], vertices[position.segment + 1])
        let step = Double(to.centimeters - from.centimeters)
        return (Double(from.centimeters) + step * position.share) / 100
    }

    /// Returns a position's seconds from the route's start.
    ///
    /// - Complexity: O(1).
    public func seconds(at position: RoutePosition) -> Double {
        let (from, to) = (vertices[position.segment], vertices[position.segment + 1])
        let step = Double(to.milliseconds - from.milliseconds)
        return (Double(from.milliseconds) + step * position.share) / 1_000
    }

    /// The mean speed of the whole route in meters a second.
    var metersPerSecond: Double {
        let seconds = seconds(at: end)
        return seconds > 0 ? lengthMeters / seconds : .greatestFiniteMagnitude
    }

    /// Returns the meters from one position to another; negative if the other is behind.
    ///
    /// - Complexity: O(1).
    public func meters(from origin: RoutePosition, to destination: RoutePosition) -> Double {
        meters(at: destination) - meters(at: origin)
    }

    /// Returns the seconds from one position to another; negative if the other is behind.
    ///
    /// - Complexity: O(1).
    public func seconds(from origin: RoutePosition, to destination: RoutePosition) -> Double {
        seconds(at: destination) - seconds(at: origin)
    }

    /// Returns the position at a measure, clamped to the route.
    ///
    /// At a turn that costs time, two vertices share a measure. The position is then at the last of
    /// them, behind the turn.
    ///
    /// - Complexity: O(log *n*).
    public func position(atMeters meters: Double) -> RoutePosition {
        let wanted = meters * 100
        guard wanted > Double(vertices[0].centimeters) else { return .start }
        guard wanted < Double(vertices[segmentCount].centimeters) else { return end }
        var (low, high) = (0, segmentCount)
        while high - low > 1 {
            let middle = (low + high) / 2
            if Double(vertices[middle].centimeters) <= wanted {
                low = middle
            } else {
                high = middle
            }
        }
        let start = Double(vertices[low].centimeters)
        let step = Double(vertices[low + 1].centimeters) - start
        return RoutePosition(segment: low, share: step > 0 ? (wanted - start) / step : 0)
    }

    /// Returns the position a number of meters ahead, clamped to the route; negative is back.
    ///
    /// - Complexity: O(log *n*).
    public func advanced(_ position: RoutePosition, byMeters meters: Double) -> RoutePosition {
        self.position(atMeters: self.meters(at: position) + meters)
    }

    /// Returns a position's place.
    ///
    /// - Complexity: O(1).
    public func coordinate(at position: RoutePosition) -> Coordinate {
        let (from, to) = (vertices[position.segment], vertices[position.segment + 1])
        let x = Double(from.x) + (Double(to.x) - Double(from.x)) * position.share
        let y = Double(from.y) + (Double(to.y) - Double(from.y)) * position.share
        return Coordinate(
            x: Coordinate.wrapped(longitude: x / Self.unitsPerDegree), y: y / Self.unitsPerDegree)
    }
}
