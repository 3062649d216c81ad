// Outputs in parts: joined, they are those of the whole answer.

import DataStructures
import Geo
import Geoprocessing
import RouteAPI
import Testing

@Suite struct AnswerPartTests {
    private let task = GPTask(.solve, of: toolLayer())

    private func request() throws -> GPRequest {
        try task.request(form([("stops", "7,43;8,44")]))
    }

    /// An answer with some routes that are numbered from 1.
    private func answer(routes count: Int, from first: Int) -> AnalysisResult {
        var result = AnalysisResult()
        var routes = FeatureSet(
            geometryType: .polyline, spatialReference: .wgs84,
            fields: [Field("ObjectID", .objectID), Field("Name", .string)])
        var edges = FeatureSet(
            geometryType: .polyline, spatialReference: .wgs84,
            fields: [
                Field("ObjectID", .objectID), Field("RouteID", .integer),
                Field("FromJunctionID", .integer), Field("ToJunctionID", .integer),
            ])
        var stops = FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: [Field("ObjectID", .objectID)])
        var directions: [RouteDirections] = []
        for route in 1...count {
            routes.features.append(
                Feature(
                    values: [.integer(route), .string("route \(first + route)")],
                    geometry: .polyline(paths: [[Coordinate(x: 7, y: 43)]])))
            for edge in 0..<2 {
                edges.features.append(
                    Feature(
                        values: [
                            .integer(edges.features.count + 1), .integer(route),
                            .integer(3 * (route - 1) + edge + 1),
                            .integer(3 * (route - 1) + edge + 2),
                        ], geometry: .polyline(paths: [])))
            }
            stops.features.append(
                Feature(
                    values: [.integer(first + route)], geometry: .point(Coordinate(x: 7, y: 43))))
            directions.append(
                RouteDirections(
                    routeID: route, routeName: "route \"\(first + route)\"", totalLength: 1,
                    totalTimeMinutes: 1, totalDriveTimeMinutes: 1, envelope: Envelope(),
                    spatialReference: .wgs84, steps: []))
        }
        result.routes = routes
        result.traversedEdges = edges
        result.stops = stops
        result.directions = directions
        return result
    }

    private func joined(_ parts: [AnswerPart]) -> [String: [UInt8]] {
        var mergers: [String: OutputMerger] = [:]
        var bytes: [String: [UInt8]] = [:]
        for part in parts {
            for output in part.outputs {
                var merger = mergers[output.name] ?? OutputMerger()
                bytes[output.name, default: []] += merger.add(output)
                mergers[output.name] = merger
            }
        }
        for (name, merger) in mergers { bytes[name, default: []] += merger.end() }
        return bytes
    }

    @Test(arguments: UInt64(0)..<20)
    func `parts joined are the whole answer`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let request = try request()
        let total = Int.random(in: 1...9, using: &random)
        var numbers = OutputNumbers()
        var parts: [AnswerPart] = []
        var done = 0
        while done < total {
            let count = Int.random(in: 1...(total - done), using: &random)
            let part = AnswerPart(
                of: answer(routes: count, from: done), for: request, task: task, after: numbers,
                finishedGroups: parts.count + 1)
            numbers = part.numbers
            // Through the store and back.
            parts.append(try #require(AnswerPart(bytes: part.bytes)))
            #expect(parts.last == part)
            done += count
        }
        let whole = AnswerPart(
            of: answer(routes: total, from: 0), for: request, task: task, after: OutputNumbers(),
            finishedGroups: 1)
        let (found, expected) = (joined(parts), joined([whole]))
        #expect(Set(found.keys) == Set(expected.keys))
        for (name, bytes) in expected {
            #expect(
                found[name].map { String(decoding: $0, as: UTF8.self) }
                    == String(decoding: bytes, as: UTF8.self), "seed \(seed): \(name)")
        }
        #expect(numbers == whole.numbers)
        #expect(parts.reduce(0) { $0 + $1.foundRoutes } == total)
    }

    @Test func `values are JSON`() throws {
        let part = AnswerPart(
            of: answer(routes: 2, from: 0), for: try request(), task: task,
            after: OutputNumbers(), finishedGroups: 1)
        let values = joined([part])
        for (name, bytes) in values { _ = try JSONValue.parse(bytes).kindName + name }
        let routes = try JSONValue.parse(try #require(values["routes"]))
        #expect(routes["features"]?.array?.count == 2)
        #expect(routes["fields"]?.array?.count == 2)
        #expect(routes["exceededTransferLimit"] == false)
        #expect(routes["geometryType"] == "esriGeometryPolyline")
        let listed = try #require(values["directions"])
        let text = try #require(try JSONValue.parse(listed).string)
        let directions = try #require(try JSONValue.parse(text).array)
        #expect(directions.map { $0["routeId"] } == [1, 2])
        #expect(directions[1]["routeName"] == "route \"2\"")
        let barriers = try #require(values["barriers"])
        #expect(try JSONValue.parse(barriers) == .null)
    }

    @Test func `the number of results is that of all parts`() throws {
        let tool = GPTask(.findRoutes, of: toolLayer())
        let request = try tool.request(form([("Stops", twoStops)]))
        var numbers = OutputNumbers()
        let parts = (0..<3).map { number in
            let part = AnswerPart(
                of: answer(routes: 2, from: 2 * number), for: request, task: tool,
                after: numbers, finishedGroups: number + 1)
            numbers = part.numbers
            return part
        }
        let cost = try #require(joined(parts)["Usage_Cost"])
        let text = try #require(try JSONValue.parse(cost).string)
        #expect(text == #"{"numObjects":6,"credits":0}"#)
        let succeeded = try #require(joined(parts)["Solve_Succeeded"])
        #expect(try JSONValue.parse(succeeded) == true)
    }

    @Test(arguments: UInt64(0)..<300)
    func `bytes that are damaged are no part, and stop nothing`(seed: UInt64) throws {
        let part = AnswerPart(
            of: answer(routes: 2, from: 0), for: try request(), task: task,
            after: OutputNumbers(), finishedGroups: 1)
        var random = SeededGenerator(seed)
        var bytes = part.bytes
        if random.chance(0.3) {
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
        }
        for _ in 0..<3 where !bytes.isEmpty {
            bytes[Int.random(in: bytes.indices.prefix(600), using: &random)] =
                UInt8.random(in: 0...255, using: &random)
        }
        _ = AnswerPart(bytes: bytes)
    }
}

