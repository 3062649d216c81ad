// Streets open to all but reached only over streets closed to through traffic.

package import RoadNetwork

/// Adds enclosed streets to the limited areas they lie in.
///
/// A limited area is a set of connected streets closed to through traffic: a leg may enter it only
/// to reach its stop. A street behind a private road, a gate or `access=destination` has no such
/// mark itself. If it kept none, it would be out of reach, since the leg would have to leave the
/// area again. With the restriction's bit it belongs to the area: a leg with a stop there may enter
/// over the limited street, and no leg passes through.
///
/// Which streets are enclosed? Among everything connected in both directions, the largest connected
/// set of free streets is the free network. Streets on a free path between two such networks are
/// free too, and so are streets that run out of the data. All other free streets are enclosed. A
/// part that is not connected to the rest has a free network of its own. So every path allowed
/// before stays allowed: free streets form its middle, and enclosed ones only its two ends.
///
/// ``NetworkReading`` calls ``mark(in:)`` after assembly, when turn rules are known. The work is
/// done by ``TurnWalk`` (successors of an edge), ``TurnComponents`` (strong components of that
/// walk), ``GatePassages`` and ``Enclosure``; before, ``FerryRoads`` opens what leads to ferries.
/// Streets and gates that are closed only under conditions enclose others while the condition
/// holds: see ``TimedEnclosure``.
package enum EnclosedStreets {
    /// What was found under one restriction.
    package struct Finding: Hashable, Sendable {
        /// The name of the restriction on through traffic.
        package var restriction: String
        /// The length of flagged streets that the restricted traffic may use.
        package var limitedMeters: Double
        /// The length of free streets added to them.
        package var enclosedMeters: Double
    }

    /// Sets the bit of each restriction on through traffic on the streets it encloses, and
    /// prohibits passing gates between other streets.
    ///
    /// - Complexity: O(*n*) in edges and turns, per restriction.
    package static func mark(in contents: inout NetworkContents) -> [Finding] {
        let description = contents.description
        var forbidden: [ForbiddenTurn] = []
        let findings = description.restrictions.compactMap { restriction -> Finding? in
            guard restriction.rule == .throughTraffic,
                let access = restriction.access.flatMap({ description.restriction(named: $0) }),
                let family = access.family.flatMap({ description.familyIndex(named: $0) })
            else { return nil }
            let closing = description.includingImplied([access.name])
                .reduce(UInt64(0)) { $0 | $1.mask }
            let bit = UInt8(1) << UInt8(family)
            let walk = TurnWalk(contents, family: bit, closing: closing)
            FerryRoads.open(
                in: &contents, to: restriction.mask, walk,
                GatePassages(contents, of: restriction.mask))
            let gates = GatePassages(contents, of: restriction.mask)
            let timed = TimedEnclosure(contents, of: restriction.mask)
            let limited = contents.edgeRestrictions.indices.filter {
                contents.edgeRestrictions[$0] & restriction.mask != 0 && walk.mayUse($0)
            }
            var finding = Finding(
                restriction: restriction.name, limitedMeters: meters(of: limited, in: contents),
                enclosedMeters: 0)
            func passing(_ gates: GatePassages) -> TurnWalk {
                gates.isEmpty
                    ? walk : TurnWalk(contents, family: bit, closing: closing, gates: gates)
            }
            if !limited.isEmpty || !gates.isEmpty {
                let isLimited = contents.edgeRestrictions.map { $0 & restriction.mask != 0 }
                let enclosed = Enclosure(walk, free: passing(gates), limited: isLimited).enclosed
                finding.enclosedMeters = meters(of: enclosed, in: contents)
                flag(enclosed, walk, restriction.mask, in: &contents)
                forbidden += gates.forbidden(in: contents, restriction.mask)
            }
            if !timed.isEmpty {
                forbidden += timed.mark(in: &contents, walk, free: passing(timed.gates))
            }
            return finding
        }
        contents.forbid(forbidden)
        return findings
    }

    /// Flags edges and their variants under conditions. Flags a closed direction together with the
    /// open one, because a street lies in an area as a whole.
    private static func flag(
        _ edges: [Int], _ walk: TurnWalk, _ mask: UInt64, in contents: inout NetworkContents
    ) {
        for edge in edges {
            let twin = walk.mayUse(edge ^ 1) ? [] : [edge ^ 1]
            for edge in [edge] + twin {
                contents.edgeRestrictions[edge] |= mask
                contents.conditions.restrict(edge: UInt32(edge), mask)
            }
        }
    }

    /// Returns the length of the streets some edges belong to.
    private static func meters(of edges: [Int], in contents: NetworkContents) -> Double {
        guard let lengths = contents.edgeLengths else { return 0 }
        let segments = Set(edges.map { $0 / 2 })
        let centimeters = segments.reduce(UInt64(0)) { $0 + UInt64(lengths[2 * $1]) }
        return Double(centimeters) / 100
    }
}

