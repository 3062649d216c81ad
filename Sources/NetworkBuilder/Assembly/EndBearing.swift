// The direction in which a line leaves its end.

import Geo

/// Bearings at the ends of lines, in hundredths of a degree clockwise from north.
enum EndBearing {
    /// The length over which a bearing is taken, so a kink at the junction does not decide it.
    static let spanMeters = 15.0

    /// Returns the bearing from a line's start to the place 15 m along it, or to its end if it is
    /// shorter.
    static func hundredths(_ line: [Coordinate]) -> UInt16 {
        guard let start = line.first else { return 0 }
        let scale = Geodesic.metersPerDegree(atLatitude: start.y)
        var left = spanMeters
        var target = start
        for (from, to) in zip(line, line.dropFirst()) {
            let dx = (to.x - from.x) * scale.x
            let dy = (to.y - from.y) * scale.y
            let meters = (dx * dx + dy * dy).squareRoot()
            if meters >= left, meters > 0 {
                let share = left / meters
                target = Coordinate(
                    x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
                break
            }
            left -= meters
            target = to
        }
        let degrees = Geodesic.bearingDegrees(from: start, to: target)
        return UInt16((degrees * 100).rounded()) % 36_000
    }

    static func opposite(_ hundredths: UInt16) -> UInt16 { (hundredths + 18_000) % 36_000 }
}