@Suite struct RoutePartsTests {
    private func parameters(_ rows: [(id: Int?, name: String?, route: String?)]) -> RouteParameters
    {
        var parameters = RouteParameters()
        parameters.stops = LocationInput(
            features: FeatureSet(
                geometryType: .point, spatialReference: .wgs84,
                fields: [
                    Field("OBJECTID", .integer), Field("Name", .string),
                    Field("RouteName", .string),
                ],
                features: rows.map { row in
                    Feature(
                        values: [
                            row.id.map { .integer($0) } ?? .null,
                            row.name.map { .string($0) } ?? .null,
                            row.route.map { .string($0) } ?? .null,
                        ], geometry: .point(Coordinate(x: 7, y: 43)))
                }))
        return parameters
    }

    private let rows: [(id: Int?, name: String?, route: String?)] = [
        (10, "A", "r"), (nil, nil, "s"), (30, "C", nil), (40, "D", "r"), (50, nil, "s"),
        (60, "F", "t"),
    ]

    @Test func `each route is a part, in the order of first stops`() throws {
        let parts = try #require(RouteParts(of: parameters(rows), mostStops: 10))
        #expect(parts.count == 3)
        let names = (0..<3).map { part in
            parts.request(part, now: 0).stops?.features.column("Name")
        }
        #expect(
            names == [
                [.string("A"), .string("C"), .string("D")],
                [.string("Location 2"), .string("Location 5")], [.string("F")],
            ])
    }

    @Test func `stops keep the ids of the whole request`() throws {
        var request = parameters(rows)
        let counted = try #require(RouteParts(of: request, mostStops: 10))
        #expect(
            counted.request(1, now: 0).stops?.features.column("ObjectID")
                == [.integer(2), .integer(5)])
        request.locations.preserveObjectID = true
        let kept = try #require(RouteParts(of: request, mostStops: 10))
        #expect(
            kept.request(1, now: 0).stops?.features.column("ObjectID")
                == [.integer(2), .integer(50)])
        #expect(kept.request(1, now: 0).locations.preserveObjectID == true)
    }

    @Test func `now is one instant in all parts`() throws {
        var request = parameters(rows)
        request.time.startTime = .now
        let parts = try #require(RouteParts(of: request, mostStops: 10))
        let times = (0..<3).map { parts.request($0, now: 5_000).time }
        #expect(times.allSatisfy { $0.startTime == .milliseconds(5_000) })
        #expect(times.allSatisfy { $0.startTimeIsUTC == true })
    }

    @Test func `barriers are answered once`() throws {
        var request = parameters(rows)
        request.output.returnBarriers.point = true
        let parts = try #require(RouteParts(of: request, mostStops: 10))
        #expect(parts.request(0, now: 0).output.returnBarriers.point == true)
        #expect(parts.request(1, now: 0).output.returnBarriers.point == false)
    }

    @Test func `a request that is one piece is not divided`() {
        #expect(RouteParts(of: RouteParameters(), mostStops: 10) == nil)
        #expect(RouteParts(of: parameters([(1, "A", "r"), (2, "B", "r")]), mostStops: 10) == nil)
        #expect(RouteParts(of: parameters([(1, "A", nil), (2, "B", nil)]), mostStops: 10) == nil)
        #expect(RouteParts(of: parameters(rows), mostStops: 5) == nil)
        var checked = parameters(rows)
        checked.service.validate = true
        #expect(RouteParts(of: checked, mostStops: 10) == nil)
    }
}
