// The exported tables let any program compute the engine's exact costs.

import DataStructures
import Foundation
import Geo
import NetworkBuilder
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

@Suite struct NetworkExportTests {
    @Test(arguments: UInt64(0)..<200)
    func `a plain program over the tables reaches the engine's costs`(seed: UInt64) throws {
        try compare(seed, hasTraffic: false)
    }

    @Test(arguments: UInt64(0)..<100)
    func `and those under a snapshot of traffic by its tables`(seed: UInt64) throws {
        try compare(seed &+ 1_000, hasTraffic: true)
    }

    /// Exports a random network, and compares costs over the tables with the engine's.
    private func compare(_ seed: UInt64, hasTraffic: Bool) throws {
        let network = try RandomNetwork(nodes: 14, meanDegree: 3, seed: seed).dataset
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed)
        let departure: Int64 = 1_790_000_000_000
        let traffic =
            hasTraffic
            ? ReferenceTraffic(on: network, departure: departure, &generator)
                .snapshot(on: network) : nil
        try NetworkExport(network, traffic: traffic.map { ExportedTraffic($0, at: departure) })
            .writeCSV(toFolder: folder.path)
        let graph = try ExportedGraph(folder: folder.path)
        #expect(graph.copyCount == network.copyCount)
        let space = SearchSpace(labelCount: LegSearch.labelCount(of: network))
        for round in 0..<8 {
            var drawn = RandomRequest(on: network, &generator)
            drawn.key.traffic = traffic?.epoch(at: departure, family: drawn.key.family)
            let metric = Metric(key: drawn.key, network: network)
            var search = LegSearch(RequestCosts(network: network, metric: metric), space: space)
            guard
                case .paths(let paths) = search.run(
                    from: drawn.origins, to: drawn.destinations, monitor: NeverStops())
            else { continue }
            var request = ExportedRequest(drawn.key, on: network)
            request.usesTraffic = drawn.key.traffic != nil
            let isTime = network.description.costs[drawn.key.column].kind == .time
            let costs = graph.costs(
                request,
                from: drawn.origins.map {
                    .init(edge: Int($0.edge), fraction: $0.fraction, cost: Int($0.cost))
                },
                to: drawn.destinations.map { .init(edge: Int($0.edge), fraction: $0.fraction) },
                turnTime: isTime ? request.cost : nil)
            #expect(costs == paths.map { $0.map { Int($0.cost) } }, "seed \(seed), round \(round)")
        }
    }

    @Test func `columns stand in the documented order`() throws {
        let network = try NetworkDataset(bytes: SampleContents.bytes(seed: 1))
        let folder = try TemporaryFolder()
        try NetworkExport(network).writeCSV(toFolder: folder.path)
        func header(_ name: String) throws -> [String] {
            try ExportedTable(path: folder.path + "/" + name).columns
        }
        #expect(
            try header("nodes.csv") == [
                "node", "lon", "lat", "valence_motor", "valence_foot", "maxheight",
                "source_node",
            ])
        #expect(
            try header("edges.csv") == [
                "edge", "from", "to", "twin", "copy_of", "way", "name", "driving_side", "wkt",
                "TravelTime", "Length", "WalkTime", "Kilometers", "Miles", "Oneway",
                "Driving an Automobile",
                "Driving a Bus", "Walking", "Through Traffic Prohibited", "Avoid Toll Roads",
                "Height Restriction", "maxheight", "speed_limit",
            ])
        #expect(
            try header("turns.csv") == [
                "from_edge", "to_edge", "uturn", "Driving an Automobile", "Driving a Bus",
                "TravelTime", "WalkTime",
            ])
    }

    @Test func `rows carry coordinates, copies, limits and lines as stored`() throws {
        let contents = SampleContents.random(seed: 7)
        let network = try NetworkDataset(bytes: DatasetEncoder.encode(contents))
        let folder = try TemporaryFolder()
        try NetworkExport(network).writeCSV(toFolder: folder.path)
        let nodes = try ExportedTable(path: folder.path + "/nodes.csv")
        #expect(nodes.integers("valence_motor") == contents.nodeValence[0].map { Int($0) })
        for (row, longitude) in nodes["lon"].enumerated() {
            let fixed = try #require(Double(longitude).map { ($0 * 1e7).rounded() })
            #expect(Int32(fixed) == contents.nodeLongitudeE7[row])
        }
        let edges = try ExportedTable(path: folder.path + "/edges.csv")
        #expect(edges.rows.count == network.edgeCount + network.copyCount)
        #expect(edges.integers("Kilometers") == edges.integers("Length"))
        let lines = edges["wkt"]
        let limits = edges["maxheight"]
        for row in 0..<network.edgeCount {
            #expect(edges["twin"][row] == "\(row ^ 1)")
            let points = lines[row].split(separator: ",").count
            #expect(points == network.shape(of: EdgeID(row: UInt32(row))).count)
            let limit = network.limit(0, of: UInt32(row))
            #expect(Double(limits[row]) == limit.map { Double($0) / 100 })
        }
        for copy in 0..<network.copyCount {
            let (row, original) = (network.edgeCount + copy, Int(network.copyOf[copy]))
            #expect(edges.rows[row][0] == "\(row)")
            #expect(edges["twin"][row] == "")
            #expect(edges.rows[row][4] == "\(original)")
            #expect(edges.rows[row].dropFirst(5) == edges.rows[original].dropFirst(5))
        }
    }

    @Test func `points, limits and source nodes are those of the network`() throws {
        let contents = SampleContents.random(seed: 9)
        let network = try NetworkDataset(bytes: DatasetEncoder.encode(contents))
        let folder = try TemporaryFolder()
        try NetworkExport(network).writeCSV(toFolder: folder.path)
        let nodes = try ExportedTable(path: folder.path + "/nodes.csv")
        #expect(nodes.integers("source_node") == contents.nodeID.map { Int($0) })
        let edges = try ExportedTable(path: folder.path + "/edges.csv")
        #expect(
            edges.integers("speed_limit", blank: 0).prefix(network.edgeCount)
                .elementsEqual(contents.edgeSpeedLimit.map { Int($0) }))
        let points = try ExportedTable(path: folder.path + "/points.csv")
        #expect(points.columns == ["edge", "share", "kind"])
        let both = contents.pointCodes.count {
            StreetPointCode(rawValue: $0).direction == .both
        }
        #expect(points.rows.count == contents.pointCodes.count + both)
        for (edge, share) in zip(points.integers("edge"), points["share"]) {
            let found = network.streetPoints.points(onSegment: UInt32(edge / 2)).contains {
                let along = $0.share(along: EdgeID(row: UInt32(edge)))
                return abs((along ?? -1) - (Double(share) ?? 2)) < 1e-8
            }
            #expect(found, "\(edge) at \(share)")
        }
    }

    @Test func `an export leaves nothing half done`() throws {
        let network = try NetworkDataset(bytes: SampleContents.bytes(seed: 1))
        let folder = try TemporaryFolder()
        var steps: [ExportProgress] = []
        try NetworkExport(network) { steps.append($0) }.writeCSV(toFolder: folder.path + "/new/one")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/new/one")
        #expect(
            names.sorted() == [
                "README.md", "edges.csv", "network.json", "nodes.csv", "points.csv", "turns.csv",
            ])
        #expect(steps.map(\.file) == ["nodes.csv", "edges.csv", "turns.csv", "points.csv"])
        #expect(steps.allSatisfy { $0.done == $0.total })
        #expect(throws: ExportError.self) {
            try NetworkExport(network).writeGeoJSON(toFile: folder.path + "/missing/a.geojson")
        }
    }

    @Test func `an export follows a link at its output, and none at a draft`() throws {
        let network = try NetworkDataset(bytes: SampleContents.bytes(seed: 1))
        let folder = try TemporaryFolder()
        let files = FileManager.default
        let (link, other) = (folder.path + "/link.geojson", folder.path + "/other")
        try files.createSymbolicLink(atPath: link, withDestinationPath: "far.geojson")
        try Data("stays".utf8).write(to: URL(filePath: other))
        try files.createSymbolicLink(
            atPath: folder.path + "/far.geojson.partial", withDestinationPath: "other")
        try NetworkExport(network).writeGeoJSON(toFile: link)
        #expect(try files.destinationOfSymbolicLink(atPath: link) == "far.geojson")
        #expect(try Data(contentsOf: URL(filePath: link)).count > 1_000)
        #expect(try Data(contentsOf: URL(filePath: other)) == Data("stays".utf8))
        #expect(try files.contentsOfDirectory(atPath: folder.path).count == 4)
    }

    @Test func `GeoJSON is one collection of lines and points`() throws {
        let network = try NetworkDataset(bytes: SampleContents.bytes(seed: 3))
        let folder = try TemporaryFolder()
        let path = folder.path + "/network.geojson"
        try NetworkExport(network).writeGeoJSON(toFile: path, includesNodes: true)
        let data = try Data(contentsOf: URL(filePath: path))
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let features = try #require(json["features"] as? [[String: Any]])
        #expect(features.count == network.edgeCount + network.nodeCount)
        let lines = features.prefix(network.edgeCount).compactMap {
            ($0["geometry"] as? [String: Any])?["coordinates"] as? [[Double]]
        }
        for (row, line) in lines.enumerated() {
            let shape = network.shape(of: EdgeID(row: UInt32(row)))
            #expect(line == shape.map { [$0.x, $0.y] })
        }
    }

    @Test func `an inspection counts what is there`() throws {
        let contents = SampleContents.random(seed: 4)
        let network = try NetworkDataset(bytes: DatasetEncoder.encode(contents))
        let inspection = NetworkInspection(network)
        #expect(inspection.nodeCount == 24)
        #expect(inspection.edgeCount == 80)
        #expect(inspection.copyCount == contents.copyOf.count)
        #expect(inspection.families.map(\.name) == ["motor", "foot"])
        for (family, labels) in zip(inspection.families, contents.nodeComponent) {
            #expect(family.componentSizes.reduce(0, +) == family.nodeCount)
            #expect(family.componentSizes == family.componentSizes.sorted(by: >))
            #expect(family.componentSizes.first == labels.count { $0 == 0 })
        }
        let oneway = try #require(inspection.restrictions.first { $0.name == "Oneway" })
        #expect(
            oneway.edgeCount == contents.edgeRestrictions.count { $0 & TestNetwork.oneway != 0 })
        for word in [network.fingerprint, "TravelTime", "family motor", "maxheight"] {
            #expect(inspection.text.contains(word), "\(word)")
        }
    }
}
