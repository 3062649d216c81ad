// Cuts lines where a tile's buffer ends.

/// A box in a tile's units, used to cut lines.
///
/// Method: Y.-D. Liang and B. A. Barsky, *A New Concept and Method for Line Clipping*, ACM TOG 3
/// (1984), [doi:10.1145/357332.357333](https://doi.org/10.1145/357332.357333).
struct LineClip: Sendable {
    /// The tile with its buffer.
    static let tile = LineClip(
        least: -TileAddress.buffer, greatest: TileAddress.extent + TileAddress.buffer)

    private let least: Double
    private let greatest: Double

    init(least: Double, greatest: Double) {
        self.least = least
        self.greatest = greatest
    }

    /// Returns the parts of a line inside the box, borders included, in their order along it.
    ///
    /// If a line only touches the box, the part is one place, twice.
    ///
    /// - Complexity: O(*n*) for *n* points.
    func parts(of line: [TilePoint]) -> [[TilePoint]] {
        if line.count > 1, line.allSatisfy(contains) { return [line] }
        var parts: [[TilePoint]] = []
        var part: [TilePoint] = []
        for (from, to) in zip(line, line.dropFirst()) {
            guard let (enter, leave) = shares(from, to) else { continue }
            let start = enter == 0 ? from : from + (to - from) * enter
            let end = leave == 1 ? to : from + (to - from) * leave
            if enter > 0 || part.isEmpty {
                if part.count > 1 { parts.append(part) }
                part = [start]
            }
            part.append(end)
            if leave < 1 {
                parts.append(part)
                part = []
            }
        }
        if part.count > 1 { parts.append(part) }
        return parts
    }

    private func contains(_ point: TilePoint) -> Bool {
        point.x >= least && point.x <= greatest && point.y >= least && point.y <= greatest
    }

    /// Returns the shares of a step between which it lies in the box; `nil` if it lies outside.
    private func shares(_ from: TilePoint, _ to: TilePoint) -> (Double, Double)? {
        let step = to - from
        var (enter, leave) = (0.0, 1.0)
        for axis in 0..<2 {
            let (start, delta) = (from[axis], step[axis])
            if delta == 0 {
                guard start >= least, start <= greatest else { return nil }
                continue
            }
            let (near, far) =
                delta > 0
                ? ((least - start) / delta, (greatest - start) / delta)
                : ((greatest - start) / delta, (least - start) / delta)
            enter = max(enter, near)
            leave = min(leave, far)
        }
        return enter <= leave ? (enter, leave) : nil
    }
}
