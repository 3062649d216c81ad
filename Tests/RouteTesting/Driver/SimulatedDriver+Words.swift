// Words that a driver can check on the road before an instruction: lanes, and a road's end.

import RoadNetwork

extension DriverInstruction {
    /// The lanes that a sentence says to use.
    package struct Lanes: Hashable, Sendable {
        /// -1 for the left, 1 for the right, 0 for the middle.
        package var side: Int
        package var count: Int

        private static let sides = ["left": -1, "middle": 0, "right": 1]
        private static let numbers = ["two": 2, "three": 3, "four": 4, "five": 5, "six": 6]

        /// Reads the lanes from an English sentence; `nil` if it names none.
        init?(_ text: String) {
            let parts = text.split(separator: "Use the ", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            let words = parts[1].split(whereSeparator: { " .".contains($0) }).map(String.init)
            guard words.count > 1, let side = Self.sides[words[0]] else { return nil }
            self.side = side
            if words[1] == "lane" {
                count = 1
            } else if words.count > 2, words[2] == "lanes",
                let number = Self.numbers[words[1]] ?? Int(words[1])
            {
                count = number
            } else {
                return nil
            }
        }
    }

    var lanes: Lanes? { Lanes(text) }

    var saysRoadEnds: Bool { text.lowercased().contains("at the end of the road") }
}

extension SimulatedDriver {
    /// A street that leads on within this angle, near and far, goes straight on.
    private static let straightDegrees = 20.0

    /// Notes words that the road belies.
    mutating func checkWords(
        of instruction: DriverInstruction, on road: EdgeID, before arms: [DriverArm]
    ) {
        let onward = arms.first { arm in
            !arm.isMinor && !arm.isLink
                && max(abs(arm.near), abs(arm.far)) <= Self.straightDegrees
        }
        if instruction.saysRoadEnds, let onward {
            fail(
                "the road does not end", instruction.text,
                "\(map.network.roadClass(of: onward.edge)) goes on at \(Int(onward.near))°")
        }
        if let words = instruction.lanes {
            let lanes = map.network.lanes(of: road.row)
            if !Self.fits(words, lanes, instruction.action) {
                fail("the lanes lead elsewhere", instruction.text, "\(lanes.map(\.rawValue))")
            }
        }
    }

    /// Whether the arrows on the lanes named, and no others, lead where an instruction does.
    private static func fits(
        _ words: DriverInstruction.Lanes, _ lanes: [LaneTurns],
        _ action: DriverInstruction.Action
    ) -> Bool {
        guard words.count < lanes.count else { return false }
        let last = lanes.count - words.count
        // In the middle there may be several such groups; the arrows say which is meant.
        let starts = words.side < 0 ? 0..<1 : words.side > 0 ? last..<(last + 1) : 1..<max(1, last)
        let all = LaneTurns.arrows(on: lanes)
        return starts.contains { start in
            let group = start..<(start + words.count)
            let own = all.filter { arrow in
                lanes.indices.allSatisfy { lanes[$0].leads(arrow.turn) == group.contains($0) }
            }
            return own.contains { means($0.degrees, action, among: all.map(\.degrees)) }
        }
    }

    /// Whether an arrow may mean an instruction. Where a roundabout's exit leads is seen later.
    private static func means(
        _ degrees: Double, _ action: DriverInstruction.Action, among all: [Double]
    ) -> Bool {
        let onward = all.filter { abs($0) < 180 }
        switch action {
        case .start, .straight, .merge: return degrees == 0
        case .turn(let side, _): return degrees * side > 0 && abs(degrees) < 180
        case .double(let first, _): return degrees * first.side > 0 && abs(degrees) < 180
        case .fork(let side):
            if side == 0 { return degrees != onward.first && degrees != onward.last }
            return degrees == (side < 0 ? onward.first : onward.last)
        case .ramp(let side): return side == 0 ? degrees == 0 : degrees * side > 0
        case .turnBack: return abs(degrees) >= 90
        case .ring: return true
        case .leaveRing, .ferry, .leaveFerry, .stairs: return false
        }
    }
}
