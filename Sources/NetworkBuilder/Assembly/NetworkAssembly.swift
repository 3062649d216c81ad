// From a collected draft to a dataset's columns: computes what follows from the segments.

package import RoadNetwork

/// Computes the columns derived from nodes, segments and prohibitions.
///
/// ``NetworkDraft`` holds what readers collect: nodes, segments with a draft for each direction,
/// and prohibited sequences of edges. Assembly computes the rest in one fixed order, because later
/// steps read the results of earlier ones:
///
/// 1. The edges leaving each node, and the bearing of each edge over 15 m at both ends.
/// 2. Bearings of tiny segments, and signs of streets from signs over lanes; both need bearings.
/// 3. Valences, which settle for which direction traffic lights are.
/// 4. Turn classes from a ``TurnCostModel``, which need bearings, valences and points.
/// 5. Copies of edges for via-way restrictions (``TurnAutomaton``), strong components, and the
///    spatial index.
///
/// Limited areas and hierarchies come afterwards (``EnclosedStreets``, ``HierarchyStage``). The
/// same draft always gives the same columns, so the same input gives the same file.
package enum NetworkAssembly {
    /// Assembles a network. The same draft gives the same contents, and rows keep the draft's
    /// order.
    ///
    /// - Precondition: No node has more than 255 leaving edges.
    /// - Complexity: O(*n* log *n*) in the number of shape pieces, otherwise O(*n*) in the network
    ///   and O(*d*²) in each node's degree *d*.
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

    /// Lists the edges leaving each node, ascending.
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

    /// Measures each edge's bearing over its first and last 15 m.
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

    /// Counts, for each family, the segments at each node that are usable in at least one
    /// direction.
    ///
    /// A node that bars the whole family ends every street there, so its valence is 1.
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
