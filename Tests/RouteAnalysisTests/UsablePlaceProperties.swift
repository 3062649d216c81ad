// The places of locations against the oracle, on random networks: what is left out cannot be
// reached at any place.

import DataStructures
import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import RoutingEngine
import Testing

@testable import MatrixAnalysis
@testable import NetworkAnalysis
@testable import RouteAnalysis

struct UsablePlaceProperties {
    private static let toleranceMeters = 2_000.0

    /// A drawn request in which locations move.
    private struct Drawn {
        var network: NetworkDataset
        var layer: NetworkLayer
        var parameters: RouteParameters
        var places: [Coordinate]
        var oracle: ReferenceRouter
        var costs: RequestCosts
        var barriers: BarrierSet

        func input(_ rows: [Int]) -> LocationInput {
            LocationInput(features: .places(rows.map { places[$0] }))
        }
    }

    private func draw(_ seed: UInt64, count: Int) throws -> Drawn {
        var generator = SeededGenerator(seed)
        let random = try RandomNetwork(
            nodes: Int.random(in: 5...12, using: &generator),
            meanDegree: Double.random(in: 1.8...3, using: &generator), seed: seed)
        let network = random.dataset
        let trip = RandomTrip(on: network, stops: count, &generator)
        let drawn = RandomBarriers(on: network, trip.travel, &generator)
        var parameters = trip.parameters
        let hasBarriers = generator.chance(0.6)
        if hasBarriers { drawn.apply(to: &parameters) }
        parameters.stops = nil
        parameters.ignoreInvalidLocations = true
        parameters.locateSettings = LocateSettingsByInput(
            fallback: LocateSettings(
                toleranceMeters: Self.toleranceMeters, allowAutoRelocate: true))
        let barriers = hasBarriers ? drawn.effects : BarrierSet()
        return Drawn(
            network: network, layer: .random(network), parameters: parameters, places: trip.places,
            oracle: ReferenceRouter(
                network: network, prohibitions: random.prohibitions, key: trip.travel.key,
                barriers: barriers, attribute: trip.travel.attribute),
            costs: RequestCosts(
                network: network, metric: Metric(key: trip.travel.key, network: network),
                barriers: barriers, attribute: trip.travel.attribute),
            barriers: barriers)
    }

    /// Places all over the streets that the request may use, within the tolerance.
    private func samples(_ drawn: Drawn, near center: Coordinate) -> [SearchDestination] {
        (0..<drawn.network.edgeCount).flatMap { row -> [SearchDestination] in
            let edge = EdgeID(row: UInt32(row))
            guard drawn.costs.isUsable(edge.row) else { return [] }
            let measure = LineMeasure(drawn.network.shape(of: edge))
            return [0.11, 0.3, 0.5, 0.7, 0.89].filter { fraction in
                let along = edge.isForward ? fraction : 1 - fraction
                let isBarred =
                    drawn.barriers.segments[edge.segment]?.isBarred(at: along) ?? false
                let meters = Geodesic.distanceMeters(
                    from: center, to: measure.coordinate(at: fraction))
                return !isBarred && meters < Self.toleranceMeters - 1
            }.map { SearchDestination(edge: edge.row, fraction: $0) }
        }
    }

    @Test(arguments: UInt64(9_700)..<9_800)
    func `a stop is left out only if the oracle reaches no place near it`(seed: UInt64) throws {
        let drawn = try draw(seed, count: 2)
        var parameters = drawn.parameters
        parameters.stops = drawn.input([0, 1])
        let solver = drawn.layer.solver(SolveControl())
        let prepared = try solver.prepare(solver.read(parameters, minimumStops: 0))
        guard prepared.stops.allSatisfy(\.isValid) else { return }
        do throws(RouteRequestError) {
            _ = try drawn.layer.solve(parameters)
        } catch {
            #expect(error.identifier == .noSolution, "seed \(seed)")
            let found = drawn.oracle.costs(
                from: LegChain.origins(at: prepared.stops[0]),
                to: samples(drawn, near: drawn.places[1]))
            #expect(found.allSatisfy { $0 == nil }, "seed \(seed)")
        }
    }

    @Test(arguments: UInt64(9_800)..<9_860)
    func `every cell of overlapping inputs is the oracle's, and the route's`(seed: UInt64) throws {
        let drawn = try draw(seed, count: 5)
        var parameters = ODCostMatrixParameters()
        let inputs = parameters.analysis.inputs
        parameters.analysis = drawn.parameters.analysis
        parameters.analysis.inputs = inputs
        parameters.origins = drawn.input([0, 1, 2, 3])
        parameters.destinations = drawn.input([1, 2, 3, 4])
        let layer = drawn.layer.layer
        let (request, _) = try layer.reader().read(
            parameters,
            [
                LocationDemand(ODCostMatrixParameters.originsName, minimum: 1),
                LocationDemand(ODCostMatrixParameters.destinationsName, minimum: 1),
            ], order: { _ in StopOrder() }, returning: { .init(barriersOf: $0) })
        let control = SolveControl()
        let first = try PairSearch(request, on: layer, control: control)
        guard first.prepared.stops.allSatisfy(\.isValid) else { return }
        let search = try first.moving(from: request.locations[0]) ?? first
        let table = CostTable(
            layer: layer, prepared: search.prepared, control: control, before: search.before)
        try table.forEachRow(from: [0, 1, 2, 3], to: [4, 5, 6, 7]) {
            (source, row) throws(RouteRequestError) in
            for target in 0..<4 {
                let ends = [source, target + 4].map { location in
                    [search.before[location], search.prepared.stops[location]]
                        .compactMap(\.self)
                }
                let expected = ends[1].lazy.flatMap { to in
                    ends[0].lazy.map { from in
                        drawn.oracle.costs(
                            from: LegChain.origins(at: from), to: LegChain.targets(at: to)
                        ).compactMap(\.self).min()
                    }
                }.compactMap(\.self).first
                #expect(
                    row.searchCost(to: target) == expected, "seed \(seed), \(source) to \(target)")
                var route = drawn.parameters
                route.stops = drawn.input([source, target + 1])
                let solved = try? drawn.layer.solve(route)
                // What has a path without a move has the same in a matrix and on a route.
                guard let solved, solved.messages.allSatisfy({ !$0.text.contains("moved to") }),
                    !drawn.costs.metric.key.scalesCosts
                else { continue }
                let impedance = solved.quanta?.first?.impedance
                #expect(
                    impedance == row.searchCost(to: target).map { Int64($0) },
                    "seed \(seed), \(source) to \(target)")
            }
        }
    }
}
