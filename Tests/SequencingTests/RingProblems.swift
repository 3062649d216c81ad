// Problems with a proven best order: places in a ring, and windows that leave one order.

import Foundation

/// In a ring, no leg is shorter than a step to the next place. The trip round the ring has only
/// such legs, so no order is better.
extension BenchmarkProblem {
    private static let count = 40

    /// A node's place in the ring. The numbers jump all over it.
    private static func place(_ node: Int) -> Int { node * 7 % count }

    /// The number of places from one node to another in one direction.
    private static func steps(_ from: Int, _ to: Int) -> Int {
        (place(to) - place(from) + count) % count
    }

    /// The straight line between two places on a circle, so many places apart.
    private static func chord(_ steps: Int) -> Int64 {
        Int64((20_000 * sin(Double.pi * Double(steps) / Double(count))).rounded())
    }

    /// One ring for each form in which TSPLIB states distances.
    static let rings: [BenchmarkProblem] = [
        ring(
            "circle", leg: chord(1), ["EDGE_WEIGHT_TYPE: EUC_2D", "NODE_COORD_SECTION"],
            (0..<count).map { node in
                let angle = 2 * Double.pi * Double(place(node)) / Double(count)
                return "\(node + 1) \(10_000 * cos(angle)) \(10_000 * sin(angle))"
            }),
        ring(
            "circle-lower-rows", leg: chord(1),
            [
                "EDGE_WEIGHT_TYPE: EXPLICIT", "EDGE_WEIGHT_FORMAT: LOWER_DIAG_ROW",
                "EDGE_WEIGHT_SECTION",
            ],
            (0..<count).map { row in
                (0...row).map { "\(chord(steps(row, $0)))" }.joined(separator: " ")
            }),
        ring(
            "one-way-ring", leg: 100,
            [
                "EDGE_WEIGHT_TYPE: EXPLICIT", "EDGE_WEIGHT_FORMAT: FULL_MATRIX",
                "EDGE_WEIGHT_SECTION",
            ],
            (0..<count).map { row in
                (0..<count).map { "\(100 * steps(row, $0))" }.joined(separator: " ")
            }),
        // 9 degrees along a great circle are 1,001.9 km, which the formula rounds up.
        ring(
            "over-the-poles", leg: 1_002, ["EDGE_WEIGHT_TYPE: GEO", "NODE_COORD_SECTION"],
            (0..<count).map { "\($0 + 1) \(meridian(9 * Double(place($0)) + 4.5))" }),
    ]

    private static func ring(
        _ name: String, leg: Int64, _ keys: [String], _ lines: [String]
    ) -> BenchmarkProblem {
        let head = ["NAME: \(name)", "DIMENSION: \(count)"]
        let text = (head + keys + lines + ["EOF"]).joined(separator: "\n")
        return BenchmarkProblem(name: name, best: Int64(count) * leg, tolerance: 0) { text }
    }

    /// Latitude and longitude on the circle over Greenwich and both poles, as TSPLIB writes them:
    /// minutes after the point.
    private static func meridian(_ angle: Double) -> String {
        let isBehind = angle > 90 && angle < 270
        let latitude = isBehind ? 180 - angle : angle < 90 ? angle : angle - 360
        let degrees = latitude.rounded(.towardZero)
        return "\(degrees + (latitude - degrees) * 0.6) \(isBehind ? 180 : 0)"
    }

    static let ringsWithWindows: [BenchmarkProblem] = [
        // Each window is open when the trip round the ring comes by, and for three legs before and
        // after. The windows leave many orders; the ring ends first.
        windowed("wide-windows", travel: Int64(count) * chord(1), end: Int64(count) * chord(1)) {
            let arrival = chord(1) * Int64(place($0))
            return (max(0, arrival - 3 * chord(1)), arrival + 3 * chord(1))
        },
        // No two windows are open together, so they leave one order: three places back each time,
        // with an arrival 50 too early.
        windowed(
            "forced-order", travel: Int64(count) * chord(3),
            end: Int64(count) * chord(3) + Int64(count - 1) * 50
        ) {
            let opens = Int64($0 * 11 % count) * (chord(3) + 50)
            return (opens, opens + 40)
        },
    ]

    /// A ring with windows; node 0 is always open.
    private static func windowed(
        _ name: String, travel: Int64, end: Int64, window: (Int) -> (opens: Int64, closes: Int64)
    ) -> BenchmarkProblem {
        let matrix = (0..<count).map { row in
            (0..<count).map { "\(chord(steps(row, $0)))" }.joined(separator: " ")
        }
        let windows = (1..<count).map { node in
            let (opens, closes) = window(node)
            return "\(opens) \(closes)"
        }
        let text = (["\(count)"] + matrix + ["0 \(2 * end)"] + windows).joined(separator: "\n")
        return BenchmarkProblem(name: name, best: travel, soonestEnd: end, tolerance: 0) { text }
    }
}
