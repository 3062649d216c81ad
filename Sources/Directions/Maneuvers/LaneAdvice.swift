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
        guard network.laneTable.count > 0, let meant = Meant(maneuver.action),
            let before = travel.steps[..<maneuver.steps.lowerBound].last(where: {
                $0.centimeters > 0
            }), before.to == 1
        else { return nil }
        let lanes = network.lanes(of: before.edge.row)
        guard lanes.count > 1, let arrow = meant.arrow(among: LaneTurns.arrows(on: lanes)) else {
            return nil
        }
        return Self.group(lanes.map { $0.leads(arrow) })
    }

    /// Returns the lanes that lead there if they lie together and other lanes remain.
    private static func group(_ leads: [Bool]) -> LaneGroup? {
        guard let first = leads.firstIndex(of: true), let last = leads.lastIndex(of: true),
            leads[first...last].allSatisfy(\.self), last - first + 1 < leads.count
        else { return nil }
        let side: TurnSide? = first == 0 ? .left : last == leads.count - 1 ? .right : nil
        return LaneGroup(side: side, count: last - first + 1)
    }

    /// Which arrow a maneuver needs.
    private enum Meant {
        /// The arrow closest to these degrees, on the same side.
        case turn(degrees: Double)
        /// The outermost arrow on a side; if `showsSide`, it must also point to that side.
        case outermost(TurnSide, showsSide: Bool)

        /// - Returns: `nil` if the action needs no choice of lanes.
        init?(_ action: ManeuverAction) {
            switch action {
            case .turn(let strength, let side), .stay(let strength, let side):
                let degrees = strength == .bear ? 40.0 : strength == .turn ? 90 : 135
                self = .turn(degrees: side == .left ? -degrees : degrees)
            case .endOfRoad(let side), .doubleTurn(let side, _):
                self = .turn(degrees: side == .left ? -90 : 90)
            case .fork(.some(let side)), .stayAtFork(.some(let side)):
                self = .outermost(side, showsSide: false)
            case .ramp(.some(let side)), .exit(.some(let side)):
                self = .outermost(side, showsSide: true)
            default: return nil
            }
        }

        func arrow(among arrows: [(turn: LaneTurns, degrees: Double)]) -> LaneTurns? {
            guard arrows.count > 1 else { return nil }
            switch self {
            case .turn(let degrees):
                return arrows.filter { $0.degrees * degrees > 0 && $0.turn != .reverse }
                    .min { abs($0.degrees - degrees) < abs($1.degrees - degrees) }?.turn
            case .outermost(let side, let showsSide):
                let ordered = arrows.filter { $0.turn != .reverse }
                guard let arrow = side == .left ? ordered.first : ordered.last else { return nil }
                let isShown = side == .left ? arrow.degrees < 0 : arrow.degrees > 0
                return isShown || !showsSide ? arrow.turn : nil
            }
        }
    }
}
