// A file which is no OpenStreetMap data is called what it is.

import Foundation
import Testing

@testable import NetworkBuilder

@Suite struct OtherContentTests {
    private static let map =
        "<osm version='0.6'><node id='1' lon='11' lat='48'/><node id='2' lon='11.001' lat='48'/>"
        + "<way id='3'><nd ref='1'/><nd ref='2'/><tag k='highway' v='residential'/></way></osm>"

    /// What is said of a file; `nil` if it can be read.
    private func refusal(_ bytes: some Sequence<UInt8>, named name: String) throws -> String? {
        let folder = try Scratch()
        let path = try folder.write(name, Array(bytes))
        do {
            let reader = try OSMReader(path: path, kinds: [.nodes, .ways, .relations])
            while try reader.next() != nil {}
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("map.osm", "{\"version\": 0.6, \"elements\": []}", "[out:xml]"),
        ("map.json", " [1]", "[out:xml]"),
        ("map.osm", "<!DOCTYPE html><html>429 Too Many Requests</html>", "web page"),
        ("map.osm.pbf", "<html><body>404</body></html>", "web page"),
        ("map.osm.pbf", map, "it is XML; its name must end in .osm"),
        ("map", map, "it is XML"),
        ("map.osm.pbf", "PK\u{3}\u{4}map", "ZIP"), ("map.osm", "", "empty"),
        ("map.osm.pbf", "", "empty"),
        ("Streets.SHP", "\u{0}\u{0}\u{27}\n", "it is a shapefile"),
        ("streets.gpkg", "SQLite format 3", "it is a GeoPackage"),
        ("streets.json", "{\"type\": \"FeatureCollection\", \"features\": []}", "--fields"),
    ])
    func `what is something else is called that`(
        name: String, text: String, expected: String
    ) throws {
        let refusal = try #require(try refusal(text.utf8, named: name))
        #expect(refusal.contains(expected), "\(refusal)")
        #expect(refusal.contains(name))
    }

    @Test func `bytes under the name of another format are told`() throws {
        func told(_ bytes: [UInt8], _ name: String) throws -> String {
            try refusal(bytes, named: name) ?? ""
        }
        #expect(try told([0x1F, 0x8B, 8, 0], "map.osm").contains("end in .osm.gz"))
        #expect(try told(Array("BZh91AY".utf8), "map.osm").contains("end in .osm.bz2"))
        #expect(try told([0xFF, 0xE0, 4] + Array("o5m2".utf8), "map.o5m").contains("osmium cat"))
        let block: [UInt8] = [0, 0, 0, 13, 0x0A, 9] + Array("OSMHeader".utf8)
        #expect(try told(block, "map.osm").contains("end in .osm.pbf"))
        #expect(try told(block, "map.osm.pbf").contains("download it again"))
    }

    @Test(arguments: ["MAP.OSM", "Map.Osm", "a,b=c.OSM", "map.v2.osm", "map.XML", ".osm.osm"])
    func `endings count in any case`(name: String) throws {
        #expect(try refusal(Self.map.utf8, named: name) == nil)
    }

    @Test func `other mistakes are said as before`() throws {
        #expect(try refusal("<osm>".utf8, named: "map.osm")?.contains("version") == true)
        for cut in [3, 9, 20] {
            let refusal = try refusal(Self.map.utf8.dropLast(cut), named: "map.osm")
            #expect(refusal?.contains("download it again") == true, "\(refusal ?? "")")
        }
        let missing = #expect(throws: OSMReadError.self) {
            _ = try OSMReader(path: "/no/such.osm", kinds: .ways)
        }
        #expect(missing?.description.contains("/no/such.osm") == true)
    }
}
