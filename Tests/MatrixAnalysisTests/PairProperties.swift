// Compares matrices and closest facilities with the oracle on random networks.

import Answers
import DataStructures
import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

@testable import MatrixAnalysis

struct PairProperties {
    /// A random request, and the oracle's costs of all pairs.
    private struct Drawn {
        var layer: NetworkLayer
        var travel: RandomTravel
        /// The common parameters: how to travel, and barriers.
        var parameters: RouteParameters
        var places: [Coordinate]
        var curbs: [CurbApproach]
        /// The search costs by source and target; `nil` without a path.
        var costs: [[UInt32?]]

        func input(_ rows: Range<Int>) -> LocationInput {
            LocationInput(
                features: .places(
                    Array(places[rows]),
                    attributes: curbs[rows].map { ["CurbApproach": .integer($0.rawValue)] }))
        }

        /// Copies the common parameters into another request.
        func apply(to analysis: inout AnalysisParameters) {
            let inputs = analysis.inputs
            analysis = parameters.analysis
            analysis.inputs = inputs
        }
    }

    /// Draws a request with `count` places; `nil` if any cannot be placed.
    private func draw(_ seed: UInt64, count: Int) throws -> Drawn? {
        var generator = SeededGenerator(seed)
        let random = try RandomNetwork(
            nodes: Int.random(in: 5...12, using: &generator),
            meanDegree: Double.random(in: 2.5...4.5, using: &generator), seed: seed)
        let network = random.dataset
        let trip = RandomTrip(on: network, stops: count, &generator)
        let barriers = RandomBarriers(on: network, trip.travel, &generator)
        var parameters = trip.parameters
        let hasBarriers = generator.chance(0.5)
        if hasBarriers { barriers.apply(to: &parameters) }
        parameters.stops = nil
        parameters.ignoreInvalidLocations = true
        let layer = NetworkLayer.random(network)
        var drawn = Drawn(
            layer: layer, travel: trip.travel, parameters: parameters, places: trip.places,
            curbs: trip.curbs, costs: [])
        // The locator finds the places; it has separate properties.
        parameters.stops = drawn.input(0..<count)
        let stops = try layer.prepared(parameters).stops
        guard stops.allSatisfy(\.isValid) else { return nil }
        let router = ReferenceRouter(
            network: network, prohibitions: random.prohibitions, key: trip.travel.key,
            barriers: hasBarriers ? barriers.effects : BarrierSet(),
            attribute: trip.travel.attribute)
        drawn.costs = stops.map { source in
            let origins = LegChain.usable(source).map {
                SearchOrigin(edge: $0.edge.row, fraction: $0.fraction)
            }
            return stops.map { target in
                router.costs(
                    from: origins,
                    to: LegChain.usable(target).map {
                        SearchDestination(edge: $0.edge.row, fraction: $0.fraction)
                    }
                ).compactMap(\.self).min()
            }
        }
        return drawn
    }

