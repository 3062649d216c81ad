// Which parts of streets a barrier covers.

package import Geo

/// Working memory for testing edges against barriers, with the last result.
package struct CoverageMemory {
    var coverage = EdgeCoverage()
    var approaches: [SegmentApproach] = []

    package init() {}

    /// The parts of the last edge that lie inside the barrier or touch it: ascending, disjoint
    /// fractions of its length.
    package var fractions: [ClosedRange<Double>] { coverage.fractions }
}

/// The relation of a box to a barrier.
package enum BoxRelation: Sendable {
    /// Nothing in the box touches the barrier.
    case outside
    /// The whole box lies inside, clear of the border.
    case inside
    /// The border runs through the box, or near it.
    case border
}

extension BarrierGeometry {
    /// The relation of a box to the barrier; it decides most streets without reading their lines.
    ///
    /// - Parameter shift: One of ``shifts``.
    /// - Complexity: O(log *n* + *k*) in the size of the barrier and its border segments in the
    ///   box.
    package func relation(to box: Envelope, shift: Double) -> BoxRelation {
        let near = Envelope(
            minX: box.minX + shift, minY: box.minY, maxX: box.maxX + shift, maxY: box.maxY)
        if border.touches(near.grown(by: 2 * Self.toleranceDegrees)) { return .border }
        guard isArea else { return .outside }
        return enclosing.encloses(Coordinate(x: near.minX, y: near.minY)) ? .inside : .outside
    }

    /// The parts of an edge that lie inside the barrier or touch it.
    ///
    /// A line barrier that crosses the edge gives a range without length at the crossing; one that
    /// runs along it gives the shared stretch. So does the border of an area that the edge merely
    /// touches from outside.
    ///
    /// - Parameter edge: The edge's positions in degrees, in its direction.
    /// - Returns: Ascending, disjoint fractions of the edge's length in `0...1`. Length is measured
    ///   on the ellipsoid step by step, and runs evenly along a step.
    /// - Complexity: O(log *n* + *k*) for each step, in the size of the barrier and its border
    ///   segments near the step.
    package func intervals(along edge: [Coordinate]) -> [ClosedRange<Double>] {
        var memory = CoverageMemory()
        cover(edge, &memory)
        return memory.fractions
    }

    /// Computes the parts of an edge that lie inside the barrier or touch it, without allocating.
    ///
    /// The result is ``CoverageMemory/fractions``, and as ``intervals(along:)`` says.
    package func cover(_ edge: [Coordinate], _ memory: inout CoverageMemory) {
        edge.withUnsafeBufferPointer { edge in
            memory.coverage.begin(edge)
            guard let first = edge.first else { return }
            if memory.coverage.totalMeters == 0 {
                if touches(first) { memory.coverage.coverAll() }
                return
            }
            let box = Envelope(ofLine: edge).grown(by: Self.toleranceDegrees)
            for shift in shifts where box.shifted(by: shift).intersects(border.envelope) {
                cover(edge, shift: shift, &memory)
            }
            memory.coverage.finish()
        }
    }

    private func cover(
        _ edge: UnsafeBufferPointer<Coordinate>, shift: Double, _ memory: inout CoverageMemory
    ) {
        // Whether the edge is inside where the next step begins, while that is clear of the border.
        var side: Bool?
        for index in 0..<(edge.count - 1) where edge[index] != edge[index + 1] {
            let from = Coordinate(x: edge[index].x + shift, y: edge[index].y)
            let to = Coordinate(x: edge[index + 1].x + shift, y: edge[index + 1].y)
            let step = SegmentApproach.Step(from: from, to: to)
            findApproaches(of: step, from, to, &memory.approaches)
            if isArea {
                side = coverArea(step, index, side: side, &memory)
            } else {
                for approach in memory.approaches {
                    memory.coverage.add(approach.contact, ofStep: index, length: step.length)
                }
            }
        }
    }

    private func findApproaches(
        of step: SegmentApproach.Step, _ from: Coordinate, _ to: Coordinate,
        _ approaches: inout [SegmentApproach]
    ) {
        approaches.removeAll(keepingCapacity: true)
        border.forEachSegment(near: from, to, margin: Self.toleranceDegrees) { segment in
            if let approach = SegmentApproach(
                of: step, to: border.starts[segment], border.ends[segment],
                tolerance: Self.toleranceDegrees)
            {
                approaches.append(approach)
            }
            return true
        }
        approaches.sortIfNeeded { $0.near.lowerBound < $1.near.lowerBound }
    }

    /// Covers what touches the border, and the gaps between that lie inside.
    ///
    /// - Returns: Whether the step ends inside, or `nil` when it ends at the border.
    private func coverArea(
        _ step: SegmentApproach.Step, _ index: Int, side: Bool?, _ memory: inout CoverageMemory
    ) -> Bool? {
        var side = side
        // The end of what is near the border so far, and the last place that meets it.
        var (nearEnd, contactEnd) = (0.0, 0.0)
        func closeGap(at gapEnd: Double, contact: Double, _ coverage: inout EdgeCoverage) {
            guard gapEnd > nearEnd else { return }
            let isInside = side ?? enclosing.encloses(step.position(at: (nearEnd + gapEnd) / 2))
            if isInside {
                coverage.add(contactEnd...contact, ofStep: index, length: step.length)
            }
            side = isInside
        }
        var position = 0
        while position < memory.approaches.count {
            var cluster = memory.approaches[position]
            position += 1
            while position < memory.approaches.count,
                memory.approaches[position].near.lowerBound <= cluster.near.upperBound
            {
                cluster = cluster.joined(with: memory.approaches[position])
                position += 1
            }
            closeGap(
                at: cluster.near.lowerBound, contact: cluster.contact.lowerBound, &memory.coverage)
            memory.coverage.add(cluster.contact, ofStep: index, length: step.length)
            (nearEnd, contactEnd) = (cluster.near.upperBound, cluster.contact.upperBound)
            side = nil
        }
        closeGap(at: step.length, contact: step.length, &memory.coverage)
        return side
    }
}
