// Random towns whose lengths and times fit their shapes, and drives through them.

import DataStructures
import Geo
import MapMatching
import NetworkBuilder
import RoadNetwork
import RouteTesting
import RoutingEngine

/// A bent grid of streets, some of them one-way or missing, with forbidden turns.
struct DrawnTown {
    static let center = Coordinate(x: 10, y: 50)
    static let scale = Geodesic.metersPerDegree(atLatitude: 50)
    let network: NetworkDataset
    let costs: RequestCosts

    init(seed: UInt64, size: Int = 9, spacing: Double = 90) throws {
        var generator = SeededGenerator(seed)
        var draft = NetworkDraft(description: TestNetwork.description())
        var places: [Coordinate] = []
        for row in 0..<size {
            for column in 0..<size {
                let x = (Double(column) + Double.random(in: -0.3...0.3, using: &generator))
                let y = (Double(row) + Double.random(in: -0.3...0.3, using: &generator))
                let place = FixedCoordinate(Self.place(x * spacing, y * spacing))
                places.append(place.coordinate)
                draft.addNode(place)
            }
        }
        var segments: [(from: Int, to: Int)] = []
        for row in 0..<size {
            for column in 0..<size {
                let node = row * size + column
                if column + 1 < size { segments.append((node, node + 1)) }
                if row + 1 < size { segments.append((node, node + size)) }
            }
        }
        for (number, segment) in segments.enumerated() where !generator.chance(0.1) {
            draft.addSegment(
                Self.segment(segment, number, places, generator.chance(0.25), &generator))
        }
        network = try NetworkDataset.assembled(
            draft, turnCosts: AngleTurns(), withHierarchies: false)
        costs = Self.costs(network)
    }

    /// A car's costs, with U-turns at dead ends only.
    static func costs(
        _ network: NetworkDataset, barriers: BarrierSet = BarrierSet(),
        uTurns: UTurnRule = .deadEnds
    ) -> RequestCosts {
        let masks = [TestNetwork.automobile, TestNetwork.oneway]
        let key = MetricKey(
            column: TestNetwork.travelTime, family: 0,
            restrictions: masks.map { ActiveRestriction(mask: $0, effect: .prohibits) }
                + [
                    ActiveRestriction(
                        mask: TestNetwork.throughTraffic, effect: .prohibits,
                        isThroughTraffic: true)
                ], uTurns: uTurns)
        return RequestCosts(
            network: network, metric: Metric(key: key, network: network), barriers: barriers)
    }

    /// A place by meters east and north of the center.
    static func place(_ east: Double, _ north: Double) -> Coordinate {
        Coordinate(x: center.x + east / scale.x, y: center.y + north / scale.y)
    }

    private static func segment(
        _ ends: (from: Int, to: Int), _ number: Int, _ places: [Coordinate], _ isOneWay: Bool,
        _ generator: inout SeededGenerator
    ) -> SegmentDraft {
        let (a, b) = (places[ends.from], places[ends.to])
        let middle = Coordinate(
            x: (a.x + b.x) / 2 + Double.random(in: -8...8, using: &generator) / scale.x,
            y: (a.y + b.y) / 2 + Double.random(in: -8...8, using: &generator) / scale.y)
        let line = [a, middle, b].map { FixedCoordinate($0) }
        let meters = Geodesic.lengthMeters(of: line.map(\.coordinate))
        let speed = Double.random(in: 6...14, using: &generator)
        func direction(_ restrictions: UInt64) -> DirectionDraft {
            DirectionDraft(
                costs: [
                    UInt32(meters / speed * 1_000), UInt32(meters * 100), UInt32(meters * 1_000),
                ], restrictions: restrictions, families: TestNetwork.motor | TestNetwork.foot)
        }
        return SegmentDraft(
            from: UInt32(ends.from), to: UInt32(ends.to), shape: line, wayID: Int64(number),
            roadClass: .residential, forward: direction(0),
            backward: direction(isOneWay ? TestNetwork.oneway : 0))
    }

    /// A permitted path between two random places.
    func randomPath(_ generator: inout SeededGenerator, leastEdges: Int = 4) -> NetworkPath? {
        let space = SearchSpace(labelCount: LegSearch.labelCount(of: network))
        for _ in 0..<50 {
            let edges = (0..<2).map { _ in
                UInt32.random(in: 0..<UInt32(network.edgeCount), using: &generator)
            }
            guard costs.isUsable(edges[0]), costs.isUsable(edges[1]) else { continue }
            var search = LegSearch(costs, space: space)
            let outcome = search.run(
                from: [SearchOrigin(edge: edges[0], fraction: 0.3)],
                to: [SearchDestination(edge: edges[1], fraction: 0.6)], monitor: NeverStops())
            guard case .paths(let paths) = outcome, let path = paths[0]?.path,
                path.elements.count >= leastEdges
            else { continue }
            return path
        }
        return nil
    }

    /// A path's line.
    static func line(_ path: NetworkPath, on network: NetworkDataset) -> [Coordinate] {
        var line: [Coordinate] = []
        for element in path.elements {
            let part = LineMeasure(network.shape(of: element.edge))
                .part(from: element.from, to: element.to)
            for place in part where line.last != place { line.append(place) }
        }
        return line
    }

    /// Places along a line at equal distances, and its end; with its vertices too on request.
    static func places(
        on line: [Coordinate], every meters: Double, withVertices: Bool = false
    ) -> [Coordinate] {
        let measure = LineMeasure(line)
        var shares = Array(
            stride(from: 0.0, to: 1, by: max(1e-6, meters / measure.lengthMeters)))
        shares.append(1)
        if withVertices { shares = (shares + measure.shares).sorted() }
        return shares.map { measure.coordinate(at: $0) }
    }
}

extension TracePoint {
    /// Points without times.
    static func points(_ places: [Coordinate]) -> [TracePoint] {
        places.map { TracePoint(coordinate: $0) }
    }
}