    @Test(arguments: UInt64(8_100)..<8_160)
    func `every cell of a matrix is the oracle's`(seed: UInt64) throws {
        guard let drawn = try draw(seed, count: 7) else { return }
        var parameters = ODCostMatrixParameters()
        drawn.apply(to: &parameters.analysis)
        parameters.origins = drawn.input(0..<3)
        parameters.destinations = drawn.input(3..<7)
        let layer = drawn.layer.layer
        let (request, _) = try layer.reader().read(
            parameters,
            [
                LocationDemand(ODCostMatrixParameters.originsName, minimum: 1),
                LocationDemand(ODCostMatrixParameters.destinationsName, minimum: 1),
            ], order: { _ in StopOrder() },
            returning: { .init(barriersOf: $0) })
        let control = SolveControl()
        let search = try PairSearch(request, on: layer, control: control)
        let table = CostTable(layer: layer, prepared: search.prepared, control: control)
        try table.forEachRow(from: [0, 1, 2], to: [3, 4, 5, 6]) { (source, row) in
            for target in 0..<4 {
                #expect(
                    row.searchCost(to: target) == drawn.costs[source][target + 3],
                    "seed \(seed), \(source) to \(target)")
            }
        }
        // The answer lists them by cost.
        let result = try drawn.layer.solve(parameters)
        let lines = try #require(result[table: "odLines"])
        let found = lines.features.map { feature in
            [
                lines.integer("OriginID", of: feature), lines.integer("DestinationID", of: feature),
            ]
        }
        var expected: [[Int?]] = []
        for source in 0..<3 {
            var reached: [(cost: UInt32, target: Int)] = []
            for target in 0..<4 {
                if let cost = drawn.costs[source][target + 3] { reached.append((cost, target)) }
            }
            reached.sort { $0 < $1 }
            expected += reached.map { [source + 1, $0.target + 1] }
        }
        #expect(found == expected, "seed \(seed)")
    }

    @Test(arguments: UInt64(8_300)..<8_318)
    func `rows that are passed on are those of the whole answer`(seed: UInt64) throws {
        guard let drawn = try draw(seed, count: 30) else { return }
        var parameters = ODCostMatrixParameters()
        drawn.apply(to: &parameters.analysis)
        parameters.outputType = MatrixOutputType.allCases[Int(seed % 3)]
        parameters.returnOrigins = true
        parameters.returnDestinations = true
        parameters.defaultTargetDestinationCount = seed % 2 == 0 ? nil : 4
        parameters.origins = drawn.input(0..<20)
        parameters.destinations = drawn.input(20..<30)
        let layer = drawn.layer.layer
        let whole = try ODCostMatrixSolver(layer: layer, control: SolveControl())
            .answer(parameters)
        let collector = RowCollector()
        var passed = try ODCostMatrixSolver(
            layer: layer, control: SolveControl(), receiver: collector, passedOnPairs: 0
        ).answer(parameters)
        #expect(passed.costMatrix == nil && passed[table: "odLines"] == nil)
        // At most sixteen origins with ten destinations each.
        #expect(collector.counts.allSatisfy { $0 <= 16 * 10 })
        #expect(collector.known?[table: "origins"] == passed[table: "origins"])
        passed.costMatrix = collector.result.costMatrix
        if let lines = collector.result[table: "odLines"] { passed[table: "odLines"] = lines }
        #expect(passed == whole, "seed \(seed)")
        let large = try ODCostMatrixSolver(
            layer: layer, control: SolveControl(), passedOnPairs: 0
        ).answer(parameters)
        #expect(large == whole, "seed \(seed), as a large matrix")
    }

    @Test(arguments: UInt64(8_200)..<8_240)
    func `a cell is what the route between the two costs`(seed: UInt64) throws {
        guard let drawn = try draw(seed, count: 5) else { return }
        var parameters = ODCostMatrixParameters()
        drawn.apply(to: &parameters.analysis)
        parameters.outputType = .sparseMatrix
        parameters.origins = drawn.input(0..<2)
        parameters.destinations = drawn.input(2..<5)
        let matrix = try #require(try drawn.layer.solve(parameters).costMatrix)
        #expect(matrix.costAttributeNames == [drawn.travel.impedance])
        for source in 0..<2 {
            for target in 2..<5 {
                var route = drawn.parameters
                route.stops = LocationInput(
                    features: .places(
                        [drawn.places[source], drawn.places[target]],
                        attributes: [source, target].map {
                            ["CurbApproach": .integer(drawn.curbs[$0].rawValue)]
                        }))
                let total = try? drawn.layer.solve(route).routes.flatMap { routes in
                    routes.features.first.flatMap {
                        routes.value("Total_\(drawn.travel.impedance)", of: $0)
                    }
                }
                let cell = matrix[from: source + 1, to: target - 1]?.first
                // With preferences, equally cheap paths may have other costs.
                if drawn.travel.hasFactors {
                    #expect((total == nil) == (cell == nil), "seed \(seed)")
                } else {
                    #expect(total == cell.map { .double($0) }, "seed \(seed)")
                }
            }
        }
    }

    @Test(arguments: UInt64(8_300)..<8_350, [TravelDirection.toFacility, .fromFacility])
    func `the closest facilities are the oracle's`(seed: UInt64, direction: TravelDirection) throws
    {
        guard let drawn = try draw(seed, count: 6) else { return }
        var parameters = ClosestFacilityParameters()
        drawn.apply(to: &parameters.analysis)
        parameters.incidents = drawn.input(0..<2)
        parameters.facilities = drawn.input(2..<6)
        parameters.defaultTargetFacilityCount = 2
        parameters.travelDirection = direction
        parameters.returnCFRoutes = true
        let result = try drawn.layer.solve(parameters)
        let routes = try #require(result.routes)
        let found = routes.features.map { feature in
            ["IncidentID", "FacilityID", "FacilityRank"].map { routes.integer($0, of: feature) }
        }
        let expected = (0..<2).flatMap { incident -> [[Int?]] in
            func cost(_ facility: Int) -> UInt32? {
                direction == .toFacility
                    ? drawn.costs[incident][facility] : drawn.costs[facility][incident]
            }
            return (2..<6).compactMap { facility in cost(facility).map { ($0, facility) } }
                .sorted { $0 < $1 }.prefix(2).enumerated()
                .map { [incident + 1, $0.element.1 - 1, $0.offset + 1] }
        }
        #expect(found == expected, "seed \(seed)")
    }
}

extension FeatureSet {
    func integer(_ name: String, of feature: Feature) -> Int? {
        if case .integer(let number)? = value(name, of: feature) { number } else { nil }
    }
}
