// The lanes to use before a maneuver, if their arrows are known.

import RoadNetwork

/// Neighboring lanes that lead where a maneuver goes.
struct LaneGroup: Hashable, Sendable {
    /// The side of the road on which the lanes lie; `nil` for the middle.
    let side: TurnSide?
    /// The number of lanes.
    let count: Int
}

/// Finds the lanes to use before a maneuver.
struct LaneAdvice {
    let network: NetworkDataset
    let travel: Travel

    /// Returns the lanes to use; `nil` if no arrows are known, none suits, or all lanes lead there.
    func lanes(before maneuver: Maneuver) -> LaneGroup? {
        guard network.laneTable.count > 0,
            let before = travel.steps[..<maneuver.steps.lowerBound].last(where: {
                $0.centimeters > 0
            }), before.to == 1
        else { return nil }
        let lanes = network.lanes(of: before.edge.row)
        guard lanes.count > 1, let meant = meant(by: maneuver, after: before.edge),
            let arrow = meant.arrow(among: LaneTurns.arrows(on: lanes)),
            !(meant.isStraight && goesOn(lanes, in: maneuver))
        else { return nil }
        return Self.group(lanes.map { $0.leads(arrow) })
    }

    /// Whether the road taken has the same arrows: they belong to a junction farther on.
    private func goesOn(_ lanes: [LaneTurns], in maneuver: Maneuver) -> Bool {
        travel.edge(of: maneuver.steps).map { network.lanes(of: $0.row) == lanes } ?? false
    }

    /// Returns the lanes that lead there if they lie together and other lanes remain.
    private static func group(_ leads: [Bool]) -> LaneGroup? {
        guard let first = leads.firstIndex(of: true), let last = leads.lastIndex(of: true),
            leads[first...last].allSatisfy(\.self), last - first + 1 < leads.count
        else { return nil }
        let side: TurnSide? = first == 0 ? .left : last == leads.count - 1 ? .right : nil
        return LaneGroup(side: side, count: last - first + 1)
    }

    /// Returns which arrow a maneuver needs; `nil` if it needs no choice of lanes.
    private func meant(by maneuver: Maneuver, after edge: EdgeID) -> Meant? {
        switch maneuver.action {
        case .roundabout: across(maneuver, after: edge).map { .across(degrees: $0.degrees) }
        case .uTurn: .back(network.drivingSide(of: edge) == .right ? .left : .right)
        default: Meant(maneuver.action)
        }
    }

    /// Returns the change of direction over a roundabout; `nil` if no sign calls it one, since such
    /// a ring has arrows like any junction.
    private func across(_ maneuver: Maneuver, after edge: EdgeID) -> TurnAngle? {
        let start = travel.position(of: maneuver.steps.lowerBound)
        var end = start
        while end < travel.moving.count,
            network.flags(of: travel.steps[travel.moving[end]].edge).contains(.roundabout)
        {
            end += 1
        }
        guard end > start || network.flags(of: network.head(of: edge)).contains(.miniRoundabout)
        else { return nil }
        return travel.angle(across: start..<end, until: maneuver.steps.upperBound, on: network)
    }

    /// Which arrow a maneuver needs.
    private enum Meant {
        /// The arrow closest to these degrees, on the same side.
        case turn(degrees: Double)
        /// The arrow straight on.
        case straight
        /// The arrow between two others.
        case middle
        /// The outermost arrow on a side; if `showsSide`, it must also point to that side.
        case outermost(TurnSide, showsSide: Bool)
        /// The arrow for this direction on the far side of a roundabout, unless two come near.
        case across(degrees: Double)
        /// The arrow for turning back, else the outermost on the side where one turns back.
        case back(TurnSide)

        /// An arrow that differs by more does not mean a direction across a roundabout.
        private static let acrossDegrees = 45.0
        /// Another arrow must differ by this much more, or it is doubtful which is meant.
        private static let doubtDegrees = 15.0

        /// - Returns: `nil` if the action needs no choice of lanes, or if its roads must be seen.
        init?(_ action: ManeuverAction) {
            switch action {
            case .turn(let strength, let side), .stay(let strength, let side):
                let degrees = strength == .bear ? 40.0 : strength == .turn ? 90 : 135
                self = .turn(degrees: side == .left ? -degrees : degrees)
            case .endOfRoad(let side), .doubleTurn(let side, _):
                self = .turn(degrees: side == .left ? -90 : 90)
            case .proceed, .changeHighway: self = .straight
            case .fork(.some(let side)), .stayAtFork(.some(let side)):
                self = .outermost(side, showsSide: false)
            case .fork(.none), .stayAtFork(.none): self = .middle
            case .ramp(.some(let side)), .exit(.some(let side)):
                self = .outermost(side, showsSide: true)
            default: return nil
            }
        }

        var isStraight: Bool {
            if case .straight = self { true } else { false }
        }

        func arrow(among arrows: [(turn: LaneTurns, degrees: Double)]) -> LaneTurns? {
            guard arrows.count > 1 else { return nil }
            let onward = arrows.filter { $0.turn != .reverse }
            switch self {
            case .turn(let degrees):
                return onward.filter { $0.degrees * degrees > 0 }
                    .min { abs($0.degrees - degrees) < abs($1.degrees - degrees) }?.turn
            case .straight: return onward.first { $0.turn == .through }?.turn
            case .middle: return onward.count == 3 ? onward[1].turn : nil
            case .outermost(let side, let showsSide):
                guard let arrow = side == .left ? onward.first : onward.last else { return nil }
                let isShown = side == .left ? arrow.degrees < 0 : arrow.degrees > 0
                return isShown || !showsSide ? arrow.turn : nil
            case .across(let degrees):
                let near = arrows.map { ($0.turn, Self.apart($0.degrees, degrees)) }
                    .sorted { $0.1 < $1.1 }
                return near[0].1 <= Self.acrossDegrees
                    && near[1].1 - near[0].1 >= Self.doubtDegrees ? near[0].0 : nil
            case .back(let side):
                if let back = arrows.first(where: { $0.turn == .reverse }) { return back.turn }
                guard let arrow = side == .left ? onward.first : onward.last else { return nil }
                return (side == .left ? -arrow.degrees : arrow.degrees) >= 90 ? arrow.turn : nil
            }
        }

        private static func apart(_ a: Double, _ b: Double) -> Double {
            TurnAngle(degrees: a - b).deviation
        }
    }
}
