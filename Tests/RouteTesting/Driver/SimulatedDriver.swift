// Start here: drives a route by its directions alone.

import DataStructures
package import Geo
package import RoadNetwork

/// A driver that has a route's directions and sees the streets, but not the route.
///
/// The driver follows the words as they stand. At a junction with an instruction, it takes the road
/// named, to the side named, or at the exit counted; ``DriverChoice`` decides which roads fit. At a
/// silent junction it goes straight on, as the street goes. If the road chosen is not the route's,
/// it notes a ``Failure`` and continues along the route.
///
/// So the driver judges whether directions suffice, which no comparison with expected sentences
/// can. It reads steps as text (``DriverInstruction``) and streets by their lines and signs
/// (``DriverMap``), never the maneuvers, angles or names that Directions computed.
///
/// Where the streets look alike, several roads count as right: the driver is meant to find
/// directions that mislead, not junctions that are hard to describe. `SimulatedDriverProperties`
/// drives some routes in each test run and checks that changed instructions are noticed;
/// `Benchmarks drive` drives many more and lists the failures.
package struct SimulatedDriver {
    /// A place where the directions mislead the driver.
    package struct Failure: CustomStringConvertible, Sendable {
        package var kind: String
        package var place: Coordinate
        /// The sentence followed, or empty.
        package var text: String
        package var detail: String

        package var description: String {
            "\(kind): \(place.x),\(place.y) "
                + "\(text.isEmpty ? "(silent)" : "“\(text)”"): \(detail)"
        }
    }

    /// A piece of the route, to judge by.
    package struct Piece: Sendable {
        package var edge: EdgeID
        package var centimeters: Int64
        package var line: [Coordinate]

        package init(edge: EdgeID, centimeters: Int64, line: [Coordinate]) {
            (self.edge, self.centimeters, self.line) = (edge, centimeters, line)
        }
    }

    let map: DriverMap
    /// The number of junctions passed.
    package private(set) var junctionCount = 0
    /// The number of instructions followed.
    package private(set) var instructionCount = 0
    package private(set) var failures: [Failure] = []

    // What the driver still remembers.
    var route: [Piece] = []
    private var behind: [Coordinate] = []
    var at = 0
    var aim: Aim?
    private var exitsToCount: Int?
    /// The number of junctions ahead that belong to turning back.
    private var turningBack = 0
    private var exitsPassed = 0
    /// The streets at the exit passed last.
    private var lastExits: [EdgeID] = []
    private var ringText = ""
    /// The edges of the present circle, if no sign calls it a roundabout.
    private var circle: Set<EdgeID> = []
    private var last = (text: "", centimeters: Int64(0))
    /// The bearing to which the last turn should lead, and for how long it counts.
    private var heading: (degrees: Double, centimeters: Int64)?

    /// A street to reach, or a side to turn to, after the first part of an instruction.
    struct Aim {
        var instruction: DriverInstruction
        var second: DriverInstruction.Turn?
        var centimetersLeft: Int64
    }

    /// Nodes closer than this are one junction: the driver sees the far side from the near one.
    private static let junctionCentimeters: Int64 = 1_200
    /// The precision of the driver's odometer.
    private static let odometerCentimeters: Int64 = 5
    private static let aimCentimeters: Int64 = 5_000
    private static let linkAimCentimeters: Int64 = 15_000
    /// The greatest distance to a street that follows at once.
    private static let nextAimCentimeters: Int64 = 15_000
    private static let turnBackCentimeters: Int64 = 9_000
    private static let paths: Set<RoadClass> = [.pedestrian, .cycleway, .footway, .path]
    /// A road leading farther inward than this from a roundabout crosses it.
    private static let inwardDegrees = 30.0
    /// An entry that meets the roundabout at more than this does not run along it.
    private static let alongDegrees = 60.0

    package init(_ network: NetworkDataset, family: String, restrictions: [String]) {
        map = DriverMap(network, family: family, restrictions: restrictions)
    }

    /// Drives a route.
    package mutating func drive(_ pieces: [Piece], by instructions: [DriverInstruction]) {
        route = pieces.filter { $0.centimeters > 0 }
        (behind, aim, exitsToCount, turningBack, heading) = ([], nil, nil, 0, nil)
        guard !route.isEmpty else { return }
        circle = map.circle(through: route[0].edge)
        var waiting = instructions[...]
        if let first = waiting.first, first.centimeters == 0 {
            checkStart(first, until: instructions.dropFirst().first?.centimeters)
            waiting.removeFirst()
        }
        var centimeters: Int64 = 0
        for index in route.indices.dropLast() {
            at = index
            advance(&centimeters)
            let node = map.network.head(of: route[index].edge)
            let isOnward = map.network.tail(of: route[index + 1].edge) == node
            guard isOnward else { continue }
            junctionCount += 1
            while let next = waiting.first,
                next.centimeters + Self.odometerCentimeters < centimeters
            {
                fail("an instruction without a junction", next.text, "\(next.centimeters / 100) m")
                waiting.removeFirst()
            }
            let next = waiting.first.flatMap {
                $0.centimeters <= centimeters + Self.odometerCentimeters ? $0 : nil
            }
            if next != nil { waiting.removeFirst() }
            pass(next)
        }
        if exitsToCount != nil { fail("exit not reached", ringText, "the route ends") }
    }

    /// Drives over the current piece.
    private mutating func advance(_ centimeters: inout Int64) {
        centimeters += route[at].centimeters
        behind += route[at].line
        if behind.count > 60 { behind.removeFirst(behind.count - 60) }
        last.centimeters += route[at].centimeters
        aim?.centimetersLeft -= route[at].centimeters
        if let aim, aim.centimetersLeft < 0 { self.aim = nil }
        // Back where the driver came from: the line before does not count.
        if at > 0, route[at].edge == route[at - 1].edge.twin { behind = route[at].line }
    }

    private mutating func pass(_ instruction: DriverInstruction?) {
        let (from, meant) = (route[at].edge, route[at + 1].edge)
        if from == meant { return }
        let all = map.arms(after: from, behind: behind)
        let arms = all.filter { !$0.isForbidden }
        if let instruction {
            instructionCount += 1
            (aim, turningBack, heading) = (nil, 0, nil)
            last = (instruction.text, 0)
            checkWords(of: instruction, on: from, before: arms)
            let before = self
            obey(instruction, from, all, meant)
            if failures.count > before.failures.count {
                // What was driven before the last turn is out of mind.
                var again = before
                again.behind = DriverMap.sinceCorner(behind)
                again.obey(instruction, from, map.arms(after: from, behind: again.behind), meant)
                if again.failures.count == before.failures.count { self = again }
            }
        } else if turningBack > 0 {
            turningBack -= 1
        } else if exitsToCount != nil {
            goRound(from, arms, meant)
        } else if meant == from.twin {
            fail("silent where the route turns back", "", "")
        } else {
            goOn(from, arms, meant)
        }
    }

    mutating func fail(_ kind: String, _ text: String, _ detail: String) {
        failures.append(
            Failure(
                kind: kind, place: map.network.coordinate(of: map.network.head(of: route[at].edge)),
                text: text,
                detail: text.isEmpty
                    ? detail + ", \(last.centimeters / 100) m after “\(last.text)”" : detail))
    }
}

