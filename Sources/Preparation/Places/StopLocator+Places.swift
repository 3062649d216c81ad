// Lists the places near an input, for a search that tries them.

package import Geo
import RoadNetwork
import RoutingEngine

extension StopLocator {
    /// Returns the places in a ring around a coordinate, nearest first.
    ///
    /// If barriers divide a street, each part has its own place: a path may lead out of one part
    /// but not out of another.
    ///
    /// - Parameters:
    ///   - inner: Only places with a greater rank are returned; see ``StopRule/meters(of:on:)``.
    ///   - outer: The greatest rank.
    ///   - isSkipped: Whether a segment needs no places.
    /// - Returns: The places; none if the search was stopped.
    /// - Complexity: O(*k* log *k*) for *k* shape pieces within `outer`.
    package func places(
        around coordinate: Coordinate, _ options: Options, from inner: Double, to outer: Double,
        skipping isSkipped: (Int) -> Bool
    ) -> [NetworkPlace] {
        let hits = hits(around: coordinate, options, from: inner, to: outer, skipping: isSkipped)
            .sorted {
                ($0.rankMeters, $0.meters, $0.segment) < ($1.rankMeters, $1.meters, $1.segment)
            }
        var places: [NetworkPlace] = []
        var first = 0
        while first < hits.count {
            var last = first
            while last + 1 < hits.count,
                hits[last + 1].rankMeters <= hits[first].rankMeters + Self.sameMeters,
                hits[last + 1].meters <= hits[first].meters + Self.sameMeters
            {
                last += 1
            }
            let same = hits[first...last].sorted { $0.segment < $1.segment }
            if let place = place(same, coordinate, options) { places.append(place) }
            first = last + 1
        }
        return places
    }

    private func hits(
        around coordinate: Coordinate, _ options: Options, from inner: Double, to outer: Double,
        skipping isSkipped: (Int) -> Bool
    ) -> [Hit] {
        let scale = Geodesic.metersPerDegree(atLatitude: coordinate.y)
        let farthest = min(outer, options.toleranceMeters)
        var queue = EntryQueue(network.index, around: coordinate, scale: scale)
        var filter = StreetFilter(options.streets)
        var seen: Set<Int> = []
        var hits: [Hit] = []
        var steps = 0
        while let next = queue.pop(), next.meters <= farthest + Self.sameMeters {
            steps += 1
            if steps & 0xFFF == 0, shouldStop { return [] }
            guard filter.mayLead(Int(next.entry)) else { continue }
            guard next.level == 0 else {
                queue.pushChildren(of: next)
                continue
            }
            let segment = Int(network.index.segments[Int(next.entry)])
            guard seen.insert(segment).inserted, !isSkipped(segment),
                let preference = preferenceMeters(segment, options),
                filter.accepts(segment, { shouldStop })
            else { continue }
            for var hit in hitsOnParts(of: segment, coordinate, scale, options)
            where hit.meters <= farthest && keepsBearing(hit, options) {
                hit.rankMeters = max(hit.meters, preference)
                if hit.rankMeters > inner, hit.rankMeters <= outer { hits.append(hit) }
            }
        }
        return hits
    }

    /// Returns the nearest place on each part of a segment that barriers leave open.
    private func hitsOnParts(
        of segment: Int, _ coordinate: Coordinate, _ scale: (x: Double, y: Double),
        _ options: Options
    ) -> [Hit] {
        let measure = LineMeasure(network.shape(ofSegment: segment))
        let cuts = options.skipsBarred ? pointCuts(of: segment) : []
        // A place is on one side of a barred point, never on the point itself.
        let gap = measure.lengthMeters > 0 ? Self.sameMeters / measure.lengthMeters : 0
        return freeRanges(of: segment, options).flatMap { range in
            Self.parts(of: range, at: cuts, gap: gap)
        }.map { part in
            let found = measure.nearest(to: coordinate, within: part, scale: scale)
            let share = Self.snapped(found.share, measure)
            return Hit(
                segment: segment, share: part.contains(share) ? share : found.share,
                coordinate: found.coordinate, meters: found.meters, measure: measure)
        }
    }

    /// Returns the positions at which barriers close a segment without covering any length.
    private func pointCuts(of segment: Int) -> [Double] {
        guard let effects = barriers.segments[segment] else { return [] }
        return
            (effects.pieces.filter { $0.effect == .barred && $0.from == $0.to }.map(\.from)
            + effects.points.filter { $0.effect == .barred }.map(\.at)).sorted()
    }

    /// Cuts a range at some positions.
    private static func parts(
        of range: ClosedRange<Double>, at cuts: [Double], gap: Double
    ) -> [ClosedRange<Double>] {
        var parts: [ClosedRange<Double>] = []
        var start = range.lowerBound
        for cut in cuts where cut > range.lowerBound && cut < range.upperBound {
            if cut - gap > start { parts.append(start...(cut - gap)) }
            start = cut + gap
        }
        if start <= range.upperBound { parts.append(start...range.upperBound) }
        return parts
    }
}
