// Outputs in parts, joined, equal the whole answer's.

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

    /// An answer with some routes, numbered from 1.
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
                of: answer(routes: count, from: done), for: request, task: task)
            // Through the store and back.
            let stored = try #require(AnswerPart(bytes: part.bytes))
            #expect(stored == part)
            parts.append(stored.moved(behind: numbers))
            numbers = parts[parts.count - 1].numbers
            done += count
        }
        let whole = AnswerPart(
            of: answer(routes: total, from: 0), for: request, task: task)
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

    @Test func `a name that stands elsewhere than in the attributes of a row is not moved`() throws
    {
        var result = answer(routes: 1, from: 0)
        result.routes?.fields[1] = Field("Text", .string)
        result.routes?.features[0].values[1] = .string(
            #"{"ObjectID":1,"ObjectID":1} \"ObjectID\":1"#)
        let part = AnswerPart(of: result, for: try request(), task: task)
        let values = joined([part.moved(behind: part.numbers)])
        let rows = try JSONValue.parse(try #require(values["routes"]))["features"]?.array
        #expect(rows?.first?["attributes"]?["ObjectID"] == 2)
        #expect(
            rows?.first?["attributes"]?["Text"]
                == .string(#"{"ObjectID":1,"ObjectID":1} \"ObjectID\":1"#))
    }

    @Test func `values are JSON`() throws {
        let part = AnswerPart(
            of: answer(routes: 2, from: 0), for: try request(), task: task)
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
                of: answer(routes: 2, from: 2 * number), for: request, task: tool
            ).moved(behind: numbers)
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
            of: answer(routes: 2, from: 0), for: try request(), task: task)
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
