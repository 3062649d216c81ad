// Fuzz targets for traces: tables, GPX, JSON positions, encoded polylines, and given legs.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis

extension FuzzTarget {
    static let traces = FuzzTarget(
        name: "traces",
        words: [
            "Time", "Accuracy", "Bearing", "IsStop", "TraceName", "\"paths\":", "<trkseg>",
            "<trkpt lat=\"", "<time>", "</trkpt>", "2026-03-02T09:30:05Z", "1700000000000", "-1",
            "\"LineString\"", "lon,lat,time\n", "LINESTRING (", "1e308", "null",
        ], readsTrees: true
    ) { bench in
        let layer = try Town(bench).layer()
        return { bytes in
            try isTaken {
                let limits = FeatureLimits(maximumFeatures: 5_000, maximumVertices: 5_000)
                let input = try TraceReader(limits: limits).traces(bytes)
                var writer = JSONWriter()
                writer.esriFeatureSet(input.featureSet)
                if input.traces.allSatisfy({ $0.fixes.allSatisfy(\.coordinate.isFinite) }) {
                    let again = try TraceReader().traces(writer.bytes)
                    try expectSame(again.fixCount, input.fixCount, "a trace")
                }
                var parameters = MatchParameters()
                parameters.traces = input
                let control = SolveControl(timeLimitSeconds: 10)
                let result = try layer.match(parameters, control: control)
                try expectSame(
                    result[table: "tracePoints"]?.features.count ?? -1, input.fixCount,
                    "the number of trace points")
            }
        }
    }

    static let polyline = FuzzTarget(
        name: "polyline", words: ["_p~iF~ps|U", "_ulLnnqC", "??", "~~~~~~~~", "\\", "`@"]
    ) { _ in
        { bytes in
            try isTaken {
                let text = String(decoding: bytes, as: UTF8.self)
                for decimals in [5, 6] {
                    let coding = EncodedPolyline(decimals: decimals)
                    let line = try coding.decoded(text)
                    let again = try coding.decoded(coding.encoded(line))
                    try expectSame(again, line, "a line")
                }
            }
        }
    }

    static let legs = FuzzTarget(
        name: "legs",
        words: [
            "\"supportingPoints\":", "\"precision\":6", "[10.001,50.0]", "\"coordinates\":",
            "\"paths\":", "1e308", "null", "_p~iF~ps|U",
        ], readsTrees: true
    ) { bench in
        let layer = try Town(bench).layer()
        return { bytes in
            try isTaken {
                let parameters = try RouteParameters(fields: [
                    "stops": Town.stops, "legs": String(decoding: bytes, as: UTF8.self),
                ])
                let control = SolveControl(timeLimitSeconds: 10)
                _ = try layer.solve(parameters, control: control)
            }
        }
    }
}
