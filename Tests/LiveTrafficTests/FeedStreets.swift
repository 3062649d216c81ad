// A few streets with OpenStreetMap ids, on which tests place feeds.

import Foundation
import NetworkBuilder
import RoadNetwork

@testable import LiveTraffic

/// Four streets round a block; between nodes 2 and 3 lies node 4, which is no junction.
///
///     3 --13-- 6
///     |        ^
///     4       12 (one way)
///     |        |
///     2 --11-- 5
///     |
///    10
///     |
///     1
enum FeedStreets {
    private static let text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <osm version="0.6">
          <node id="1" version="1" lat="43.730" lon="7.410"/>
          <node id="2" version="1" lat="43.731" lon="7.410"/>
          <node id="4" version="1" lat="43.7315" lon="7.41005"/>
          <node id="3" version="1" lat="43.732" lon="7.410"/>
          <node id="5" version="1" lat="43.731" lon="7.412"/>
          <node id="6" version="1" lat="43.732" lon="7.412"/>
          <way id="10" version="1">
            <nd ref="1"/><nd ref="2"/><nd ref="4"/><nd ref="3"/>
            <tag k="highway" v="residential"/>
          </way>
          <way id="11" version="1">
            <nd ref="2"/><nd ref="5"/><tag k="highway" v="residential"/>
          </way>
          <way id="12" version="1">
            <nd ref="5"/><nd ref="6"/>
            <tag k="highway" v="residential"/><tag k="oneway" v="yes"/>
          </way>
          <way id="13" version="1">
            <nd ref="3"/><nd ref="6"/><tag k="highway" v="residential"/>
          </way>
        </osm>
        """

    static func build() async throws -> NetworkDataset {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer {
            do {
                try FileManager.default.removeItem(atPath: folder)
            } catch {
                print("left behind: \(folder)")
            }
        }
        let input = "\(folder)/streets.osm"
        try text.write(toFile: input, atomically: true, encoding: .utf8)
        _ = try await BuildPipeline.run(inputs: [input], output: "\(folder)/block")
        return try NetworkDataset(path: "\(folder)/block")
    }
}

extension NetworkDataset {
    /// The edge between two OpenStreetMap nodes, both junctions.
    func edge(_ from: Int64, _ to: Int64) -> UInt32? {
        edges(fromNode: from, toNode: to).first?.edge
    }
}

func read(_ text: String, _ mapping: FeedMapping = FeedMapping()) throws -> FeedContent {
    try FeedReader(mapping: mapping).read(Array(text.utf8))
}
