// Compares matrices and closest facilities on real networks with a plain program over the CSV
// export.

import DataStructures
import Foundation
import Geo
import NetworkBuilder
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RouteTesting
import RoutingEngine
import Testing

@testable import MatrixAnalysis

struct ExportedPairProperties {
    private static let count = 20
    /// Keeps locations from moving, since the tables contain no moved places.
    private static let settings = LocateSettingsByInput(
        fallback: LocateSettings(toleranceMeters: 5_000, allowAutoRelocate: false))

    /// Places on a layer's streets, and the exported tables' costs of all pairs.
    private struct Drawn {
        var sources: LocationInput
        var targets: LocationInput
        /// The search costs by source and target; `nil` without a path.
        var costs: [[Int?]]

        /// The positions of a source's targets, nearest first.
        func ranked(_ source: Int) -> [Int] {
            costs[source].indices.filter { costs[source][$0] != nil }
                .sorted { (costs[source][$0] ?? 0, $0) < (costs[source][$1] ?? 0, $1) }
        }
    }

    /// Draws places, and finds their costs through the exported tables.
    private func draw(_ layer: NetworkLayer, _ generator: inout SeededGenerator) throws -> Drawn {
        let network = layer.network
        let edges = (0..<UInt32(network.edgeCount)).filter { network.edgeFamilies[$0] & 1 != 0 }
        var parameters = RouteParameters()
        let places = (0..<4 * Self.count).compactMap { _ in
            edges.randomElement(using: &generator).map { network.shape(of: EdgeID(row: $0))[0] }
        }
        parameters.stops = LocationInput(features: .places(places))
        parameters.locateSettings = Self.settings
        parameters.ignoreInvalidLocations = true
        let prepared = try layer.prepared(parameters)
        let valid = prepared.stops.indices.filter {
            prepared.stops[$0].isValid && !LegChain.usable(prepared.stops[$0]).isEmpty
        }
        try #require(valid.count >= 2 * Self.count)
        let (from, to) = (valid.prefix(Self.count), valid.dropFirst(Self.count).prefix(Self.count))
        return Drawn(
            sources: LocationInput(features: .places(from.map { places[$0] })),
            targets: LocationInput(features: .places(to.map { places[$0] })),
            costs: try costs(of: prepared, from: Array(from), to: Array(to)))
    }

    /// The costs found by a program that reads only the tables.
    private func costs(
        of prepared: PreparedAnalysis, from sources: [Int], to targets: [Int]
    ) throws -> [[Int?]] {
        let (network, key) = (prepared.costs.network, prepared.metric.key)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString)").path
        defer {
            do { try FileManager.default.removeItem(atPath: folder) } catch {
                print("left behind: \(folder)")
            }
        }
        try NetworkExport(network).writeCSV(toFolder: folder)
        let request = ExportedRequest(key, on: network)
        let isTime = network.description.costs[key.column].kind == .time
        let search = try ExportedGraph(folder: folder)
            .search(request, turnTime: isTime ? request.cost : nil)
        func places(_ stop: Int) -> [ExportedRequest.Place] {
            LegChain.usable(prepared.stops[stop]).map {
                .init(edge: Int($0.edge.row), fraction: $0.fraction)
            }
        }
        let ends = targets.map(places)
        let starts = ends.indices.map { ends.prefix($0).reduce(0) { $0 + $1.count } }
        return sources.map { source in
            let all = search.costs(from: places(source), to: ends.flatMap(\.self))
            return ends.indices.map { target in
                all[starts[target]..<starts[target] + ends[target].count].compactMap(\.self).min()
            }
        }
    }

    @Test(arguments: Extract.sampleAndShared("porto.osm.pbf"))
    func `every cell and every ranking is that of the exported tables`(
        extract: Extract
    ) async throws {
        let network = try await extract.build()
        let layer = NetworkLayer(network: network, analyses: [])
        var generator = SeededGenerator(13)
        let drawn = try draw(layer, &generator)
        // If few random pairs were connected, the comparison would prove nothing.
        #expect(drawn.costs.joined().count { $0 != nil } > Self.count * Self.count / 2)

        var matrix = ODCostMatrixParameters()
        matrix.origins = drawn.sources
        matrix.destinations = drawn.targets
        matrix.locateSettings = Self.settings
        let (request, _) = try layer.layer.reader().read(
            matrix,
            [
                LocationDemand(ODCostMatrixParameters.originsName, minimum: 1),
                LocationDemand(ODCostMatrixParameters.destinationsName, minimum: 1),
            ], order: { _ in StopOrder() },
            returning: { .init(barriersOf: $0) })
        let control = SolveControl()
        let search = try PairSearch(request, on: layer.layer, control: control)
        let table = CostTable(layer: layer.layer, prepared: search.prepared, control: control)
        try table.forEachRow(
            from: Array(0..<Self.count), to: Array(Self.count..<2 * Self.count)
        ) { source, row in
            for target in 0..<Self.count {
                #expect(
                    row.searchCost(to: target).map(Int.init) == drawn.costs[source][target],
                    "\(source) to \(target)")
            }
        }
        let lines = try #require(try layer.solve(matrix)[table: "odLines"])
        #expect(
            lines.features.map { lines.integer("DestinationID", of: $0).map { $0 - 1 } }
                == (0..<Self.count).flatMap(drawn.ranked))

        var closest = ClosestFacilityParameters()
        closest.incidents = drawn.sources
        closest.facilities = drawn.targets
        closest.locateSettings = Self.settings
        closest.defaultTargetFacilityCount = 5
        closest.returnCFRoutes = true
        let routes = try #require(try layer.solve(closest).routes)
        #expect(
            routes.features.map { routes.integer("FacilityID", of: $0).map { $0 - 1 } }
                == (0..<Self.count).flatMap { drawn.ranked($0).prefix(5) })
    }
}
