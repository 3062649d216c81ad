// The Swift of the guide's pages, asked of the sample's server.

import Foundation
import Geo
import RouteAPI
import RouteTaskClient
import Testing

struct ClientPageTests {
    private static let places = [
        Coordinate(x: 7.4188621, y: 43.7330002), Coordinate(x: 7.4239298, y: 43.7371517),
    ]

    private func points(_ places: [Coordinate]) -> FeatureSet {
        FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [],
            features: places.map { Feature(values: [], geometry: .point($0)) })
    }

    /// A layer of the same service.
    private func sibling(_ name: String, of layer: URL) -> URL {
        layer.deletingLastPathComponent().appendingPathComponent(name)
    }

    // sample: minutes between stops
    func minutes(between stops: [Coordinate], askingLayer layerURL: URL) async throws -> Double? {
        let task = RouteTask(url: layerURL)
        var parameters = try await task.defaultParameters()
        parameters.stops = LocationInput(
            features: FeatureSet(
                geometryType: .point, spatialReference: .wgs84, fields: [],
                features: stops.map { Feature(values: [], geometry: .point($0)) }))
        return try await task.solve(parameters).result.directions?.first?.totalTimeMinutes
    }
    // end of sample

    @Test func `minutes between stops`() async throws {
        try await SampleService.run { layer in
            let there = try #require(try await minutes(between: Self.places, askingLayer: layer))
            var parameters = RouteParameters()
            parameters.stops = LocationInput(features: points(Self.places))
            let answer = try await RouteTask(url: layer).solve(parameters).result
            #expect(there > 0 && there == answer.directions?.first?.totalTimeMinutes)
        }
    }

    // sample: minutes from depots, and names of what is nearest
    func minutes(
        from depots: FeatureSet, to customers: FeatureSet, askingLayer layerURL: URL
    ) async throws -> CostMatrix? {
        var parameters = ODCostMatrixParameters()
        parameters.origins = LocationInput(features: depots)
        parameters.destinations = LocationInput(features: customers)
        parameters.outputType = .sparseMatrix
        return try await RouteTask(url: layerURL).solve(parameters).result.costMatrix
    }

    func nearestNames(
        of accident: FeatureSet, among hospitals: FeatureSet, askingLayer layerURL: URL
    ) async throws -> [AttributeValue?] {
        var parameters = ClosestFacilityParameters()
        parameters.incidents = LocationInput(features: accident)
        parameters.facilities = LocationInput(features: hospitals)
        parameters.defaultTargetFacilityCount = 2
        parameters.returnCFRoutes = true
        let routes = try await RouteTask(url: layerURL).solve(parameters).result.routes
        return routes.map { rows in rows.features.map { rows.value("Name", of: $0) } } ?? []
    }
    // end of sample

    @Test func `minutes from depots, and names of what is nearest`() async throws {
        try await SampleService.run { layer in
            let matrix = try #require(
                try await minutes(
                    from: points([Self.places[0]]), to: points(Self.places),
                    askingLayer: sibling("ODCostMatrix", of: layer)))
            #expect(matrix[from: 1, to: 1] != nil && matrix[from: 1, to: 2] != nil)
            #expect(matrix[from: 2, to: 1] == nil)
            let names = try await nearestNames(
                of: points([Self.places[0]]), among: points(Self.places),
                askingLayer: sibling("ClosestFacility", of: layer))
            #expect(names.count == 2 && !names.contains(nil))
        }
    }

    // sample: streets of a drive
    func streets(of drive: [TraceFix], askingLayer layerURL: URL) async throws -> FeatureSet? {
        var parameters = MatchParameters()
        parameters.traces = TraceInput([Trace(name: "Drive", fixes: drive)])
        parameters.gpsAccuracy = 8
        return try await RouteTask(url: layerURL).match(parameters).result[table: "tracePoints"]
    }
    // end of sample

    @Test func `streets of a drive`() async throws {
        try await SampleService.run { layer in
            let drive = [
                TraceFix(Coordinate(x: 7.4188, y: 43.7330)),
                TraceFix(Coordinate(x: 7.4189, y: 43.7325)),
            ]
            let rows = try #require(try await streets(of: drive, askingLayer: layer))
            #expect(rows.features.count == drive.count)
        }
    }

    // sample: an answer of a job
    func answer(
        toLong parameters: RouteParameters, askingLayer layerURL: URL
    ) async throws -> RouteAnswer {
        let job = try await RouteTask(url: layerURL).submit(parameters)
        return try await job.answer()
    }
    // end of sample

    @Test func `an answer of a job`() async throws {
        try await SampleService.run(hasJobs: true) { layer in
            var parameters = RouteParameters()
            parameters.stops = LocationInput(features: points(Self.places))
            let later = try await answer(toLong: parameters, askingLayer: layer)
            let now = try await RouteTask(url: layer).solve(parameters)
            let lengths = [later, now].map { answer in
                answer.result.routes.flatMap { rows in
                    rows.features.first.flatMap { rows.value("Total_Kilometers", of: $0) }
                }
            }
            #expect(lengths[0] != nil && lengths[0] == lengths[1])
        }
    }

    @Test func `a feed is sent`() async throws {
        try await GuideSession.run([], needing: "$TOKEN") { session in
            let layerURL = try #require(session.layer(of: "Town"))
            let token = try #require(session.token)
            // sample: a feed is sent
            let task = RouteTask(url: layerURL, token: token)
            let rows = "way,speed_kmh\n4098197,31.5\n"
            let receipt = try await task.postTraffic(rows: rows, as: .changes)
            for row in receipt.refused { print(row.row, row.reason) }
            let status = try await task.trafficStatus()  // status.current, status.lastFailure
            // end of sample
            #expect(receipt.usedRows == 1 && receipt.refused.isEmpty)
            #expect(status.current != nil && status.lastFailure == nil)
        }
    }
}
