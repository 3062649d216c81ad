// Tests what a build keeps for the background of maps, with maps you can check by eye.

import Foundation
import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct MapImportTests {
    /// Nodes at a grid of thousandths of a degree, from number 1: `row * 10 + column + 1`.
    private static let nodes = (0..<100).map { number in
        MapText.node(
            Int64(number + 1), "\(7 + Double(number % 10) / 1_000)",
            "\(43 + Double(number / 10) / 1_000)", "version='1'")
    }.joined()

    private static func relation(
        _ id: Int64, _ ways: [(id: Int64, role: String)], _ tags: KeyValuePairs<String, String>
    ) -> String {
        "<relation id='\(id)' version='1'>"
            + ways.map { "<member type='way' ref='\($0.id)' role='\($0.role)'/>" }.joined()
            + tags.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined() + "</relation>"
    }

    private func contents(
        _ files: KeyValuePairs<String, String>
    ) throws -> (MapBackground, MapReport) {
        let folder = try Scratch()
        let inputs = try files.map { try folder.write($0.key, $0.value.utf8) }
        return try withExtendedLifetime(folder) {
            var report = MapReport()
            let contents = try MapImport(
                inputs: inputs, rules: RoadRules(try .shipped()), progress: ProgressMeter { _ in }
            ).run(report: &report)
            var bytes: [UInt8] = []
            try DatasetEncoder(contents).write { bytes.append(contentsOf: $0) }
            return (try MapBackground(bytes: bytes), report)
        }
    }

    /// The features at the deepest zoom, as words, with the number of rings or lines.
    private func words(_ map: MapBackground) -> [String] {
        let features = map.bands[map.bands.count - 1]
        return (0..<features.count).map { row in
            var points: [Int] = []
            features.forEachPart(of: row) { line, _ in points.append(line.count) }
            let kind = features.kind(of: row)
            return "\(kind?.layer.rawValue ?? "?") \(kind?.word ?? "?") \(points)"
        }.sorted()
    }

    @Test func `areas, lines, boundaries and places become features`() throws {
        let (map, report) = try contents([
            "town.osm": MapText.file(
                Self.nodes
                    + MapText.node(
                        200, "7.005", "43.005", "version='1'",
                        "place=town|name=Hafen|name:en=Harbor|population=1234"),
                MapText.way(1, [1, 2, 12, 11, 1], "building=yes"),
                MapText.way(2, [3, 4, 14, 13, 3], "building=no"),
                MapText.way(3, [21, 22, 23, 33], "waterway=river|bridge=yes"),
                MapText.way(4, [21, 31, 41], "natural=coastline"),
                MapText.way(5, [51, 52, 62, 61, 51], "landuse=forest"),
                MapText.way(6, [51, 52, 62], "landuse=meadow"),
                MapText.way(7, [71, 72, 73], "boundary=administrative|admin_level=4"),
                Self.relation(
                    9, [(7, "outer")],
                    [
                        "type": "boundary", "boundary": "administrative", "admin_level": "2",
                    ]))
        ])
        #expect(
            words(map) == [
                "boundaries 2 [3]", "buildings building [4]", "land forest [4]",
                "water_lines river [4]",
            ])
        #expect(
            report.features == [
                "boundaries": 1, "buildings": 1, "land": 1, "place_labels": 1, "water_lines": 1,
            ])
        #expect(report.dropped.count == 2 && report.dropped.values.allSatisfy { $0 == 1 })
        let place = map.places.place(0)
        #expect(place.name == "Hafen" && place.nameEnglish == "Harbor" && place.population == 1_234)
    }

    @Test func `a lake of several ways has its island, in whatever direction they run`() throws {
        let lake = MapText.file(
            Self.nodes, MapText.way(1, [1, 2, 3, 4, 5, 15, 25, 35, 45], ""),
            MapText.way(2, [1, 11, 21, 31, 41, 42, 43, 44, 45], ""),
            MapText.way(3, [12, 13, 23, 22, 12], ""),
            Self.relation(
                4, [(2, "outer"), (1, ""), (1, "outer"), (3, "")],
                ["type": "multipolygon", "natural": "water", "water": "river"]))
        let (map, report) = try contents(["lake.osm": lake])
        #expect(words(map) == ["water_polygons river [4, 4]"])
        #expect(report.dropped == [:])
        let cut = lake.replacingOccurrences(of: "<way id='3'", with: "<way id='33'")
        let (dry, told) = try contents(["lake.osm": cut])
        #expect(words(dry) == [] && told.dropped == ["areas: nodes or ways outside the data": 1])
    }

    @Test func `of an area that several files hold, the newest version counts`() throws {
        let nodes = Self.nodes
        let old = MapText.file(
            nodes, MapText.way(1, [1, 2, 12, 11, 1], "building=yes", "version='1'"),
            MapText.node(200, "7", "43", "version='1'", "place=town|name=Old"))
        let new = MapText.file(
            nodes, MapText.way(1, [1, 3, 23, 21, 1], "landuse=grass", "version='2'"),
            MapText.node(200, "7", "43", "version='2'", "name=No town"))
        let orders: [KeyValuePairs<String, String>] = [
            ["a.osm": old, "b.osm": new], ["a.osm": new, "b.osm": old],
        ]
        for files in orders {
            let (map, report) = try contents(files)
            #expect(words(map) == ["land grass [4]"])
            #expect(report.features["place_labels"] == nil)
        }
    }

    @Test func `a build keeps a map if it is asked to, and removes an older one if not`()
        async throws
    {
        let folder = try Scratch()
        let town = MapText.file(
            Self.nodes, MapText.way(1, [1, 2, 12, 11, 1], "building=yes"),
            MapText.way(2, [1, 5, 45], "highway=residential"))
        let input = try folder.write("town.osm", town.utf8)
        let output = folder.path + "/network"
        func files() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: output).sorted()
        }
        let report = try await BuildPipeline.run(inputs: [input], output: output, hasMap: true)
        #expect(try files().contains(MapBackground.fileName))
        #expect(report.map?.features == ["buildings": 1])
        #expect(report.text.contains("1  buildings"))
        let first = try #require(try MapBackground.beside(output))
        #expect(first.fingerprint == report.map?.fingerprint && first.structuralFaults() == [])
        _ = try await BuildPipeline.run(inputs: [input], output: output, hasMap: true)
        let second = try MapBackground.beside(output)
        #expect(second?.fingerprint == first.fingerprint, "the same input gives the same bytes")
        let plain = try await BuildPipeline.run(inputs: [input], output: output)
        #expect(plain.map == nil && plain.fingerprint == report.fingerprint)
        #expect(try !files().contains(MapBackground.fileName))
        #expect(try MapBackground.beside(output) == nil)
    }

    @Test func `the sample's buildings are as many as a plain count of the extract`() throws {
        let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../SampleData/monaco.osm.pbf").path
        let reader = try OSMReader(path: sample, kinds: [.ways, .relations])
        var (ways, relations) = (0, 0)
        while let object = try reader.next() {
            guard let building = object.tags["building"], building != "no" else { continue }
            if !object.isWay {
                relations += object.tags["type"] == "multipolygon" ? 1 : 0
            } else if object.wayNodes.count > 3, object.wayNodes.first == object.wayNodes.last {
                ways += 1
            }
        }
        var report = MapReport()
        let contents = try MapImport(
            inputs: [sample], rules: RoadRules(try .shipped()), progress: ProgressMeter { _ in }
        ).run(report: &report)
        let kept = try #require(contents.counts["buildings"])
        // A relation has one outer ring or more; a few lie in part outside the extract.
        let dropped = report.dropped.filter { $0.key.hasPrefix("areas") }.values.reduce(0, +)
        #expect(kept >= ways + relations - dropped && kept <= ways + relations + 20)
        #expect(ways > 1_000 && dropped < 10)
    }

    @Test func `a simplified ring strays by no more than it may, and does not cross itself`() {
        // A comb whose teeth are thinner than the tolerance.
        var ring: [MapPoint] = [[0, 0]]
        for tooth in 0..<Int32(50) {
            ring += [[tooth * 20, 400], [tooth * 20 + 6, 400], [tooth * 20 + 10, 10]]
        }
        ring.append([1_000, 0])
        #expect(!RingCrossings.exist(in: ring))
        for tolerance: Int32 in [1, 4, 16, 64, 256] {
            let simple = LineSimplification.ring(ring, tolerance: tolerance)
            #expect(!RingCrossings.exist(in: simple) && simple.count <= ring.count)
        }
        #expect(LineSimplification.ring(ring, tolerance: 0) == MapPart.tidied(ring))
        #expect(LineSimplification.ring([[0, 0], [9, 0], [9, 9]], tolerance: 100).isEmpty)
        #expect(RingCrossings.exist(in: [[0, 0], [9, 9], [9, 0], [0, 9]]))
        #expect(RingCrossings.exist(in: [[0, 0], [9, 0], [9, 9], [4, 0], [0, 9]]), "a touch")
    }
}
