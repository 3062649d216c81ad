// Random barriers as shapes, with their effects on straight streets computed by plain clipping.

package import DataStructures
import Geo
import Preparation
package import RoadNetwork
package import RouteAPI
package import RoutingEngine

/// Barriers of all three kinds for one network, with their effects.
///
/// Polygons are convex, so one clip gives the covered part. The clipping shares nothing with GEOS
/// or the code that resolves barriers, and both must agree up to the last digits.
package struct RandomBarriers {
    private var points: [(place: Coordinate, attributes: [String: AttributeValue])] = []
    private var lines: [(path: [Coordinate], attributes: [String: AttributeValue])] = []
    private var polygons: [(ring: [Coordinate], attributes: [String: AttributeValue])] = []
    /// The effect of each barrier, in the order added.
    private var parts: [Part] = []

    /// One effect of one barrier.
    private struct Part {
        enum Effect {
            case piece(Int, BarrierPiece)
            case point(Int, BarrierPoint)
            case node(UInt32, BarrierEffect)
        }

        var owner: BarrierReference
        var effect: Effect
    }

    package var effects: BarrierSet { effects(without: nil) }

    /// The effects of all barriers except one.
    package func effects(without missing: BarrierReference?) -> BarrierSet {
        var effects = BarrierSet()
        for part in parts where part.owner != missing {
            switch part.effect {
            case .piece(let segment, let piece):
                effects.segments[segment, default: SegmentBarriers()].pieces.append(piece)
            case .point(let segment, let point):
                effects.segments[segment, default: SegmentBarriers()].points.append(point)
            case .node(let node, let effect): effects.nodes[node, default: []].append(effect)
            }
        }
        return effects
    }

    /// Every barrier, as reasons name it.
    package var references: [BarrierReference] {
        [
            ("barriers", points.count), ("polylineBarriers", lines.count),
            ("polygonBarriers", polygons.count),
        ].flatMap { name, count in
            (0..<count).map { Self.reference(name, $0) }
        }
    }

    private static func reference(_ parameter: String, _ row: Int) -> BarrierReference {
        BarrierReference(
            parameter: parameter, row: row, objectID: row + 1, name: "Location \(row + 1)")
    }

    private let network: NetworkDataset
    private let travel: RandomTravel

    package init(
        on network: NetworkDataset, _ travel: RandomTravel, _ generator: inout SeededGenerator
    ) {
        self.network = network
        self.travel = travel
        for _ in 0..<Int.random(in: 0...2, using: &generator) { addPolygon(&generator) }
        for _ in 0..<Int.random(in: 0...2, using: &generator) { addLine(&generator) }
        for _ in 0..<Int.random(in: 0...3, using: &generator) { addPoint(&generator) }
    }

    /// Writes the barriers into a request.
    package func apply(to parameters: inout RouteParameters) {
        parameters.barriers.point = LocationInput(
            features: .places(points.map(\.place), attributes: points.map(\.attributes)))
        parameters.barriers.line = .shapes(
            lines.map { .polyline(paths: [$0.path]) }, .polyline,
            attributes: lines.map(\.attributes))
        parameters.barriers.polygon = .shapes(
            polygons.map { .polygon(rings: [$0.ring]) }, .polygon,
            attributes: polygons.map(\.attributes))
    }

    private mutating func addPolygon(_ generator: inout SeededGenerator) {
        let center = network.randomPlace(family: travel.key.family, &generator)
        let (dx, dy) = (
            Double.random(in: 1e-4...8e-3, using: &generator),
            Double.random(in: 1e-4...5e-3, using: &generator)
        )
        let tilt = Double.random(in: -0.8...0.8, using: &generator)
        // Counterclockwise: a sheared box.
        let ring = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map {
            Coordinate(x: center.x + $0.0 * dx, y: center.y + $0.1 * dy + $0.0 * tilt * dy)
        }
        let (effect, attributes) = areaEffect(&generator)
        let owner = Self.reference("polygonBarriers", polygons.count)
        polygons.append((generator.chance(0.5) ? ring : ring.reversed(), attributes))
        for segment in 0..<network.segmentCount {
            guard let part = clip(segment, to: ring) else { continue }
            let piece = BarrierPiece(from: part.lowerBound, to: part.upperBound, effect: effect)
            parts.append(Part(owner: owner, effect: .piece(segment, piece)))
        }
    }

    private mutating func addLine(_ generator: inout SeededGenerator) {
        // Never ends on a street, since touching depends on a millimeter.
        let path = [0, 1].map { _ in
            let near = network.randomPlace(family: travel.key.family, &generator)
            return Coordinate(
                x: near.x + Double.random(in: -1e-3...1e-3, using: &generator),
                y: near.y + Double.random(in: -1e-3...1e-3, using: &generator))
        }
        let (effect, attributes) = areaEffect(&generator)
        let owner = Self.reference("polylineBarriers", lines.count)
        lines.append((path, attributes))
        guard effect == .barred else { return }
        for segment in 0..<network.segmentCount {
            guard let share = crossing(of: segment, path[0], path[1]) else { continue }
            let piece = BarrierPiece(from: share, to: share, effect: .barred)
            parts.append(Part(owner: owner, effect: .piece(segment, piece)))
        }
    }

    private func areaEffect(
        _ generator: inout SeededGenerator
    ) -> (BarrierEffect, [String: AttributeValue]) {
        if generator.chance(0.5) { return (.barred, ["BarrierType": .integer(0)]) }
        let thousandths = [250, 500, 1_500, 3_000].randomElement(using: &generator) ?? 500
        var factors = [CostFactor](repeating: .one, count: 5)
        factors[travel.attribute] = CostFactor(thousandths: thousandths)
        return (
            .scaled(factors),
            [
                "BarrierType": .integer(1),
                "Attr_\(travel.impedance)": .double(Double(thousandths) / 1_000),
            ]
        )
    }

    private mutating func addPoint(_ generator: inout SeededGenerator) {
        let coordinate = network.randomPlace(family: travel.key.family, &generator)
        let locator = StopLocator(
            costs: RequestCosts(
                network: network, metric: Metric(key: travel.key, network: network)),
            barriers: BarrierSet())
        guard let place = locator.locate(coordinate, .init(toleranceMeters: 5_000)) else { return }
        let isFull = generator.chance(0.2)
        let curb = Int.random(in: 0...2, using: &generator)
        var attributes: [String: AttributeValue] = [
            "FullEdge": .integer(isFull ? 1 : 0), "CurbApproach": .integer(curb),
        ]
        var effect = BarrierEffect.barred
        if generator.chance(0.5) {
            let quanta = UInt32.random(in: 0...9_000, using: &generator)
            var added = [UInt32](repeating: 0, count: 5)
            added[travel.attribute] = quanta
            effect = .added(added)
            let unit = network.description.costs[travel.attribute].unitsPerQuantum
            attributes["BarrierType"] = .integer(2)
            attributes["Attr_\(travel.impedance)"] = .double(Double(quanta) * unit)
        }
        points.append((coordinate, attributes))
        add(effect, at: place, isFull: isFull, curb: curb)
    }

    private mutating func add(
        _ effect: BarrierEffect, at place: NetworkPlace, isFull: Bool, curb: Int
    ) {
        let row = 2 * place.segment
        let owner = Self.reference("barriers", points.count - 1)
        let isAtNode = place.share == 0 || place.share == 1
        let node = network.edgeHead[place.share == 1 ? row : row + 1]
        if isFull, effect == .barred {
            let closed =
                isAtNode
                ? (0..<network.segmentCount).filter { segment in
                    network.edgeHead[2 * segment] == node
                        || network.edgeHead[2 * segment + 1] == node
                } : [place.segment]
            let piece = BarrierPiece(from: 0, to: 1, effect: .barred)
            for segment in closed {
                parts.append(Part(owner: owner, effect: .piece(segment, piece)))
            }
        } else if isAtNode {
            parts.append(Part(owner: owner, effect: .node(node, effect)))
        } else {
            // As seen when traveling along the drawn line; in the other direction the sides swap.
            let isRight = place.side != .left
            let isLeft = place.side != .right
            let point = BarrierPoint(
                at: place.share, effect: effect,
                affectsForward: curb == 0 || (curb == 1 ? isRight : isLeft),
                affectsBackward: curb == 0 || (curb == 1 ? isLeft : isRight))
            parts.append(Part(owner: owner, effect: .point(place.segment, point)))
        }
    }
}

