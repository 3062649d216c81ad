// Fuzz targets for an operator's files: definitions, OpenStreetMap data, datasets.

import Foundation
import NetworkBuilder
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteService

extension FuzzTarget {
    static let yaml = FuzzTarget(
        name: "yaml",
        words: [
            "service: ", "network: ", "defaults:\n  ", "travelModes:\n  - ", "limits:\n  ", "- ",
            "&a ", "*a", "<<: *a", "!!binary ", "!!float ", ".nan", ".inf", "|\n", ">-\n", "? ",
            "{value: ", "when: {", "not ", "\"*\"", "families:\n", "restrictions:\n", "costs:\n",
            "---\n", "%YAML 1.2\n", "~", "# ",
        ]
    ) { bench in
        let layer = try Town(bench).layer().layerDescription
        return { bytes in
            // A definition is the operator's own text, and messages may quote it at length.
            try isTaken(messageBytes: 1 << 20) {
                let text = String(decoding: bytes, as: UTF8.self)
                if text.contains("service:") {
                    try UntrustedInput.definition(text, of: layer)
                } else {
                    _ = try NetworkDefinition(text: text, file: "fuzz.network.yaml")
                }
            }
        }
    }

    static let openStreetMap = FuzzTarget(
        name: "osm",
        words: [
            "<node id=\"", "<way id=\"", "<relation id=\"", "<nd ref=\"1\"/>", "<tag k=\"",
            "\" v=\"",
            "<member type=\"way\" ref=\"", "role=\"via\"", "highway", "oneway", "-1", "maxspeed",
            "access:conditional", "no @ (22:00-06:00)", "restriction", "no_left_turn", "lat=\"",
            "visible=\"false\"", "action=\"delete\"", "&#0;", "<!ENTITY", "OSMData", "OSMHeader",
            "route", "ferry", "duration", "PT1H", "timestamp=\"", "maxheight", "9'10\"",
        ]
    ) { bench in
        let reading = NetworkReading(try .shipped())
        return { bytes in
            let path = "\(bench.scratch)/fuzz-input.\(Self.suffix(of: bytes))"
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            return try isTaken { _ = try reading.contents(of: [path]) }
        }
    }

    static let dataset = FuzzTarget(
        name: "dataset", words: ["node.", "edge.", "hierarchy.", "\"bit\":", "\"column\":"],
        entries: { bench in [try Town(bench).dataset()] }
    ) { bench in
        let stops = try RouteParameters(fields: [
            "stops": Town.stops, "returnTraversedEdges": "true",
        ])
        return { bytes in
            // Checksums refuse all such inputs. With valid checksums, the check of the structure
            // must refuse the file, or it must be safe to query.
            try isTaken {
                let network = try NetworkDataset(bytes: bytes)
                _ = network.damagedSections()
                let faults = network.structuralFaults()
                guard faults.isEmpty else { throw Violation.Structure(faults: faults) }
                _ = try NetworkLayer(network: network).solve(stops)
            }
        }
    }

    /// The file suffix by which the parser recognizes the format.
    private static func suffix(of bytes: [UInt8]) -> String {
        switch (bytes.first, bytes.dropFirst().first) {
        case (UInt8(ascii: "<"), _): "osm"
        case (0x1F, 0x8B): "osm.gz"
        case (UInt8(ascii: "B"), UInt8(ascii: "Z")): "osm.bz2"
        default: "osm.pbf"
        }
    }
}

extension Violation {
    /// A dataset refused for its structure, as expected.
    struct Structure: Error {
        let faults: [String]
    }
}
