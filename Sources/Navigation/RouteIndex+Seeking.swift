// The bounded search for a vehicle that has left the route and may be back on it anywhere.

import Geo

/// Where a vehicle may be back on its route.
struct SoughtPass {
    /// The accepted pass nearest to where the vehicle is expected; `nil` if none was found.
    var found: RouteMatch?
    /// Where a later search is to go on, in meters from the start; `nil` if all was searched.
    var nextMeters: Double?
}

extension RouteIndex {
    /// The segments and boxes looked at around the expected position, and beyond. On a route that
    /// comes back nowhere, these suffice for half a million vertices.
    private static let (nearEffort, farEffort) = (900, 300)
    /// What judging a pass costs, in segments.
    private static let passEffort = 30
    /// How far around the expected position is searched at first, in meters, and how many times
    /// farther each time nothing is found. A ring is searched in the order of travel: on short laps
    /// with many vertices, a wide one would use up the effort before its middle.
    private static let (firstMeters, growth) = (60.0, 4.0)

    /// Finds the accepted pass of a place that is nearest to an expected position along the route.
    ///
    /// The search goes outward from there, so the passes of a route over the same streets again and
    /// again need not all be looked at: it ends with the first ring that has one. If nothing is
    /// found with a bounded effort, a part of what remains is searched from `start` on; the next
    /// search goes on where that ends.
    ///
    /// - Parameters:
    ///   - start: Where an earlier search stopped; `nil` to begin with the window's start.
    ///   - accepts: Whether a pass counts.
    /// - Complexity: O(log *n*) for *n* vertices, with a bounded number of segments.
    func seekPass(
        near place: Coordinate, expected: Double, maximumMeters: Double,
        within window: ClosedRange<Double>, from start: Double?, accepts: (RouteMatch) -> Bool
    ) -> SoughtPass {
        let middle = expected.clamped(to: window)
        let frame = LocalFrame(at: place, facing: vertices[0])
        var sought = SoughtPass()
        func take(_ part: ClosedRange<Double>, _ effort: inout Int) -> Double? {
            eachPass(
                frame, maximumMeters: maximumMeters, within: part, effort: &effort
            ) { pass, effort in
                effort -= Self.passEffort
                guard accepts(pass) else { return }
                let rank = abs(pass.meters - middle)
                let least = sought.found.map { abs($0.meters - middle) } ?? .infinity
                // Of two passes that are equally far, the earlier one counts.
                let isEarlier = pass.meters < sought.found?.meters ?? 0
                if rank < least || rank == least && isEarlier { sought.found = pass }
            }
        }
        var effort = Self.nearEffort
        var width = Self.firstMeters
        var known: ClosedRange<Double>?
        while effort > 0 {
            let low = outside(frame, maximumMeters, middle - width, step: -maximumMeters, window)
            let high = outside(frame, maximumMeters, middle + width, step: maximumMeters, window)
            if let last = known {
                // A part without length would only have the end of a pass.
                if high > last.upperBound { _ = take(last.upperBound...high, &effort) }
                if low < last.lowerBound { _ = take(low...last.lowerBound, &effort) }
                known = min(low, last.lowerBound)...max(high, last.upperBound)
            } else {
                _ = take(low...high, &effort)
                known = low...high
            }
            if let found = sought.found, abs(found.meters - middle) <= width { return sought }
            let isAll = low <= window.lowerBound && high >= window.upperBound
            if isAll, effort > 0 { return sought }
            width *= Self.growth
        }
        guard sought.found == nil else { return sought }
        effort = Self.farEffort
        let first = start.map { $0.clamped(to: window) } ?? window.lowerBound
        // Many vertices in one place must not keep the search there.
        sought.nextMeters = take(first...window.upperBound, &effort).map { max($0, first + 0.01) }
        return sought
    }

    /// Moves the edge of a search until it is not within some meters of a place, so that it cuts no
    /// pass in two.
    private func outside(
        _ frame: LocalFrame, _ maximumMeters: Double, _ edge: Double, step: Double,
        _ window: ClosedRange<Double>
    ) -> Double {
        var edge = edge.clamped(to: window)
        for _ in 0..<Self.segmentsPerBox {
            let position = position(atMeters: edge)
            let from = frame.offset(of: vertices[position.segment])
            let to = frame.offset(of: vertices[position.segment + 1])
            let offset = from + (to - from) * position.share
            guard (offset * offset).sum() <= maximumMeters * maximumMeters else { break }
            let next = (edge + step).clamped(to: window)
            guard next != edge else { break }
            edge = next
        }
        return edge
    }
}
