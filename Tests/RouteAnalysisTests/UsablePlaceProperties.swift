// Compares the places of locations with the oracle on random networks: if a location is left out,
// no place for it is reachable.

import DataStructures
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine
import Testing

@testable import MatrixAnalysis
@testable import PathFinding

struct UsablePlaceProperties {
    private static let toleranceMeters = 2_000.0

    /// A random request whose locations may move.
    private struct Drawn {
        var network: NetworkDataset
        var layer: NetworkLayer
        var parameters: RouteParameters
        var places: [Coordinate]
        var random: RandomNetwork
        var travel: RandomTravel
        var costs: RequestCosts
        var barriers: BarrierSet

        /// The oracle under the request's barriers.
        var oracle: ReferenceRouter { oracle(under: barriers) }

        func oracle(under barriers: BarrierSet) -> ReferenceRouter {
            ReferenceRouter(
                network: random.dataset, prohibitions: random.prohibitions, key: travel.key,
                barriers: barriers, attribute: travel.attribute)
        }

        func input(_ rows: [Int]) -> LocationInput {
            LocationInput(features: .places(rows.map { places[$0] }))
        }

        func request(_ stops: LocationInput) -> RouteParameters {
            var parameters = parameters
            parameters.stops = stops
            return parameters
        }
    }

    /// Monday, 24 June 2024, at 7:00, when some streets open and others close.
    private static let seven: Int64 = 1_719_212_400_000

    /// - Parameter start: The time of day, if some streets have hours. The oracle then searches the
    ///   same network with that instant's conditions fixed.
    private func draw(_ seed: UInt64, count: Int, start: Int64? = nil) throws -> Drawn {
        var generator = SeededGenerator(seed)
        let (nodes, degree) = (
            Int.random(in: 5...12, using: &generator),
            Double.random(in: 1.8...3, using: &generator)
        )
        let holding = start.map { start in
            Set(
                RandomNetwork.conditions.filter {
                    TimeCondition($0)?.holds(at: LocalMinute(milliseconds: start)) ?? false
                })
        }
        func network(_ holding: Set<String>?) throws -> RandomNetwork {
            try RandomNetwork(
                nodes: nodes, meanDegree: degree, seed: seed, isConditional: start != nil,
                holding: holding)
        }
        let random = try network(holding)
        let network = try network(nil).dataset
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
        var key = trip.travel.key
        if let start {
            parameters.startTime = .milliseconds(start)
            parameters.startTimeIsUTC = true
            let minute = LocalMinute(milliseconds: start)
            key.conditions = network.conditions.states(during: minute...minute, of: network)
        }
        return Drawn(
            network: network, layer: .random(network), parameters: parameters, places: trip.places,
            random: random, travel: trip.travel,
            costs: RequestCosts(
                network: network, metric: Metric(key: key, network: network),
                barriers: barriers, attribute: trip.travel.attribute),
            barriers: barriers)
    }

    private func samples(_ drawn: Drawn, near center: Coordinate) -> [SearchDestination] {
        samples(drawn.costs, drawn.barriers, near: center)
    }

