// A road from town to town, with farms along it and, if a motorway crosses, an interchange.

import DataStructures
import Foundation
import RouteTesting

/// A winding road between two gates.
struct RuralRoad {
    /// Nodes on both sides of a motorway, where its ramps begin and end.
    struct Ramps {
        /// On the side where the road begins: west or south.
        var before: Town.Gate
        /// On the other side.
        var after: Town.Gate
        /// Where road and motorway cross.
        var crossing: Spot
    }

    private static let stepMeters = 240.0
    private static let rampMeters = 70.0

    let kind: RoadTags.Kind
    /// A number from which the road's own is made.
    let reference: Int

    /// Draws the road.
    ///
    /// - Parameter crosses: Whether a motorway runs across its middle.
    /// - Returns: The places where ramps may join, if a motorway crosses.
    func draw(
        from start: Town.Gate, to end: Town.Gate, crosses: Bool, on map: inout CountryMap,
        _ generator: inout SeededGenerator
    ) -> Ramps? {
        guard crosses else {
            winding(from: start, to: end, on: &map, &generator)
            return nil
        }
        let way = end.spot - start.spot
        let isEastward = abs(way.x) > abs(way.y)
        let cell = Country.cellMeters
        // The motorway lies on the line between the two towns' cells.
        let line =
            isEastward
            ? (start.spot.x / cell).rounded(.up) * cell : (start.spot.y / cell).rounded(.up) * cell
        let share =
            isEastward ? (line - start.spot.x) / way.x : (line - start.spot.y) / way.y
        let crossing = start.spot + way * share
        let unit = way * (1 / way.length)
        func gate(_ offset: Double) -> Town.Gate {
            let spot = crossing + unit * offset
            return Town.Gate(node: map.addNode(spot), spot: spot)
        }
        let (before, after) = (gate(-Self.rampMeters), gate(Self.rampMeters))
        winding(from: start, to: before, on: &map, &generator)
        var bridge = tags
        bridge.isBridge = true
        map.addWay([before.node, after.node], bridge)
        winding(from: after, to: end, on: &map, &generator)
        return Ramps(before: before, after: after, crossing: crossing)
    }

    private var tags: RoadTags {
        RoadTags(
            kind: kind, name: nil, reference: "\(kind == .primary ? "A" : "B")\(reference + 1)",
            speedLimit: kind == .primary ? 90 : 80)
    }

    private func winding(
        from start: Town.Gate, to end: Town.Gate, on map: inout CountryMap,
        _ generator: inout SeededGenerator
    ) {
        let way = end.spot - start.spot
        let steps = max(1, Int(way.length / Self.stepMeters))
        let unit = way * (1 / way.length)
        let bends = Double.random(in: 1...4, using: &generator) * .pi
        let sway = min(300, way.length / 25)
        var nodes = [start.node]
        for step in 1..<max(steps, 1) {
            let share = Double(step) / Double(steps)
            let offset = sin(share * bends) * sin(share * .pi) * sway
            let spot = start.spot + way * share + unit.left * offset
            let node = map.addNode(spot)
            nodes.append(node)
            if step % 4 == 0 { drawFarm(at: node, spot, unit, on: &map, &generator) }
            if nodes.count == 10 {
                map.addWay(nodes, tags)
                nodes = [node]
            }
        }
        nodes.append(end.node)
        map.addWay(nodes, tags)
    }

    /// Draws a lane to a farm on one side.
    private func drawFarm(
        at node: UInt32, _ spot: Spot, _ unit: Spot, on map: inout CountryMap,
        _ generator: inout SeededGenerator
    ) {
        let depth = Double.random(in: 150...700, using: &generator)
        let side = unit.left * (generator.chance(0.5) ? depth : -depth)
        let bend = map.addNode(spot + side * 0.5 + unit * 30)
        let end = map.addNode(spot + side)
        map.addWay([node, bend, end], RoadTags(kind: .unclassified))
    }
}