// Following instructions.
extension SimulatedDriver {
    private mutating func obey(
        _ instruction: DriverInstruction, _ from: EdgeID, _ all: [DriverArm], _ meant: EdgeID
    ) {
        let (arms, forbidden) = (all.filter { !$0.isForbidden }, all.filter(\.isForbidden))
        switch instruction.action {
        case .start, .straight, .merge, .leaveFerry:
            check(instruction, DriverChoice(map, from, arms).straight(instruction), meant, arms)
        case .turn(let side, let degrees):
            if let arm = DriverChoice(map, from, forbidden).named(instruction, side: side),
                !map.isNamed(meant, instruction.names)
            {
                fail("names a street that a sign forbids", instruction.text, "\(Int(arm.near))°")
            }
            check(
                instruction,
                DriverChoice(map, from, arms).turn(instruction, side: side, degrees: degrees),
                meant, arms)
            // While crossing a carriageway, the driver has not turned yet.
            let turned = (arms.first { $0.edge == meant }?.near ?? 0) * side
            let reach = turned > 0 ? Self.junctionCentimeters : Self.aimCentimeters
            heading = (DriverMap.ahead(behind) + side * degrees, reach)
            keepAiming(instruction, meant)
        case .double(let first, let second):
            var (turn, next) = (instruction, instruction)
            (turn.words, next.words) = instruction.parts
            if instruction.nextNames.isEmpty {
                // The street named belongs to the second turn.
                turn.names = []
            } else {
                next.names = instruction.nextNames
            }
            let driven = DriverChoice(map, from, arms)
                .turn(turn, side: first.side, degrees: first.degrees)
            check(instruction, driven, meant, arms)
            aim = Aim(
                instruction: next, second: second, centimetersLeft: Self.nextAimCentimeters)
            return
        case .fork(let side):
            check(
                instruction, DriverChoice(map, from, arms).fork(instruction, side: side), meant,
                arms)
        case .ramp(let side):
            check(
                instruction, DriverChoice(map, from, arms).ramp(instruction, side: side), meant,
                arms)
        case .turnBack: turnBack(instruction)
        case .ring(let exit): enter(exit, instruction, from, arms, meant)
        case .leaveRing:
            let out = arms.filter { !isRing($0.edge) }
            check(instruction, DriverChoice(map, from, out).straight(instruction), meant, arms)
        case .ferry:
            check(instruction, arms.filter { $0.roadClass == .ferry }.map(\.edge), meant, arms)
        case .stairs(let turn):
            check(instruction, DriverChoice(map, from, arms).stairs(instruction, turn), meant, arms)
        }
        guard !instruction.nextNames.isEmpty else { return }
        var next = instruction
        next.names = instruction.nextNames
        aim = Aim(instruction: next, centimetersLeft: Self.nextAimCentimeters)
    }

