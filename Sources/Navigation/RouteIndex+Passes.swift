// The passes of a place on a part of a route, one after the other.

import Geo

/// A search for the passes of a place, in the order of travel.
///
///     var passes = PassSearch(frame, maximumMeters: 50, from: .start, to: index.end)
///     while let pass = passes.next(on: index, effort: &effort) { … }
///
/// A pass is a run of the line that stays within some meters of the place; its nearest position
/// counts. Boxes around runs of segments that lie farther away are passed over.
struct PassSearch {
    private let frame: LocalFrame
    /// The square of the permitted distance.
    private let reach: Double
    private let around: RouteIndex.Box
    private let (first, last): (RoutePosition, RoutePosition)
    /// The segment to look at next.
    private var segment: Int
    /// The nearest position of the pass that has begun.
    private var pass: Foot?
    /// Where the search stopped for want of effort, in meters from the route's start.
    private(set) var stoppedMeters: Double?

    /// - Parameter first: Where the part to search begins; `last` is where it ends.
    init(
        _ frame: LocalFrame, maximumMeters: Double, from first: RoutePosition,
        to last: RoutePosition
    ) {
        self.frame = frame
        self.first = first
        self.last = last
        reach = maximumMeters * maximumMeters
        around = frame.box(within: maximumMeters)
        segment = first.segment
    }

    /// Returns the next pass; `nil` if there is none, or if an effort is used up.
    ///
    /// - Parameter effort: What may be looked at: 1 for a box, 3 for a segment. What is left
    ///   afterwards. A pass that has begun is finished, unless it goes round in circles.
    mutating func next(on index: RouteIndex, effort: inout Int) -> RouteMatch? {
        while segment <= last.segment, stoppedMeters == nil {
            if effort <= 0, pass == nil || effort <= -RouteIndex.segmentsPerBox {
                stoppedMeters = index.meters(at: RoutePosition(segment: segment, share: 0))
                break
            }
            effort -= 1
            if segment % RouteIndex.segmentsPerBox == 0 || segment == first.segment,
                let beyond = index.segmentBeyond(segment, around)
            {
                segment = beyond
                if let ended = end() { return index.match(ended) }
                continue
            }
            effort -= 2
            let foot = index.foot(
                on: segment, frame, from: segment == first.segment ? first.share : 0,
                to: segment == last.segment ? last.share : 1)
            let start = frame.offset(of: index.vertices[segment])
            segment += 1
            if let ended = add(foot, isAway: (start * start).sum() > reach) {
                return index.match(ended)
            }
        }
        return end().map(index.match)
    }

    /// Adds a segment's nearest position.
    ///
    /// - Parameter isAway: Whether the line is outside of the circle where the segment begins: it
    ///   may leave it within one segment and come back in the next.
    /// - Returns: The pass that ends before the position.
    private mutating func add(_ foot: Foot, isAway: Bool) -> Foot? {
        let isNear = foot.squared <= reach
        guard isNear, !isAway else {
            let ended = end()
            if isNear { pass = foot }
            return ended
        }
        if pass.map({ foot.squared < $0.squared }) ?? true { pass = foot }
        return nil
    }

    private mutating func end() -> Foot? {
        defer { pass = nil }
        return pass
    }
}

extension RouteIndex {
    /// Returns the first segment after the box of a segment, if that lies outside of another box;
    /// after the larger box, if all of it does. `nil` if the boxes meet.
    fileprivate func segmentBeyond(_ segment: Int, _ around: Box) -> Int? {
        let box = segment / Self.segmentsPerBox
        let large = box / Self.segmentsPerBox
        if !largeBoxes[large].meets(around) {
            return (large + 1) * Self.segmentsPerBox * Self.segmentsPerBox
        }
        return boxes[box].meets(around) ? nil : (box + 1) * Self.segmentsPerBox
    }

    fileprivate func match(_ foot: Foot) -> RouteMatch {
        let position = RoutePosition(segment: foot.segment, share: foot.share)
        return RouteMatch(
            position: position, meters: meters(at: position),
            distanceMeters: foot.squared.squareRoot())
    }
}
