// Fuzz target for street layers: what their columns are, and their rows.

import Geo
import NetworkBuilder
import StreetLayers

extension FuzzTarget {
    /// A file for `--fields`, a line `===`, and a table of lines. Their copy must be OpenStreetMap
    /// data that can be read.
    static let streets = FuzzTarget(
        name: "streets",
        words: [
            "===\n", "columns: ", "values: ", "units: ", "constants: ", "levels: ", "snap: ",
            "id: ",
            "highway", "oneway", "maxspeed", "fclass", "MTFCC", "other_tags", "F_ZLEV", "T_ZLEV",
            "osm_id", "LINESTRING (7 43, 7.01 43)", "MULTILINESTRING ((7 43, 7 44), (7 44, 8 44))",
            "\"['a', 'b']\"", "\"\"\"a\"\"=>\"\"b\"\"\"", "FT", "TF", "B", "N", "-1", "nan",
            "<Null>",
            "&", "<", "\u{FFFE}", "180", "-90.00000001", "motorway", " + ",
        ]
    ) { bench in
        let reading = NetworkReading(try .shipped())
        let path = "\(bench.scratch)/fuzz-streets.osm"
        return { bytes in
            // The file is the operator's own text, and messages may quote it at length.
            try isTaken(messageBytes: 1 << 20) {
                let text = String(decoding: bytes, as: UTF8.self)
                let parts = text.split(separator: "===\n", maxSplits: 1)
                let fields = try StreetFields(text: String(parts.first ?? ""), file: "streets.yaml")
                let table = Array((parts.count > 1 ? parts[1] : "").utf8)
                let rows = try CSVFeatureReader().features(
                    table, hints: FileHints(), notes: ReadingNotes())
                guard let lines = rows.polylines else { return }
                var layer = StreetLayer(fields)
                try layer.add(StreetRows(lines, named: "streets.csv"))
                try layer.write(to: path)
                do {
                    _ = try reading.contents(of: [path])
                } catch let error as OSMReadError {
                    throw Violation("the copy cannot be read: \(error)")
                }
            }
        }
    }
}
