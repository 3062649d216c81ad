// Compares searches around incidents with the whole table on random networks.

import Answers
import DataStructures
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteTesting
import Testing

@testable import MatrixAnalysis

struct NearbyProperties {
    private static let incidents = 3
    private static let facilities = 150

    @Test func `searches around incidents rank as the whole table does`() throws {
        let compared = try (UInt64(8_400)..<8_440).filter(isRankedAsByTheTable).count
        // The others have few places, or facilities on islands, so that the table decides.
        #expect(compared >= 8)
    }

    /// Compares the facilities found by searches around incidents with the table's.
    ///
    /// - Returns: Whether there was anything to compare.
    private func isRankedAsByTheTable(_ seed: UInt64) throws -> Bool {
        var generator = SeededGenerator(seed)
        let random = try RandomNetwork(
            nodes: Int.random(in: 40...60, using: &generator),
            meanDegree: Double.random(in: 5...7, using: &generator), seed: seed)
        let network = random.dataset
        let count = Self.incidents + Self.facilities
        let trip = RandomTrip(on: network, stops: count, &generator)
        var common = trip.parameters
        if generator.chance(0.5) {
            RandomBarriers(on: network, trip.travel, &generator).apply(to: &common)
        }
        common.stops = nil
        common.ignoreInvalidLocations = true
        func input(_ rows: Range<Int>) -> LocationInput {
            LocationInput(
                features: .places(
                    Array(trip.places[rows]),
                    attributes: trip.curbs[rows].map { ["CurbApproach": .integer($0.rawValue)] }))
        }
        let layer = NetworkLayer.random(network)
        var parameters = ClosestFacilityParameters()
        parameters.analysis = common.analysis
        parameters.incidents = input(0..<Self.incidents)
        parameters.facilities = input(Self.incidents..<count)
        parameters.defaultTargetFacilityCount = Int(1 + seed % 5)
        if seed % 3 == 0 {
            parameters.defaultCutoff = try cutoff(common, input, layer, trip.travel.impedance)
        }
        let solver = ClosestFacilitySolver(layer: layer.layer, control: SolveControl())
        let read = try solver.read(parameters)
        let search = try PairSearch(read.request, on: layer.layer, control: solver.control)
        guard let near = try solver.nearby(search, read.parameters) else { return false }
        let whole = try solver.rank(search, read.parameters)
        #expect(near.choices == whole.choices, "seed \(seed)")
        return true
    }

    /// A cutoff within which some facilities lie: the cost of the 21st from the first incident.
    private func cutoff(
        _ common: RouteParameters, _ input: (Range<Int>) -> LocationInput, _ layer: NetworkLayer,
        _ impedance: String
    ) throws -> Double? {
        var matrix = ODCostMatrixParameters()
        matrix.analysis = common.analysis
        matrix.origins = input(0..<1)
        matrix.destinations = input(Self.incidents..<Self.incidents + Self.facilities)
        matrix.outputType = .sparseMatrix
        guard let found = try? layer.solve(matrix).costMatrix,
            let place = found.costAttributeNames.firstIndex(of: impedance)
        else { return nil }
        let costs = found.rows.flatMap(\.cells).map { $0.costs[place] }.sorted()
        return costs.dropFirst(20).first
    }
}
