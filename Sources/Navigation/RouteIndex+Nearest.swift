// Searches for the position on a route near a place.

public import Geo

extension RouteIndex {
    /// Which pass counts where a route passes a place more than once.
    ///
    /// A pass is a run of the line that stays within the permitted distance of the place. Each pass
    /// has one candidate: its nearest position.
    public enum Priority: Hashable, Sendable {
        /// The pass nearest to the place.
        case rawPoint
        /// The first pass after the route's start.
        case start
        /// The pass nearest to a known position, measured along the route.
        case position(RoutePosition)
    }

    /// Finds a position near a place.
    ///
    /// - Parameters:
    ///   - place: A longitude and latitude.
    ///   - priority: Which pass counts if the route passes the place more than once.
    ///   - maximumMeters: The permitted distance from the place.
    ///   - window: The measures in meters to search; the whole route by default.
    /// - Returns: The position, or `nil` if the route passes nowhere near, or the place is invalid.
    /// - Complexity: O(*n* / 1024 + *k*) for *n* vertices in the window and *k* around the place;
    ///   O(*n* / 32 + *k*) if the route stays around there; O(*n*) without a permitted distance.
    ///   With the priority `start`, nothing behind the first pass is looked at.
    public func closest(
        to place: Coordinate, priority: Priority = .rawPoint, maximumMeters: Double = .infinity,
        within window: ClosedRange<Double>? = nil
    ) -> RouteMatch? {
        var effort = Int.max
        return closest(
            to: place, priority: priority, maximumMeters: maximumMeters, within: window,
            effort: &effort)
    }

    /// Finds a position near a place among as many segments as an effort allows.
    func closest(
        to place: Coordinate, priority: Priority, maximumMeters: Double,
        within window: ClosedRange<Double>?, effort: inout Int
    ) -> RouteMatch? {
        guard let place = place.onEarth else { return nil }
        var best: RouteMatch?
        var bestRank = Double.infinity
        let known: Double? =
            if case .position(let known) = priority { meters(at: known) } else { nil }
        var passes = PassSearch(
            LocalFrame(at: place, facing: vertices[0]), maximumMeters: maximumMeters,
            from: window.map { position(atMeters: $0.lowerBound) } ?? .start,
            to: window.map { position(atMeters: $0.upperBound) } ?? end)
        while let pass = passes.next(on: self, effort: &effort) {
            let rank: Double
            switch priority {
            case .rawPoint: rank = pass.distanceMeters
            case .start: return pass
            case .position: rank = abs(pass.meters - (known ?? 0))
            }
            if rank < bestRank { (best, bestRank) = (pass, rank) }
        }
        return best
    }

    /// Returns the position nearest to the frame's place on a part of a segment.
    @inline(__always)
    func foot(
        on segment: Int, _ frame: LocalFrame, from: Double = 0, to: Double = 1
    ) -> Foot {
        let start = frame.offset(of: vertices[segment])
        let step = frame.offset(of: vertices[segment + 1]) - start
        let squared = (step * step).sum()
        let free = squared > 0 ? -(start * step).sum() / squared : 0
        let share = max(from, min(to, free))
        let offset = start + step * share
        return Foot(
            segment: segment, share: share, offset: offset, step: step,
            squared: (offset * offset).sum())
    }
}

/// The position on a segment nearest to a place, in meters around the place.
struct Foot {
    var segment: Int
    var share: Double
    /// From the place to the position, east and north.
    var offset: SIMD2<Double>
    /// From the segment's start to its end.
    var step: SIMD2<Double>
    /// The squared distance of the position from the place.
    var squared: Double
}

/// Meters east and north of a place, for short distances.
struct LocalFrame {
    private let place: SIMD2<Double>
    private let scale: SIMD2<Double>

    /// Creates a frame around a place, on a vertex's side of the 180th meridian.
    init(at place: Coordinate, facing vertex: RouteIndex.Vertex) {
        let units = RouteIndex.unitsPerDegree
        let turns = ((Double(vertex.x) / units - place.x) / 360).rounded()
        self.place = SIMD2(place.x + turns * 360, place.y) * units
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        self.scale = SIMD2(scale.x, scale.y) / units
    }

    /// Returns a vertex's meters east and north of the place.
    @inline(__always)
    func offset(of vertex: RouteIndex.Vertex) -> SIMD2<Double> {
        (SIMD2(Double(vertex.x), Double(vertex.y)) - place) * scale
    }

    /// Returns the box that holds every place within some meters. Whole numbers compare faster than
    /// distances, which matters on long routes.
    func box(within meters: Double) -> RouteIndex.Box {
        let reach = SIMD2(meters, meters) / scale
        let (low, high) = (place - reach, place + reach)
        func whole(_ value: Double) -> Int32 {
            guard value > Double(Int32.min) else { return .min }
            return value < Double(Int32.max) ? Int32(value) : .max
        }
        return RouteIndex.Box(
            minX: whole(low.x.rounded(.down)), minY: whole(low.y.rounded(.down)),
            maxX: whole(high.x.rounded(.up)), maxY: whole(high.y.rounded(.up)))
    }
}
