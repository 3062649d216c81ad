// The turns that arrows on lanes mean.

extension LaneTurns {
    /// Each arrow with its turn in degrees, positive to the right, from left to right. Arrows on
    /// lanes that end are left out: such a lane leads nowhere of its own.
    private static let arrows: [(turn: LaneTurns, degrees: Double)] = [
        (.reverse, -180), (.sharpLeft, -135), (.left, -90), (.slightLeft, -40), (.through, 0),
        (.slightRight, 40), (.right, 90), (.sharpRight, 135),
    ]

    /// An arrow that differs from a turn by more than this does not mean it.
    private static let farthestDegrees = 95.0

    /// Returns the arrows on some lanes with their turns, each once, from left to right. A lane
    /// without arrows leads straight on.
    package static func arrows(
        on lanes: [LaneTurns]
    ) -> [(turn: LaneTurns, degrees: Double)] {
        arrows.filter { arrow in lanes.contains { $0.leads(arrow.turn) } }
    }

    /// Whether a lane that all may use leads where an arrow does.
    package func leads(_ arrow: LaneTurns) -> Bool {
        !contains(.reserved) && (isEmpty ? .through : self).contains(arrow)
    }

    /// Returns for each lane whether it leads where a route turns, judged by the closest arrow.
    package static func leading(_ lanes: [LaneTurns], turning degrees: Double) -> [Bool] {
        let best = arrows(on: lanes).map { ($0.turn, difference($0.degrees, degrees)) }
            .min { $0.1 < $1.1 }
        guard let best, best.1 <= farthestDegrees else { return lanes.map { _ in false } }
        return lanes.map { $0.leads(best.0) }
    }

    private static func difference(_ a: Double, _ b: Double) -> Double {
        let apart = abs(a - b).truncatingRemainder(dividingBy: 360)
        return min(apart, 360 - apart)
    }
}
