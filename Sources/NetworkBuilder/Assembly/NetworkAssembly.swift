// From a collected draft to the columns of a dataset: everything that follows from the segments.

package import RoadNetwork

/// Computes the columns of a dataset that follow from nodes, segments and prohibitions.
package enum NetworkAssembly {
    /// Assembles a network.
    ///
    /// The same draft gives the same contents. Rows keep the draft's order.
    ///
    /// - Precondition: No node has more than 255 edges leaving it.
    /// - Complexity: O(*n* log *n*) in the number of shape pieces, else O(*n*) in the network and
    ///   O(*d*²) in the degree of each node.
    package static func assemble(
        _ draft: consuming NetworkDraft, turnCosts: some TurnCostModel
    ) -> NetworkContents {
        var (contents, prohibitions) = draft.finish()
        linkOutEdges(&contents)
        measureBearings(&contents)
        TinySegments.settleBearings(in: &contents)
        BranchSigns.add(to: &contents, prohibitions)
        countValences(&contents)
        SignalApproaches.settle(in: &contents)
        TurnClassTable.build(into: &contents, model: turnCosts)
        TurnAutomaton.build(from: prohibitions, into: &contents)
        labelComponents(&contents)
        EdgeIndex.build(into: &contents)
        return contents
    }

    /// Lists the edges that leave each node, ascending.
    private static func linkOutEdges(_ contents: inout NetworkContents) {
        let nodeCount = contents.nodeLongitudeE7.count
        let edgeCount = contents.edgeHead.count
        var first = [UInt32](repeating: 0, count: nodeCount + 1)
        for edge in 0..<edgeCount { first[Int(contents.edgeHead[edge ^ 1]) + 1] += 1 }
        for node in 0..<nodeCount { first[node + 1] += first[node] }
        var next = first
        var out = [UInt32](repeating: 0, count: edgeCount)
        var slots = [UInt8](repeating: 0, count: edgeCount)
        for edge in 0..<edgeCount {
            let tail = Int(contents.edgeHead[edge ^ 1])
            let slot = next[tail] - first[tail]
            precondition(slot < 255, "node \(tail) has more than 255 edges")
            out[Int(next[tail])] = UInt32(edge)
            slots[edge] = UInt8(slot)
            next[tail] += 1
        }
        contents.nodeFirstOut = first
        contents.outEdges = out
        contents.edgeSlot = slots
    }

    /// Takes each edge's bearing over its first and its last 15 m.
    private static func measureBearings(_ contents: inout NetworkContents) {
        let segmentCount = contents.segmentWay.count
        var depart = [UInt16](repeating: 0, count: segmentCount * 2)
        var arrive = depart
        contents.shapeBytes.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress else { return }
            for segment in 0..<segmentCount {
                let range =
                    Int(contents.shapeFirst[segment])..<Int(contents.shapeFirst[segment + 1])
                let line = ShapeCoding.decode(base, range)
                let start = EndBearing.hundredths(line)
                let end = EndBearing.hundredths(line.reversed())
                depart[2 * segment] = start
                arrive[2 * segment] = EndBearing.opposite(end)
                depart[2 * segment + 1] = end
                arrive[2 * segment + 1] = EndBearing.opposite(start)
            }
        }
        contents.edgeDepartBearing = depart
        contents.edgeArriveBearing = arrive
    }

    /// Counts, for each family, the distinct segments at each node that are usable in either
    /// direction.
    ///
    /// A node that bars the whole family ends every street there: its valence is 1.
    private static func countValences(_ contents: inout NetworkContents) {
        let description = contents.description
        contents.nodeValence = description.families.indices.map { family in
            let bit: UInt8 = 1 << UInt8(family)
            let access = description.families[family].accessRestrictions
                .compactMap { description.restriction(named: $0)?.mask }.reduce(0, |)
            var valence = [UInt8](repeating: 0, count: contents.nodeLongitudeE7.count)
            for segment in 0..<contents.segmentWay.count {
                let usable =
                    contents.edgeFamilies[2 * segment]
                    | contents.edgeFamilies[2 * segment + 1]
                guard usable & bit != 0 else { continue }
                let ends = (contents.edgeHead[2 * segment], contents.edgeHead[2 * segment + 1])
                valence[Int(ends.0)] = min(254, valence[Int(ends.0)]) + 1
                if ends.0 != ends.1 { valence[Int(ends.1)] = min(254, valence[Int(ends.1)]) + 1 }
            }
            for (node, mask) in zip(contents.barredNodes, contents.barredMasks)
            where access != 0 && mask & access == access && valence[Int(node)] > 0 {
                valence[Int(node)] = 1
            }
            return valence
        }
    }

    private static func labelComponents(_ contents: inout NetworkContents) {
        let description = contents.description
        contents.nodeComponent = description.families.indices.map { family in
            let direction =
                description.families[family].directionRestriction
                .flatMap { description.restriction(named: $0)?.mask } ?? 0
            return StrongComponents.label(
                contents, family: UInt8(1) << UInt8(family), direction: direction)
        }
    }
}
