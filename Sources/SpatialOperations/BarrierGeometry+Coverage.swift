// Computes which parts of streets a barrier covers.

package import Geo

/// Working memory for testing edges against barriers; holds the last result.
package struct CoverageMemory {
    var coverage = EdgeCoverage()
    var approaches: [SegmentApproach] = []

    package init() {}

    /// The parts of the last edge that lie inside the barrier or touch it, as ascending, disjoint
    /// fractions of its length.
    package var fractions: [ClosedRange<Double>] { coverage.fractions }
}

/// How a box lies to a barrier.
package enum BoxRelation: Sendable {
    /// Nothing in the box touches the barrier.
    case outside
    /// The whole box lies inside, clear of the border.
    case inside
    /// The border runs through the box, or close to it.
    case border
}

extension BarrierGeometry {
    /// Returns how a box lies to the barrier; this decides most streets without reading their
    /// lines.
    ///
    /// - Parameter shift: An element of ``shifts``.
    /// - Complexity: O(log *n* + *k*) in the barrier's size and its border segments in the box.
    package func relation(to box: Envelope, shift: Double) -> BoxRelation {
        let near = Envelope(
            minX: box.minX + shift, minY: box.minY, maxX: box.maxX + shift, maxY: box.maxY)
        if border.touches(near.grown(by: 2 * Self.toleranceDegrees)) { return .border }
        guard isArea else { return .outside }
        return enclosing.encloses(Coordinate(x: near.minX, y: near.minY)) ? .inside : .outside
    }

    /// Returns the parts of an edge that lie inside the barrier or touch it.
    ///
    /// If a line barrier crosses the edge, the crossing is a range without length; if it runs along
    /// the edge, the shared stretch is the range. The same holds if an area's border only touches
    /// the edge from outside.
    ///
    /// - Parameter edge: The edge's positions in degrees, in its direction.
    /// - Returns: Ascending, disjoint fractions of the edge's length in `0...1`. Lengths are
    ///   ellipsoidal and linear within each segment.
    /// - Complexity: O(log *n* + *k*) for each segment of the edge, in the barrier's size and its
    ///   border segments nearby.
    package func intervals(along edge: [Coordinate]) -> [ClosedRange<Double>] {
        var memory = CoverageMemory()
        cover(edge, &memory)
        return memory.fractions
    }

    /// Computes the parts of an edge that lie inside the barrier or touch it, without allocating.
    ///
    /// The result is in ``CoverageMemory/fractions``; see ``intervals(along:)``.
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
        // Whether the next step begins inside, while that is clear of the border.
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

    /// Covers everything that touches the border, and gaps in between that lie inside.
    ///
    /// - Returns: Whether the step ends inside, or `nil` if it ends at the border.
    private func coverArea(
        _ step: SegmentApproach.Step, _ index: Int, side: Bool?, _ memory: inout CoverageMemory
    ) -> Bool? {
        var side = side
        // Where the part near the border ends so far, and the last position that meets it.
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
