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
        var effort = Self.nearEffort
        func take(from low: Edge, to high: Edge) -> Double? {
            var passes = PassSearch(
                frame, maximumMeters: maximumMeters, from: low.position, to: high.position)
            while let pass = passes.next(on: self, effort: &effort) {
                effort -= Self.passEffort
                guard accepts(pass) else { continue }
                let rank = abs(pass.meters - middle)
                let least = sought.found.map { abs($0.meters - middle) } ?? .infinity
                // Of two passes that are equally far, the earlier one counts.
                let isEarlier = pass.meters < sought.found?.meters ?? 0
                if rank < least || rank == least && isEarlier { sought.found = pass }
            }
            return passes.stoppedMeters
        }
        var width = Self.firstMeters
        var known: (low: Edge, high: Edge)?
        while effort > 0 {
            let low = outside(frame, maximumMeters, middle - width, step: -maximumMeters, window)
            let high = outside(frame, maximumMeters, middle + width, step: maximumMeters, window)
            if let last = known {
                // A part without length would only have the end of a pass.
                if high.meters > last.high.meters { _ = take(from: last.high, to: high) }
                if low.meters < last.low.meters { _ = take(from: low, to: last.low) }
                known = (
                    low.meters < last.low.meters ? low : last.low,
                    high.meters > last.high.meters ? high : last.high
                )
            } else {
                _ = take(from: low, to: high)
                known = (low, high)
            }
            if let found = sought.found, abs(found.meters - middle) <= width { return sought }
            let isAll = low.meters <= window.lowerBound && high.meters >= window.upperBound
            if isAll, effort > 0 { return sought }
            width *= Self.growth
        }
        guard sought.found == nil else { return sought }
        effort = Self.farEffort
        let first = start.map { $0.clamped(to: window) } ?? window.lowerBound
        let stopped = take(from: edge(atMeters: first), to: edge(atMeters: window.upperBound))
        // Many vertices in one place must not keep the search there.
        sought.nextMeters = stopped.map { max($0, first + 0.01) }
        return sought
    }

    /// Where a part of a search begins or ends.
    private struct Edge {
        var meters: Double
        var position: RoutePosition
    }

    private func edge(atMeters meters: Double) -> Edge {
        Edge(meters: meters, position: position(atMeters: meters))
    }

    /// Moves the edge of a search until it is farther than some meters from a place. Otherwise the
    /// edge could cut a pass of the place in two.
    private func outside(
        _ frame: LocalFrame, _ maximumMeters: Double, _ meters: Double, step: Double,
        _ window: ClosedRange<Double>
    ) -> Edge {
        var edge = edge(atMeters: meters.clamped(to: window))
        for _ in 0..<Self.segmentsPerBox {
            let from = frame.offset(of: vertices[edge.position.segment])
            let to = frame.offset(of: vertices[edge.position.segment + 1])
            let offset = from + (to - from) * edge.position.share
            guard (offset * offset).sum() <= maximumMeters * maximumMeters else { break }
            let next = (edge.meters + step).clamped(to: window)
            guard next != edge.meters else { break }
            edge = self.edge(atMeters: next)
        }
        return edge
    }
}
