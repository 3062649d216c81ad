// Fuzz target for route handles, as callers send them back.

import DataStructures
import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis

extension FuzzTarget {
    /// A handle's bytes without the checksum, which is added to every input: otherwise it would
    /// refuse them all.
    static let handle = FuzzTarget(
        name: "handle",
        words: ["TravelTime", "impedanceAttributeName", "startTime", "now", "travelMode", "{}"],
        entries: { bench in [try handleBytes(of: Town(bench).layer())] }
    ) { bench in
        let layer = try Town(bench).layer()
        return { bytes in
            try isTaken {
                var whole = bytes
                let sum = bytes.withUnsafeBytes { DatasetChecksum.of($0) }
                for shift in stride(from: UInt64(0), to: 64, by: 8) {
                    whole.append(UInt8(truncatingIfNeeded: sum >> shift))
                }
                var parameters = RefreshParameters()
                parameters.routeHandle = Base64URL.text(of: whole)
                parameters.returnDirections = true
                parameters.returnRouteHandle = true
                let first = try layer.refresh(parameters)
                parameters.routeHandle = try same("a handle") { try handle(of: first) }
                let again = try same("a handle") { try layer.refresh(parameters) }
                try expectSame(try handle(of: again), try handle(of: first), "a handle")
            }
        }
    }

    private static func handleBytes(of layer: NetworkLayer) throws -> [UInt8] {
        let solved = try layer.solve(
            RouteParameters(fields: ["stops": Town.stops, "returnRouteHandle": "true"]))
        return Array((Base64URL.bytes(of: try handle(of: solved).utf8) ?? []).dropLast(8))
    }

    private static func handle(of answer: AnalysisResult) throws -> String {
        guard let set = answer.routes, let row = set.features.first,
            case .string(let text)? = set.value("RouteHandle", of: row)
        else { throw Violation("an answer with a route has no handle") }
        return text
    }
}