    /// After a turn over a short piece, keeps looking for the street named.
    private mutating func keepAiming(_ instruction: DriverInstruction, _ meant: EdgeID) {
        guard !instruction.names.isEmpty, !map.isNamed(meant, instruction.names) else { return }
        let isLink = map.network.flags(of: meant).contains(.link)
        aim = Aim(
            instruction: instruction,
            centimetersLeft: isLink ? Self.linkAimCentimeters : Self.aimCentimeters)
    }

    private mutating func check(
        _ instruction: DriverInstruction, _ driven: [EdgeID], _ meant: EdgeID, _ arms: [DriverArm]
    ) {
        if driven.contains(where: { $0 == meant || map.isSameLine($0, meant) }) { return }
        fail(Self.kind(instruction.action), instruction.text, describe(driven, meant, arms))
    }

    private static func kind(_ action: DriverInstruction.Action) -> String {
        switch action {
        case .start, .straight: "straight on is another road"
        case .turn: "the turn is another road"
        case .double: "the first of two turns is another road"
        case .turnBack: "turning back is none"
        case .fork(let side):
            side == 0 ? "no middle at the fork" : "the fork's side is another road"
        case .ramp: "the ramp is another"
        case .merge: "merging is another road"
        case .ring, .leaveRing: "the roundabout is another road"
        case .ferry, .leaveFerry, .stairs: "another ferry or stairs"
        }
    }

    private func describe(_ driven: [EdgeID], _ meant: EdgeID, _ arms: [DriverArm]) -> String {
        func text(_ edge: EdgeID) -> String {
            let arm = arms.first { $0.edge == edge }
            let name = map.network.streetName(of: edge)
            return "\(arm.map { "\(Int($0.near))/\(Int($0.far))°" } ?? "no road") "
                + "\(map.network.roadClass(of: edge)) \(name)"
        }
        return "drove \(driven.isEmpty ? "nowhere" : driven.map(text).joined(separator: " or "))"
            + ", meant \(text(meant)), came on \(map.network.roadClass(of: route[at].edge)) "
            + "\(map.network.streetName(of: route[at].edge))"
    }

