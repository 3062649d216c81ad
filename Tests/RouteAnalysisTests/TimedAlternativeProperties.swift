// Compares timed alternatives with plain walks along them.

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

struct TimedAlternativeProperties {
    /// Monday, 24 June 2024, at 7:00.
    private static let seven: Int64 = 1_719_212_400_000

    // MARK: - Random networks

    @Test(arguments: UInt64(0)..<30)
    func `each is open when it is traveled, and keeps its limits by its costs then`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed &+ 14_000)
        var known: [Set<String>?: RandomNetwork] = [:]
        func draw(_ holding: Set<String>?) throws -> RandomNetwork {
            if let known = known[holding] { return known }
            let drawn = try RandomNetwork(
                nodes: 40, meanDegree: 4, seed: seed, isConditional: true, holding: holding)
            known[holding] = drawn
            return drawn
        }
        let network = try draw(nil).dataset
        let layer = NetworkLayer.random(network)
        for _ in 0..<24 {
            let trip = RandomTrip(
                on: network, stops: Int.random(in: 2...3, using: &random), &random)
            // Then the search cost is the time, which the plain walk uses.
            guard trip.travel.impedance == "TravelTime", !trip.travel.hasFactors else { continue }
            var parameters = trip.parameters
            parameters.alternatives = 3
            parameters.maxDetour = 1.6
            parameters.maxSharing = [0.5, 0.8, 0.95].randomElement(using: &random)
            parameters.returnRouteHandle = true
            parameters.returnQuanta = true
            let start = Self.seven - Int64.random(in: 0...90_000, using: &random)
            parameters.startTime = .milliseconds(start)
            parameters.startTimeIsUTC = true
            guard let result = try layer.solveIfValid(parameters) else { continue }
            let oracle = try ReferenceTimedRouter(
                key: trip.travel.key, barriers: BarrierSet(), draw: draw)
            let walks = try Self.paths(of: result, on: network).map { legs in
                try Self.walk(legs, from: start) { try oracle.steps(along: $0, at: $1) }
            }
            try Self.check(walks, result, parameters, "seed \(seed)")
            parameters.alternatives = nil
            let plain = try layer.solve(parameters)
            #expect(plain.quanta?.first == result.quanta?.first, "seed \(seed)")
        }
    }

    // MARK: - Grids

    @Test(arguments: UInt64(0)..<60)
    func `closures that no route meets change nothing`(seed: UInt64) throws {
        var random = SeededGenerator(seed &+ 15_000)
        // Closures may apply an hour after seven, but the longest route takes less.
        let town = ClosingTown(&random, closures: 8, from: 58, to: 90)
        let layer = try NetworkLayer.sketched(town.sketch)
        var parameters = town.request(&random)
        guard let without = try layer.solveIfValid(parameters) else { return }
        parameters.startTime = .milliseconds(Self.seven)
        parameters.startTimeIsUTC = true
        let result = try layer.solve(parameters)
        #expect(
            try Self.traveled(result, on: layer.network)
                == Self.traveled(without, on: layer.network), "seed \(seed)")
        #expect(result.quanta == without.quanta, "seed \(seed)")
    }

    @Test func `under any limits, they change nothing between two stops`() throws {
        var count = 0
        for seed in UInt64(0)..<30 {
            var random = SeededGenerator(seed &+ 18_000)
            let town = ClosingTown(&random, closures: 8, from: 58, to: 90)
            let layer = try NetworkLayer.sketched(town.sketch)
            var parameters = town.request(&random, stops: 2...2)
            parameters.alternatives = 3
            for (sharing, detour) in [(0.5, 1.6), (0.7, 1.25), (0.8, 1.25), (0.9, 1.6)] {
                (parameters.maxSharing, parameters.maxDetour) = (sharing, detour)
                (parameters.startTime, parameters.startTimeIsUTC) = (nil, nil)
                guard let without = try layer.solveIfValid(parameters) else { continue }
                parameters.startTime = .milliseconds(Self.seven)
                parameters.startTimeIsUTC = true
                let result = try layer.solve(parameters)
                #expect(result.quanta == without.quanta, "seed \(seed), \(sharing), \(detour)")
                count += (result.quanta?.count ?? 1) - 1
            }
        }
        #expect(count > 30)
    }

    @Test func `those closed when they are reached are replaced or left out`() throws {
        var (without, under) = (0, 0)
        for seed in UInt64(0)..<120 {
            var random = SeededGenerator(seed &+ 16_000)
            let town = ClosingTown(&random, closures: 6, from: 0, to: 3)
            let layer = try NetworkLayer.sketched(town.sketch)
            var parameters = town.request(&random)
            guard let timeless = try layer.solveIfValid(parameters) else { continue }
            let start = Self.seven + 1_000 * Int64.random(in: -180...180, using: &random)
            parameters.startTime = .milliseconds(start)
            parameters.startTimeIsUTC = true
            guard let result = try layer.solveIfValid(parameters) else { continue }
            let walks = try Self.paths(of: result, on: layer.network).map { legs in
                try Self.walk(legs, from: start) { town.steps(along: $0, at: $1) }
            }
            try Self.check(walks, result, parameters, "seed \(seed)")
            let plain = try Self.paths(of: timeless, on: layer.network)
            let isClear = plain.joined().flatMap(\.elements)
                .allSatisfy { !town.closed.contains($0.edge.segment) }
            if isClear { #expect(walks.count >= plain.count, "seed \(seed)") }
            without += plain.count
            under += walks.count
        }
        #expect(10 * under > 9 * without)
    }

    // MARK: - Plain checks

    /// A route as a plain walk sees it: each element's edge and cost.
    private typealias Walk = [(edge: EdgeID, cost: UInt32)]

    /// Walks along a route's legs in order; `nil` if one is closed.
    private static func walk(
        _ legs: [NetworkPath], from start: Int64,
        _ steps: (NetworkPath, Int64) throws -> [UInt32]?
    ) throws -> Walk? {
        var walk: Walk = []
        for leg in legs {
            let instant = start + walk.reduce(0) { $0 + Int64($1.cost) }
            guard let own = try steps(leg, instant) else { return nil }
            walk += zip(leg.elements, own).map { (edge: $0.edge, cost: $1) }
        }
        return walk
    }

    /// Checks that the walks cost what the answer states, within its limits.
    private static func check(
        _ walks: [Walk?], _ result: AnalysisResult, _ parameters: RouteParameters,
        _ comment: Comment
    ) throws {
        let costs = (result.quanta ?? []).map(\.impedance)
        let found = walks.map { walk in
            walk?.reduce(Int64(0)) { $0 + Int64($1.cost) } ?? -1
        }
        #expect(found == costs, comment)
        let ranks = costs.indices.map { result.route($0, "AlternativeRank") }
        let expected: [AttributeValue?] = costs.indices.map { .integer($0 + 1) }
        #expect(ranks == expected, comment)
        #expect(costs.count <= 1 + (parameters.alternatives ?? 0), comment)
        #expect(costs == costs.sorted(), comment)
        let best = Double(costs.first ?? 0)
        for later in costs.indices.dropFirst() {
            #expect(Double(costs[later]) <= best * (parameters.maxDetour ?? 0), comment)
            for earlier in 0..<later {
                let others = Set((walks[earlier] ?? []).map(\.edge))
                let shared = (walks[later] ?? []).filter { others.contains($0.edge) }
                    .reduce(0) { $0 + Double($1.cost) }
                #expect(shared <= best * (parameters.maxSharing ?? 0), comment)
            }
        }
    }

    // MARK: - Requests

    /// Each route's edges, without edges it only touches at a junction.
    private static func traveled(
        _ result: AnalysisResult, on network: NetworkDataset
    ) throws -> [[UInt32]] {
        try paths(of: result, on: network).map { legs in
            legs.flatMap { $0.elements.filter { $0.from < $0.to }.map(\.edge.row) }
        }
    }

    /// Each route's legs, from its handle.
    private static func paths(
        of result: AnalysisResult, on network: NetworkDataset
    ) throws -> [[NetworkPath]] {
        try (result.routes?.features.indices ?? 0..<0).map { route in
            guard case .string(let text)? = result.route(route, "RouteHandle") else { return [] }
            return try RouteHandle(text, on: network).legs.map { leg in
                var elements = leg.edges.map { NetworkPath.Element(edge: EdgeID(row: $0)) }
                elements[0].from = leg.departure
                elements[elements.count - 1].to = leg.arrival
                return NetworkPath(elements: elements)
            }
        }
    }
}