    /// Places within the tolerance, all over the streets that the request may use.
    private func samples(
        _ costs: RequestCosts, _ barriers: BarrierSet = BarrierSet(), near center: Coordinate
    ) -> [SearchDestination] {
        (0..<costs.network.edgeCount).flatMap { row -> [SearchDestination] in
            let edge = EdgeID(row: UInt32(row))
            guard costs.isUsable(edge.row) else { return [] }
            let measure = LineMeasure(costs.network.shape(of: edge))
            return [0.11, 0.3, 0.5, 0.7, 0.89].filter { fraction in
                let along = edge.isForward ? fraction : 1 - fraction
                let isBarred = barriers.segments[edge.segment]?.isBarred(at: along) ?? false
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
        let prepared = try drawn.layer.prepared(parameters)
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

    /// A place as an end of a leg: on arrival, either direction of the street will do.
    private func ends(_ sample: SearchDestination) -> [SearchDestination] {
        [sample, SearchDestination(edge: sample.edge ^ 1, fraction: 1 - sample.fraction)]
    }

    @Test(arguments: UInt64(9_900)..<9_980)
    func `of several stops, one is left out only if no place near it joins its neighbors`(
        seed: UInt64
    ) throws {
        let drawn = try draw(seed, count: 5)
        var parameters = drawn.parameters
        parameters.stops = drawn.input([0, 1, 2, 3, 4])
        let prepared = try drawn.layer.prepared(parameters)
        guard prepared.stops.allSatisfy(\.isValid) else { return }
        let search = RouteSearch(
            layer: drawn.layer.layer, prepared: prepared, control: SolveControl())
        guard let route = try search.plainRoutes().first else { return }
        func place(_ stop: Int) -> LocatedStop { route.moved[stop] ?? prepared.stops[stop] }
        for left in route.leftOut.map(\.stop) {
            let before = route.stops.last { $0 < left }.map(place)
            let after = route.stops.first { $0 > left }.map(place)
            for sample in samples(drawn, near: drawn.places[left]) {
                let ends = ends(sample)
                let isReached =
                    before.map {
                        drawn.oracle.costs(from: LegChain.origins(at: $0), to: ends)
                            .contains { $0 != nil }
                    } ?? true
                guard isReached else { continue }
                let isLeft =
                    after.map {
                        drawn.oracle.costs(
                            from: ends.map { SearchOrigin(edge: $0.edge, fraction: $0.fraction) },
                            to: LegChain.targets(at: $0)
                        ).contains { $0 != nil }
                    } ?? true
                #expect(!isLeft, "seed \(seed): stop \(left) at \(sample)")
            }
        }
    }

    @Test(arguments: UInt64(10_000)..<10_100)
    func `under hours, stops stay if the oracle joins them in time, and fail if no place would do`(
        seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed)
        let nodes = Int.random(in: 5...12, using: &generator)
        var known: [Set<String>?: RandomNetwork] = [:]
        func draw(_ holding: Set<String>?) throws -> RandomNetwork {
            if let known = known[holding] { return known }
            let drawn = try RandomNetwork(
                nodes: nodes, meanDegree: 2.5, seed: seed, isConditional: true, holding: holding)
            known[holding] = drawn
            return drawn
        }
        let network = try draw(nil).dataset
        let trip = RandomTrip(on: network, stops: 2, &generator)
        guard trip.travel.impedance == "TravelTime", !trip.travel.hasFactors else { return }
        let start = Self.seven - Int64.random(in: 0...90_000, using: &generator)
        var parameters = trip.parameters
        parameters.stops = LocationInput(features: .places(trip.places))
        parameters.startTime = .milliseconds(start)
        parameters.startTimeIsUTC = true
        parameters.returnQuanta = true
        parameters.locateSettings = LocateSettingsByInput(
            fallback: LocateSettings(
                toleranceMeters: Self.toleranceMeters, allowAutoRelocate: true))
        var key = trip.travel.key
        key.conditions = network.conditions.states(
            during: LocalMinute(
                milliseconds: start)...LocalMinute(milliseconds: start + 3_600_000), of: network)
        let costs = RequestCosts(
            network: network, metric: Metric(key: key, network: network))
        let locator = StopLocator(costs: costs, barriers: BarrierSet())
        let options = StopLocator.Options(toleranceMeters: Self.toleranceMeters)
        let closest = trip.places.compactMap { locator.locate($0, options)?.candidates }
        guard closest.count == 2 else { return }
        let oracle = try ReferenceTimedRouter(
            key: trip.travel.key, barriers: BarrierSet(), draw: draw)
        func cost(to ends: [SearchDestination]) throws -> UInt32? {
            var least: UInt32?
            for origin in closest[0].filter({ costs.isUsable($0.edge.row) }) {
                for end in ends {
                    let found = try oracle.cost(
                        from: SearchOrigin(edge: origin.edge.row, fraction: origin.fraction),
                        at: start, to: end)
                    least = [least, found].compactMap(\.self).min()
                }
            }
            return least
        }
        let inPlace = try cost(
            to: closest[1].map { SearchDestination(edge: $0.edge.row, fraction: $0.fraction) })
        do throws(RouteRequestError) {
            let result = try NetworkLayer.random(network).solve(parameters)
            let isMoved = result.messages.contains { $0.text.contains("moved to") }
            #expect(isMoved == (inPlace == nil), "seed \(seed)")
            if let inPlace {
                #expect(result.quanta?.first?.impedance == Int64(inPlace), "seed \(seed)")
            }
        } catch {
            #expect(error.identifier == .noSolution, "seed \(seed)")
            for place in samples(costs, near: trip.places[1]) {
                #expect(try cost(to: [place]) == nil, "seed \(seed): \(place)")
            }
        }
    }

    /// A matrix from places 0 to 3 to places 1 to 4, and all places of the locations.
    private func matrix(
        _ drawn: Drawn, _ use: (PairSearch, Int, CostTable.Row) throws(RouteRequestError) -> Void
    ) throws {
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
        var missing = MissingPairs()
        let inPlace = CostTable(layer: layer, prepared: first.prepared, control: control)
        try inPlace.forEachRow(from: [0, 1, 2, 3], to: [4, 5, 6, 7]) { (source, row) in
            for target in 0..<4 where row.searchCost(to: target) == nil {
                missing.add(source, target + 4)
            }
        }
        let search = try first.moving(from: request.locations[0], for: missing) ?? first
        let table = CostTable(
            layer: layer, prepared: search.prepared, control: control, moved: search.moved)
        try table.forEachRow(from: [0, 1, 2, 3], to: [4, 5, 6, 7]) {
            (source, row) throws(RouteRequestError) in
            try use(search, source, row)
        }
    }

    @Test(arguments: UInt64(9_800)..<9_880)
    func `every cell of overlapping inputs is the oracle's`(seed: UInt64) throws {
        // Every fourth network has hours, which a matrix judges at its time of day.
        let start = seed % 4 == 0 ? Self.seven + Int64(seed % 3) * 7_200_000 : nil
        let drawn = try draw(seed, count: 5, start: start)
        try matrix(drawn) { (search, source, row) in
            // Places at the end of a barrier lie there to the last bit.
            let oracle = drawn.oracle(under: search.prepared.barriers.effects)
            for target in 0..<4 {
                let ends = [source, target + 4].map { location in
                    search.moved.places[location] ?? [search.prepared.stops[location]]
                }
                let stays = zip([source, target + 4], ends).map { location, places in
                    places.count == 1 || search.moved.onMainland.contains(location)
                }
                // Pairs of places by how many ends move: neither, target, source, both. Where one
                // moves, the other keeps its closest place only on the mainland. Two ends on
                // islands have places of their own, unless the closest do.
                let chosen = search.moved.chosen[source]?[target + 4]
                let pairs = ends[0].indices.flatMap { from in
                    ends[1].indices.map { to in (from, to) }
                }.sorted { one, other in
                    func rank(_ pair: (Int, Int)) -> (Int, Int, Int) {
                        let moves = (pair.0 > 0 ? 2 : 0) + (pair.1 > 0 ? 1 : 0)
                        let isLeft =
                            pair.0 == 0 && pair.1 > 0 && !stays[0]
                            || pair.1 == 0 && pair.0 > 0 && !stays[1]
                        if moves > 0, let chosen, pair == (chosen.source, chosen.target) {
                            return (0, pair.0, pair.1)
                        }
                        return (moves + (isLeft ? 4 : 0), pair.0, pair.1)
                    }
                    return rank(one) < rank(other)
                }
                let expected = pairs.lazy.map { from, to in
                    oracle.costs(
                        from: LegChain.origins(at: ends[0][from]),
                        to: LegChain.targets(at: ends[1][to])
                    ).compactMap(\.self).min()
                }.compactMap(\.self).first
                #expect(
                    row.searchCost(to: target) == expected, "seed \(seed), \(source) to \(target)")
            }
        }
    }

    @Test(arguments: UInt64(9_800)..<9_880)
    func `a matrix has a cell wherever a route has a path, and the same one`(
        seed: UInt64
    ) throws {
        // A route judges hours on arrival.
        guard seed % 4 > 0 else { return }
        let drawn = try draw(seed, count: 5)
        guard !drawn.costs.metric.key.scalesCosts else { return }
        try matrix(drawn) { (_, source, row) in
            for target in 0..<4 {
                var route = drawn.parameters
                route.stops = drawn.input([source, target + 1])
                let solved = try? drawn.layer.solve(route)
                let cell = row.searchCost(to: target)
                let comment: Comment = "seed \(seed), \(source) to \(target)"
                #expect((solved != nil) == (cell != nil), comment)
                guard let solved, let cell else { continue }
                #expect(solved.quanta?.first?.impedance == Int64(cell), comment)
            }
        }
    }

    /// Compares the closest facilities with routes between each incident and each facility: one has
    /// a path where the other has, at the same cost.
    private func compareFacilities(_ drawn: Drawn, _ inputs: [LocationInput], seed: UInt64) throws {
        var parameters = ClosestFacilityParameters()
        let known = parameters.analysis.inputs
        parameters.analysis = drawn.parameters.analysis
        parameters.analysis.inputs = known
        parameters.incidents = inputs[0].joined(with: inputs[1])
        parameters.facilities = inputs[2].joined(with: inputs[3])
        parameters.defaultTargetFacilityCount = 2
        parameters.travelDirection = seed % 2 == 0 ? .toFacility : .fromFacility
        parameters.returnCFRoutes = true
        let routes = try? drawn.layer.solve(parameters).routes
        let column = "Total_\(drawn.travel.impedance)"
        var found: [[Int?]: AttributeValue?] = [:]
        for feature in routes?.features ?? [] {
            let ids = ["IncidentID", "FacilityID"].map { name -> Int? in
                if case .integer(let id)? = routes?.value(name, of: feature) { id } else { nil }
            }
            found[ids] = routes?.value(column, of: feature)
        }
        for incident in 0..<2 {
            for facility in 0..<2 {
                var ends = [inputs[incident], inputs[facility + 2]]
                if parameters.travelDirection == .fromFacility { ends.reverse() }
                var route = drawn.parameters
                route.stops = ends[0].joined(with: ends[1])
                let total = try? drawn.layer.solve(route).routes.flatMap { routes in
                    routes.features.first.flatMap { routes.value(column, of: $0) }
                }
                let comment: Comment = "seed \(seed), \(incident) and \(facility)"
                let cost = found[[incident + 1, facility + 1]]
                #expect((total == nil) == (cost == nil), comment)
                // With preferences, equally cheap paths may have other costs.
                if !drawn.travel.hasFactors, let cost, let total { #expect(cost == total, comment) }
            }
        }
    }

    @Test(arguments: UInt64(10_200)..<10_280)
    func `a facility is found wherever a route has a path, at the same cost`(seed: UInt64) throws {
        let drawn = try draw(seed, count: 4)
        let prepared = try drawn.layer.prepared(drawn.request(drawn.input([0, 1, 2, 3])))
        guard prepared.stops.allSatisfy(\.isValid) else { return }
        try compareFacilities(drawn, (0..<4).map { drawn.input([$0]) }, seed: seed)
    }

    /// Streets that a vehicle may not use, barred pieces and streets of other families are drawn,
    /// too: a location that is stated to lie there moves as one in a route does.
    @Test(arguments: UInt64(10_300)..<10_380)
    func `locations on stated streets lie where the stops of routes do`(seed: UInt64) throws {
        let drawn = try draw(seed, count: 4)
        var generator = SeededGenerator(seed &+ 77)
        let inputs = (0..<4).map { _ in
            let edge = UInt32.random(in: 0..<UInt32(drawn.network.edgeCount), using: &generator)
            let share = Double(Int.random(in: 1..<16, using: &generator)) / 16
            let line = LineMeasure(drawn.network.shape(of: EdgeID(row: edge & ~1)))
            return LocationInput(
                features: .places(
                    [line.coordinate(at: share)],
                    attributes: [
                        [
                            "SourceID": .integer(1), "SourceOID": .integer(Int(edge & ~1)),
                            "PosAlong": .double(share),
                        ]
                    ]))
        }
        try compareFacilities(drawn, inputs, seed: seed)
    }
}

extension LocationInput {
    /// The locations of both, which are features.
    fileprivate func joined(with other: LocationInput) -> LocationInput {
        var all = features
        all.features += other.features.features
        return LocationInput(features: all)
    }
}