    /// Passes a silent junction.
    private mutating func goOn(_ from: EdgeID, _ arms: [DriverArm], _ meant: EdgeID) {
        // What was driven before the last turn is out of mind. A walker on a crossing looks
        // across it.
        let isNew =
            last.centimeters < Self.junctionCentimeters
            || Self.paths.contains(map.network.roadClass(of: from))
        let since = isNew ? route[at].line : DriverMap.sinceCorner(behind)
        let map = map
        func fresh() -> [DriverArm] {
            map.arms(after: from, behind: since).filter { !$0.isForbidden }
        }
        guard arms.count > 1 else {
            if let second = aim?.second, let only = fresh().first, only.near * second.side > 25 {
                aim = nil
            }
            return
        }
        if let aim {
            if let second = aim.second {
                var driven = DriverChoice(map, from, arms).second(second, aim.instruction)
                if !driven.contains(meant) {
                    let again = DriverChoice(map, from, fresh()).second(second, aim.instruction)
                    if again.contains(meant) { driven = again }
                }
                guard driven.isEmpty else {
                    let names = aim.instruction.names
                    let isCrossing = !map.isNamed(meant, names) && map.crosses(meant, to: names)
                    let turned = (arms.first { $0.edge == meant }?.near ?? 0) * second.side
                    // Straight over a carriageway, and the turn is still to come.
                    if isCrossing, turned < 45, driven.contains(meant) { return }
                    self.aim = nil
                    last.centimeters = 0
                    if !driven.contains(meant) {
                        fail(
                            "the second of two turns is another road", aim.instruction.text,
                            describe(driven, meant, arms))
                    }
                    return
                }
            } else if let driven = DriverChoice(map, from, arms).aimed(aim.instruction.names) {
                if map.isNamed(meant, aim.instruction.names) { self.aim = nil }
                if !driven.contains(meant) {
                    fail(
                        "the street named is another road", aim.instruction.text,
                        describe(driven, meant, arms))
                }
                return
            }
        }
        // Told to enter a roundabout and no more, the driver stays in it.
        if !map.isOnFoot, isRing(from), isRing(meant) { return }
        if headed(arms) == meant { return }
        var choice = DriverChoice(map, from, arms)
        var driven = choice.onward()
        if !driven.contains(meant) || choice.isUnclear(meant) {
            choice = DriverChoice(map, from, fresh())
            driven = choice.onward()
        }
        if !driven.contains(where: { $0 == meant || map.isSameLine($0, meant) }) {
            fail("silent", "", describe(driven, meant, arms))
        } else if choice.isUnclear(meant) {
            fail("silent, unclear", "", describe(driven, meant, arms))
        }
    }

    /// The road in the direction to which the turn a few meters before should lead.
    private func headed(_ arms: [DriverArm]) -> EdgeID? {
        guard let heading, last.centimeters <= heading.centimeters else { return nil }
        let ahead = DriverMap.ahead(behind)
        return arms.min { a, b in
            let off = [a, b].map { abs(DriverMap.turned(heading.degrees, ahead + $0.near)) }
            return (off[0], a.edge.row) < (off[1], b.edge.row)
        }?.edge
    }

    /// Turning back is right if the next meters do.
    private mutating func turnBack(_ instruction: DriverInstruction) {
        let bearing = DriverMap.bearing(behind.reversed(), 15) + 180
        var centimeters: Int64 = 0
        for (junctions, piece) in route[(at + 1)...].enumerated()
        where centimeters < Self.turnBackCentimeters {
            centimeters += piece.centimeters
            if abs(DriverMap.turned(bearing, DriverMap.bearing(piece.line, 15))) > 135 {
                turningBack = junctions
                return
            }
        }
        fail("turning back is none", instruction.text, "")
    }
}

