// Arbitrary bytes do not crash a reader.

import DataStructures
import Geo
import Testing

struct ReaderFuzzTests {
    private static let samples: [String] = [
        #"{"features":[{"geometry":{"x":1,"y":"NaN","spatialReference":{"wkid":102100}},"#
            + #""attributes":{"Name":"A","Time":1.5}},{"geometry":{"rings":[[[0,0],[1,0],[1,"#
            + #"1]]]}}],"#
            + #""fields":[{"name":"Name","type":"esriFieldTypeDate","length":5}],"hasM":true}"#,
        #"{"type":"FeatureCollection","features":[{"type":"Feature","id":1,"#
            + #""properties":{"a":null},"#
            + #""geometry":{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]]]}}]}"#,
        "lon,lat,Name,When\n1.5,2,\"a \"\"b\"\"\",2026-11-21T09:30\n3,4,c,\n",
        "wkt;n\n\"MULTIPOLYGON Z (((0 0 1, 1 0 1, 1 1 1, 0 0 1)))\";1\nPOINT EMPTY;2\n",
        "<gpx v='1'><wpt lat=\"1\" lon=\"2\"><name>A &amp; "
            + "&#65;<![CDATA[x]]></name></wpt><a/></gpx>",
    ]

    @Test(arguments: UInt64(0)..<60)
    func `no change of bytes crashes a reader`(seed: UInt64) {
        var random = SeededGenerator(seed)
        var taken = 0
        for sample in Self.samples {
            for _ in 0..<60 {
                let bytes = mutated(Array(sample.utf8), using: &random)
                let outcomes: [Result<Int, any Error>] = [
                    Result {
                        try EsriFeatureReader().featureSet(try JSONValue.parse(bytes)).features
                            .count
                    },
                    Result {
                        let split = try GeoJSONReader().features(try JSONValue.parse(bytes))
                        return split.points?.features.count ?? 0
                    },
                    Result {
                        let split = try CSVFeatureReader().features(bytes)
                        return split.points?.features.count ?? 0
                    },
                    Result { try GPXReader().featureSet(bytes).features.count },
                    Result {
                        try Geometry(wellKnownText: String(decoding: bytes, as: UTF8.self))
                            .coordinates
                            .count
                    },
                ]
                taken += outcomes.count { if case .success = $0 { true } else { false } }
            }
        }
        #expect(taken > 0, "seed \(seed): a mutation that changes nothing that matters is taken")
    }

    private func mutated(_ sample: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = sample
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            guard !bytes.isEmpty else { return bytes }
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0...4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: place)
            case 2:
                bytes.insert(sample[Int.random(in: 0..<sample.count, using: &random)], at: place)
            case 3: bytes.removeSubrange(place...)
            default: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
            }
        }
        return bytes
    }
}
