// How a simulated driver chooses among the roads leading on from a junction.

import RoadNetwork

/// The roads a driver may take at a junction, with an instruction or without.
///
/// The driver looks twice: at the first meters, and farther on. If these views differ, both roads
/// are acceptable.
struct DriverChoice {
    private let map: DriverMap
    private let from: EdgeID
    private let arms: [DriverArm]

    /// Angles nearer to straight on than this have no side.
    private static let sideDegrees = 8.0
    /// A road up to this angle leads straight on.
    private static let straightDegrees = 20.0
    /// Roads up to this angle lead onward.
    private static let onwardDegrees = 80.0
    /// Beyond this angle a road is turned onto, not kept to, if two others are nearer.
    private static let forkDegrees = 60.0
    /// The allowance in degrees for a street of the same name over another that lies straighter.
    private static let sameNameDegrees = 25.0
    /// The same if the other is a driveway or track.
    private static let minorDegrees = 35.0
    /// The same if the other is a ramp.
    private static let linkDegrees = 20.0
    /// The same for each road class below the present one.
    private static let classDegrees = 4.0
    /// Roads that differ by less look alike.
    private static let alikeDegrees = 6.0

    init(_ map: DriverMap, _ from: EdgeID, _ arms: [DriverArm]) {
        (self.map, self.from, self.arms) = (map, from, arms)
    }

    private static let views: [any KeyPath<DriverArm, Double> & Sendable] = [\.near, \.far]

    /// The road with the least measure in each view.
    private func least(
        _ arms: [DriverArm], _ measure: (DriverArm, Double) -> Double
    ) -> [EdgeID] {
        Self.views.compactMap { view in
            arms.min {
                (measure($0, $0[keyPath: view]), $0.edge.row)
                    < (measure($1, $1[keyPath: view]), $1.edge.row)
            }?.edge
        }
    }

    // MARK: Silent junctions

    /// The roads that look like the street's continuation.
    func onward() -> [EdgeID] { least(arms, effort) }

    /// Whether another road looks as much like the street's continuation, in both views.
    func isUnclear(_ meant: EdgeID) -> Bool {
        guard let arm = arms.first(where: { $0.edge == meant }) else { return true }
        return Self.views.allSatisfy { view in
            let own = effort(arm, arm[keyPath: view])
            return arms.contains {
                $0.edge != meant && !map.isSameLine($0.edge, meant)
                    && effort($0, $0[keyPath: view]) < own + Self.alikeDegrees
            }
        }
    }

    private func effort(_ arm: DriverArm, _ angle: Double) -> Double {
        var effort = abs(angle)
        if !arm.isLink, map.isSame(from, arm.edge) { effort -= Self.sameNameDegrees }
        if map.isOnFoot { return effort }
        let (own, flags) = (map.network.roadClass(of: from), map.network.flags(of: from))
        if arm.isMinor, own.rawValue < RoadClass.service.rawValue {
            effort += Self.minorDegrees
        } else if arm.roadClass.rawValue > own.rawValue {
            effort += Double(arm.roadClass.rawValue - own.rawValue) * Self.classDegrees
        }
        if arm.isLink, !flags.contains(.link) { effort += Self.linkDegrees }
        if flags.contains(.roundabout), !map.isOnFoot, arm.isRing { effort -= 180 }
        return effort
    }

    // MARK: Instructions

    /// Straight on, toward the street named.
    func straight(_ instruction: DriverInstruction) -> [EdgeID] {
        let ahead = arms.filter { min(abs($0.near), abs($0.far)) <= Self.onwardDegrees }
        let named = toward(instruction, ahead)
        return least(named.isEmpty ? arms : named) { arm, angle in
            abs(angle) + (named.isEmpty && arm.isMinor ? Self.minorDegrees : 0)
        }
    }

    /// The road to a side: toward the street named if there is one, otherwise by the angle.
    func turn(_ instruction: DriverInstruction, side: Double, degrees: Double) -> [EdgeID] {
        let pool = arms.filter { max($0.near * side, $0.far * side) > Self.sideDegrees }
        let named = toward(instruction, pool)
        if named.isEmpty {
            // The street named leaves a few meters on.
            let crossings = arms.filter {
                $0.near * side > -Self.onwardDegrees / 2
                    && map.crosses($0.edge, to: instruction.names)
            }
            if !crossings.isEmpty { return least(crossings) { abs($1) } }
        }
        // If none bends to the side, take the nearest to it; the only one if it leads straight on.
        if pool.isEmpty, arms.count > 1 || leadsStraightOn(arms) {
            return least(arms) { -$1 * side }
        }
        return least(named.isEmpty ? pool : named) { arm, angle in
            abs(angle * side - degrees) + (named.isEmpty && arm.isMinor ? Self.minorDegrees : 0)
        }
    }