extension RandomBarriers {
    /// The part of a straight street inside a convex, counterclockwise ring.
    private func clip(_ segment: Int, to ring: [Coordinate]) -> ClosedRange<Double>? {
        let (from, to) = ends(of: segment)
        var (low, high) = (0.0, 1.0)
        for (a, b) in zip(ring, ring.dropFirst() + [ring[0]]) {
            // How far left of the border the street begins and ends.
            let start = (b.x - a.x) * (from.y - a.y) - (b.y - a.y) * (from.x - a.x)
            let end = (b.x - a.x) * (to.y - a.y) - (b.y - a.y) * (to.x - a.x)
            if start < 0, end < 0 { return nil }
            if start < 0 { low = max(low, start / (start - end)) }
            if end < 0 { high = min(high, start / (start - end)) }
        }
        return low < high ? low...high : nil
    }

    /// The share at which a straight street crosses a straight line.
    private func crossing(of segment: Int, _ a: Coordinate, _ b: Coordinate) -> Double? {
        let (from, to) = ends(of: segment)
        func left(_ p: Coordinate, _ q: Coordinate, _ r: Coordinate) -> Double {
            (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x)
        }
        let (start, end) = (left(a, b, from), left(a, b, to))
        let (first, second) = (left(from, to, a), left(from, to, b))
        guard start * end < 0, first * second < 0 else { return nil }
        return start / (start - end)
    }

    private func ends(of segment: Int) -> (Coordinate, Coordinate) {
        let row = UInt32(2 * segment)
        return (
            network.coordinate(of: network.tail(of: EdgeID(row: row))),
            network.coordinate(of: network.head(of: EdgeID(row: row)))
        )
    }
}
