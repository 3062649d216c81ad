// Cuts lines at the 180th meridian, as GeoJSON requires.

/// Cuts lines in longitude and latitude at the 180th meridian.
///
/// Source: RFC 7946, section 3.1.9: a line that crosses the antimeridian is cut in two, so that
/// neither part crosses it.
enum MeridianCut {
    /// Lines may go around the earth at most once more; larger numbers are not longitudes.
    private static let mostDegrees = 540.0

    /// Returns a line's parts, with longitudes from -180 to 180. If any number is not a longitude,
    /// the line stays as it is.
    ///
    /// - Complexity: O(*n*) in the vertices.
    static func parts(of line: [Coordinate]) -> [[Coordinate]] {
        guard line.contains(where: { abs($0.x) > 180 }),
            line.allSatisfy({ abs($0.x) <= mostDegrees })
        else { return [line] }
        var parts: [[Coordinate]] = []
        // How many turns around the earth precede the current part.
        var turns = 0.0
        for (from, to) in zip(line, line.dropFirst()) where from != to {
            for (start, end) in steps(from: from, to: to) {
                let isSame =
                    !parts.isEmpty
                    && max(abs(start.x - 360 * turns), abs(end.x - 360 * turns)) <= 180
                if !isSame {
                    turns = ((start.x + end.x) / 720).rounded()
                    parts.append([Coordinate(x: start.x - 360 * turns, y: start.y)])
                }
                parts[parts.count - 1].append(Coordinate(x: end.x - 360 * turns, y: end.y))
            }
        }
        if !parts.isEmpty { return parts }
        return [line.map { Coordinate(x: $0.x.remainder(dividingBy: 360), y: $0.y) }]
    }

    /// Cuts a segment where it crosses the meridian.
    private static func steps(
        from: Coordinate, to: Coordinate
    ) -> [(start: Coordinate, end: Coordinate)] {
        let (least, most) = (min(from.x, to.x), max(from.x, to.x))
        let first = ((least - 180) / 360).rounded(.down) + 1
        let crossings = stride(from: 180 + 360 * first, to: most, by: 360).filter { $0 > least }
        let cuts = (from.x < to.x ? crossings : crossings.reversed()).map { x in
            Coordinate(x: x, y: from.y + (x - from.x) / (to.x - from.x) * (to.y - from.y))
        }
        return zip([from] + cuts, cuts + [to]).map { ($0, $1) }
    }
}