    /// The stairs to the side told, or straight on.
    func stairs(
        _ instruction: DriverInstruction, _ turn: DriverInstruction.Turn?
    ) -> [EdgeID] {
        let flights = DriverChoice(map, from, arms.filter { $0.roadClass == .steps })
        return turn.map { flights.turn(instruction, side: $0.side, degrees: $0.degrees) }
            ?? flights.straight(instruction)
    }

    /// The roads that may be the second of two turns; empty if none leads to its side yet.
    func second(
        _ turn: DriverInstruction.Turn, _ instruction: DriverInstruction
    ) -> [EdgeID] {
        arms.contains { max($0.near * turn.side, $0.far * turn.side) > Self.sideDegrees }
            ? self.turn(instruction, side: turn.side, degrees: turn.degrees) : []
    }

    private func leadsStraightOn(_ arms: [DriverArm]) -> Bool {
        arms.allSatisfy { min(abs($0.near), abs($0.far)) <= Self.straightDegrees }
    }

    /// The road to a side that itself bears the instruction's name.
    func named(_ instruction: DriverInstruction, side: Double) -> DriverArm? {
        arms.first {
            min($0.near * side, $0.far * side) > Self.sideDegrees * 2
                && map.isNamed($0.edge, instruction.names)
        }
    }

    /// The roads that have any of the names; `nil` if none has.
    func aimed(_ names: [String]) -> [EdgeID]? {
        let named = arms.filter { map.isNamed($0.edge, names) }
        return named.isEmpty ? nil : least(named) { abs($1) }
    }

    /// The roads that have the instruction's name; otherwise roads of the kind it names, or leading
    /// to the name.
    private func toward(_ instruction: DriverInstruction, _ pool: [DriverArm]) -> [DriverArm] {
        let named = pool.filter { map.isNamed($0.edge, instruction.names) }
        if !named.isEmpty { return named }
        let signed = pool.filter { map.points($0.edge, to: instruction.places) }
        if !signed.isEmpty { return signed }
        if let kind = Self.kinds.first(where: { instruction.words.contains($0.words) })?.kind {
            return pool.filter { $0.roadClass == kind && map.isNameless($0.edge) }
        }
        return pool.filter { map.leads($0.edge, to: instruction.names) }
    }

    /// What sentences call nameless streets.
    private static let kinds: [(words: String, kind: RoadClass)] = [
        ("the service road", .service), ("the track", .track),
        ("the pedestrian street", .pedestrian), ("the cycle path", .cycleway),
        ("the footpath", .footway), ("the path", .path),
    ]

    /// The road on a side, or in the middle, among those leading onward.
    func fork(_ instruction: DriverInstruction, side: Double) -> [EdgeID] {
        var onward = arms.filter {
            min(abs($0.near), abs($0.far)) <= Self.onwardDegrees && $0.roadClass != .ferry
        }
        let close = onward.filter { min(abs($0.near), abs($0.far)) <= Self.forkDegrees }
        if close.count > 1, side != 0 { onward = close }
        let streets = onward.filter { !$0.isMinor }
        let isToMinor = toward(instruction, onward).contains(where: \.isMinor)
        if streets.count > 1, !map.isOnFoot, !isToMinor { onward = streets }
        if side == 0 {
            let order = onward.sorted { $0.near < $1.near }
            return order.count < 3 ? [] : order.dropFirst().dropLast().map(\.edge)
        }
        guard onward.count > 1 else { return [] }
        let extreme = least(onward) { -$1 * side }
        let named = toward(instruction, onward)
        if named.count == 1, !extreme.contains(named[0].edge),
            onward.contains(where: { ($0.near - named[0].near) * side < 0 })
        {
            return [named[0].edge]
        }
        return extreme
    }

    /// The ramp on a side.
    func ramp(_ instruction: DriverInstruction, side: Double) -> [EdgeID] {
        let onward = arms.filter { min(abs($0.near), abs($0.far)) <= Self.onwardDegrees }
        let links = arms.filter(\.isLink)
        let pool = links.isEmpty ? onward : links
        let signed = pool.filter { map.points($0.edge, to: instruction.places) }
        let ramps = signed.count == 1 ? signed : pool
        if side == 0 { return least(ramps) { abs($1) } }
        let driven = least(ramps) { -$1 * side }
        // A ramp on the right has something on its left.
        let isThere = driven.filter { ramp in
            guard let arm = arms.first(where: { $0.edge == ramp }), arms.count > 1 else {
                return arms.count == 1
            }
            return arms.contains {
                $0.edge != ramp && ($0.near - arm.near) * side < 0
            } || max(arm.near * side, arm.far * side) > Self.sideDegrees
        }
        return isThere
    }
}
