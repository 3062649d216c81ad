// Hand-written OpenStreetMap files, for what drawings cannot say: versions, places, remarks.

import Foundation
import RoadNetwork
import Testing

@testable import NetworkBuilder

/// Elements of OSM XML.
enum MapText {
    static func node(
        _ id: Int64, _ longitude: String, _ latitude: String, _ attributes: String = "",
        _ tags: String = ""
    ) -> String {
        "<node id='\(id)' lon='\(longitude)' lat='\(latitude)' \(attributes)>\(pairs(tags))</node>"
    }

    /// - Parameter tags: `key=value`, separated by bars.
    static func way(
        _ id: Int64, _ nodes: [Int64], _ tags: String, _ attributes: String = ""
    ) -> String {
        "<way id='\(id)' \(attributes)>"
            + nodes.map { "<nd ref='\($0)'/>" }.joined() + pairs(tags) + "</way>"
    }

    static func file(_ elements: String..., end: String = "") -> String {
        "<?xml version='1.0'?><osm version='0.6'>\(elements.joined())\(end)</osm>"
    }

    private static func pairs(_ text: String) -> String {
        text.split(separator: "|").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1)
            return "<tag k='\(parts[0])' v='\(parts[1])'/>"
        }.joined()
    }

    static func build(
        _ files: KeyValuePairs<String, String>,
        _ change: (inout NetworkDefinition) -> Void = { _ in }
    ) throws -> BuiltTown {
        let folder = try Scratch()
        let inputs = try files.map { try folder.write($0.key, $0.value.utf8) }
        return try withExtendedLifetime(folder) { try BuiltTown(inputs: inputs, change) }
    }
}

extension BuiltTown {
    /// The distinct street names, in order.
    var streetNames: [String] {
        Set(contents.segmentName.map { contents.name(row: $0) }).sorted()
    }

    /// The findings of a kind, as `object: text`.
    func found(_ kind: Finding.Kind) -> [String] {
        findings.kept.filter { $0.kind == kind }.map { "\($0.object): \($0.text)" }
    }
}