/// The free streets outside the free networks, for one kind of traffic.
///
/// An edge and its copies are one street: if one state of an edge is enclosed, all are. Otherwise a
/// path over a copy could leave the free streets and return to them.
struct Enclosure {
    private let walk: TurnWalk
    /// The walk that does not pass gates.
    private let freeWalk: TurnWalk
    /// The components of everything that may be used.
    private let whole: TurnComponents
    /// The components of the free streets: everything that may be used and is not limited.
    private let free: TurnComponents
    private let edgeCount: Int
    /// Copies entered by some path; only closed turns lead to the others.
    private let copies: [Int]

    init(_ walk: TurnWalk, free freeWalk: TurnWalk, limited isLimited: [Bool]) {
        self.walk = walk
        self.freeWalk = freeWalk
        edgeCount = isLimited.count
        whole = TurnComponents(walk) { walk.mayUse($0) }
        free = TurnComponents(freeWalk) { walk.mayUse($0) && !isLimited[$0] }
        copies = walk.copiesInUse()
    }

    /// The free edges that no free network reaches or that reach none; ascending.
    var enclosed: [Int] {
        let networks = freeNetworks
        let states = ComponentStates(free, Array(0..<edgeCount) + copies)
        var reaches = networks
        var isReached = networks
        // A turn leads into the same component or one with a lower number.
        repeat {
            for component in 0..<states.count where !reaches[component] {
                for state in states[component] {
                    forEachSuccessor(of: state) { next in
                        if reaches[next] { reaches[component] = true }
                    }
                }
            }
        } while shareAmongCopies(&reaches)
        repeat {
            for component in (0..<states.count).reversed() where isReached[component] {
                for state in states[component] {
                    forEachSuccessor(of: state) { next in isReached[next] = true }
                }
            }
        } while shareAmongCopies(&isReached)
        return (0..<edgeCount).filter { edge in
            let component = free.component[edge]
            guard component != TurnComponents.none else { return false }
            return !reaches[Int(component)] || !isReached[Int(component)]
        }
    }

    /// Marks edges if any of their copies is marked, and copies if their edge is.
    ///
    /// - Returns: Whether anything changed.
    private func shareAmongCopies(_ isMarked: inout [Bool]) -> Bool {
        var hasChanged = false
        for copy in copies where free.component[copy] != TurnComponents.none {
            let (own, edge) = (
                Int(free.component[copy]), Int(free.component[walk.edge(of: copy)])
            )
            guard isMarked[own] != isMarked[edge] else { continue }
            isMarked[own] = true
            isMarked[edge] = true
            hasChanged = true
        }
        return hasChanged
    }

    /// For each component of the free streets, whether it is the largest in its connected part.
    private var freeNetworks: [Bool] {
        let ofEdges = free.component.prefix(edgeCount)
        let parts = parts
        var size = [Int](repeating: 0, count: Int(free.count))
        var part = [UInt32](repeating: TurnComponents.none, count: Int(free.count))
        for (edge, component) in ofEdges.enumerated() where component != TurnComponents.none {
            size[Int(component)] += 1
            part[Int(component)] = parts[Int(whole.component[edge])]
        }
        // Among equally large ones, the component with the lowest edge.
        var largest: [UInt32: UInt32] = [:]
        for component in ofEdges where component != TurnComponents.none {
            let part = part[Int(component)]
            if let known = largest[part], size[Int(known)] >= size[Int(component)] { continue }
            largest[part] = component
        }
        var isNetwork = [Bool](repeating: false, count: Int(free.count))
        for component in largest.values { isNetwork[Int(component)] = true }
        return isNetwork
    }

    /// For each component, the lowest one connected to it by edges and their copies.
    private var parts: [UInt32] {
        var parent = Array(0..<whole.count)
        func root(_ component: UInt32) -> UInt32 {
            var component = component
            while parent[Int(component)] != component {
                parent[Int(component)] = parent[Int(parent[Int(component)])]
                component = parent[Int(component)]
            }
            return component
        }
        for copy in copies {
            let own = root(whole.component[copy])
            let edge = root(whole.component[walk.edge(of: copy)])
            parent[Int(max(own, edge))] = min(own, edge)
        }
        return parent.indices.map { root(UInt32($0)) }
    }

    /// Calls `visit` with the components of free streets a state leads into, including its own.
    private func forEachSuccessor(of state: UInt32, _ visit: (Int) -> Void) {
        for slot in 0..<freeWalk.slotCount(of: Int(state)) {
            guard let next = freeWalk.target(from: Int(state), slot: slot),
                free.component[next] != TurnComponents.none
            else { continue }
            visit(Int(free.component[next]))
        }
    }
}

/// Some states, grouped by component.
private struct ComponentStates {
    private var first: [Int]
    private var states: [UInt32]

    /// The number of components.
    var count: Int { first.count - 1 }

    init(_ components: TurnComponents, _ all: [Int]) {
        let known = all.filter { components.component[$0] != TurnComponents.none }
        first = [Int](repeating: 0, count: Int(components.count) + 1)
        for state in known { first[Int(components.component[state]) + 1] += 1 }
        for component in 0..<Int(components.count) { first[component + 1] += first[component] }
        var next = first
        states = [UInt32](repeating: 0, count: known.count)
        for state in known {
            let component = Int(components.component[state])
            states[next[component]] = UInt32(state)
            next[component] += 1
        }
    }

    subscript(component: Int) -> ArraySlice<UInt32> {
        states[first[component]..<first[component + 1]]
    }
}