// Roundabouts.
extension SimulatedDriver {
    private mutating func enter(
        _ exit: Int?, _ instruction: DriverInstruction, _ from: EdgeID, _ arms: [DriverArm],
        _ meant: EdgeID
    ) {
        ringText = instruction.text
        var rings = arms.filter(\.isRing)
        let isPainted = map.network.flags(of: map.network.head(of: from)).contains(.miniRoundabout)
        if rings.isEmpty, !isPainted {
            // A circle of streets without a roundabout's sign looks like one.
            for arm in arms where !map.circle(from: arm.edge).isEmpty { rings.append(arm) }
            // Where circles lie side by side, the driver is on the one entered.
            if let entered = rings.first(where: { $0.edge == meant }) { rings = [entered] }
            circle = Set(rings.flatMap { map.circle(from: $0.edge) })
            if circle.contains(meant.twin), let ring = rings.first {
                goRoundAgainst(exit, map.circle(from: ring.edge), meant)
                return
            }
        }
        if rings.isEmpty, isPainted {
            let keepsRight = map.network.drivingSide(of: from) == .right
            let order = arms.filter { counts($0, among: arms) || $0.edge == meant }
                .sorted { keepsRight ? $0.near > $1.near : $0.near < $1.near }
            let driven = exit.flatMap { order.indices.contains($0 - 1) ? order[$0 - 1].edge : nil }
            check(instruction, driven.map { [$0] } ?? [], meant, arms)
            return
        }
        check(instruction, rings.map(\.edge), meant, arms)
        exitsToCount = exit
        // A street that leaves where the ring is entered is passed if the entry runs along the ring
        // and the street turns off it.
        let outward = map.network.drivingSide(of: meant) == .right ? 1.0 : -1
        let ring = rings.first?.near ?? 0
        (exitsPassed, lastExits) = (0, [])
        guard abs(ring) <= Self.alongDegrees else { return }
        passExits(arms.filter { counts($0, among: arms) && ($0.near - ring) * outward > 0 })
    }

    /// Whether a driver counts a road leaving a roundabout: driveways and tracks do not count
    /// unless the roundabout itself is one.
    private func counts(_ arm: DriverArm, among arms: [DriverArm]) -> Bool {
        !isRing(arm.edge) && (!arm.isMinor || arms.contains { isRing($0.edge) && $0.isMinor })
    }

    /// Counts the exit at one place, unless it is the other side of an island in the last one.
    private mutating func passExits(_ exits: [DriverArm]) {
        if exits.isEmpty { return }
        if !exits.contains(where: { belongsToLastExit($0.edge) }) { exitsPassed += 1 }
        lastExits = exits.map(\.edge)
    }

    private func belongsToLastExit(_ edge: EdgeID) -> Bool {
        lastExits.contains { map.meets($0, edge) }
    }

    /// Counts the streets that leave a roundabout to its outer side.
    private mutating func goRound(_ from: EdgeID, _ arms: [DriverArm], _ meant: EdgeID) {
        guard !isRing(meant) else {
            let outward = map.network.drivingSide(of: from) == .right ? 1.0 : -1
            let ring = arms.first { $0.edge == meant }?.near ?? 0
            passExits(
                arms.filter {
                    counts($0, among: arms) && ($0.near - ring) * outward > -Self.inwardDegrees
                })
            return
        }
        guard let exit = exitsToCount else { return }
        exitsToCount = nil
        let number = exitsPassed + (belongsToLastExit(meant) ? 0 : 1)
        if exit != number { fail("another exit", ringText, "it is exit \(number)") }
    }

    /// Counts the exits where the map lets the route go round against the traffic. The driver goes
    /// with it, and meets the route at the exit.
    private mutating func goRoundAgainst(_ exit: Int?, _ ring: [EdgeID], _ meant: EdgeID) {
        let against = route[(at + 1)...].prefix { circle.contains($0.edge.twin) }
        turningBack = against.count
        guard let exit, let last = against.last, against.endIndex < route.endIndex else { return }
        (exitsPassed, lastExits) = (0, [])
        let (entry, end) = (map.network.tail(of: meant), map.network.head(of: last.edge))
        for edge in (ring + ring).drop(while: { map.network.tail(of: $0) != entry }) {
            if map.network.head(of: edge) == end { break }
            let arms = map.arms(after: edge, behind: map.network.shape(of: edge))
            passExits(arms.filter { counts($0, among: arms) })
        }
        let number = exitsPassed + (belongsToLastExit(route[against.endIndex].edge) ? 0 : 1)
        if exit != number { fail("another exit", ringText, "it is exit \(number)") }
    }

    private func isRing(_ edge: EdgeID) -> Bool {
        map.network.flags(of: edge).contains(.roundabout) || circle.contains(edge)
            || circle.contains(edge.twin)
    }
}
