// Streets open to all that only streets closed to through traffic lead to.

package import RoadNetwork

/// Counts enclosed streets as part of the limited areas that they lie in.
///
/// A street behind a private road or gate, or one with `access=destination`, is open to all and yet
/// out of reach, if a leg that has entered an area may leave it only at its stop. With the
/// restriction's own bit it belongs to the area: a leg with a stop there may enter over the limited
/// street, and no leg passes through.
///
/// Of everything that is connected in both directions, the largest connected set of free streets is
/// the free network, and so is what lies on a free path from one such network to another, or runs
/// out of the data. Other free streets are enclosed. A part that is not connected to the rest has a
/// free network of its own. So a path that was allowed stays allowed: free streets form its middle,
/// and enclosed ones only its two ends.
///
/// Streets and gates that conditions close to through traffic enclose others likewise, while the
/// condition holds: see ``TimedEnclosure``.
package enum EnclosedStreets {
    /// What was found under one restriction.
    package struct Finding: Hashable, Sendable {
        /// The restriction on through traffic.
        package var restriction: String
        /// Length of the streets that it flags and that its traffic may use.
        package var limitedMeters: Double
        /// Length of the free streets that were added to them.
        package var enclosedMeters: Double
    }

    /// Sets the bit of every restriction on through traffic on the streets that it encloses, and
    /// forbids through traffic to pass gates between others.
    ///
    /// - Complexity: O(*n*) in edges and turns, once for each such restriction.
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
            let gates = GatePassages(contents, of: restriction.mask)
            let timed = TimedEnclosure(contents, of: restriction.mask)
            let walk = TurnWalk(contents, family: bit, closing: closing)
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

    /// Flags edges, with what they are under conditions, and closed directions along with open
    /// ones: a street lies in an area or does not.
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

    /// The length of the streets that some edges belong to.
    private static func meters(of edges: [Int], in contents: NetworkContents) -> Double {
        guard let lengths = contents.edgeLengths else { return 0 }
        let segments = Set(edges.map { $0 / 2 })
        let centimeters = segments.reduce(UInt64(0)) { $0 + UInt64(lengths[2 * $1]) }
        return Double(centimeters) / 100
    }
}

/// The free streets outside the free networks of one kind of traffic.
///
/// An edge and its copies are one street: what holds for one state of an edge is taken to hold for
/// all. Otherwise a path over a copy could leave the free streets and come back to them.
struct Enclosure {
    private let walk: TurnWalk
    /// The same without passing gates.
    private let freeWalk: TurnWalk
    /// Everything that may be used.
    private let whole: TurnComponents
    /// The free streets: everything that may be used and is not limited.
    private let free: TurnComponents
    private let edgeCount: Int
    /// Copies that some path enters; only closed turns lead to the others.
    private let copies: [Int]

    init(_ walk: TurnWalk, free freeWalk: TurnWalk, limited isLimited: [Bool]) {
        self.walk = walk
        self.freeWalk = freeWalk
        edgeCount = isLimited.count
        whole = TurnComponents(walk) { walk.mayUse($0) }
        free = TurnComponents(freeWalk) { walk.mayUse($0) && !isLimited[$0] }
        copies = walk.copiesInUse()
    }

    /// The free edges that no free network reaches, or that reach none; ascending.
    var enclosed: [Int] {
        let networks = freeNetworks
        let states = ComponentStates(free, Array(0..<edgeCount) + copies)
        var reaches = networks
        var isReached = networks
        // A turn leads into a component with a lower number, or stays.
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

    /// Marks edges if one of their copies is marked, and copies if their edge is.
    ///
    /// - Returns: Whether that changed anything.
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

    /// Whether a component of the free streets is the largest within its connected part.
    private var freeNetworks: [Bool] {
        let ofEdges = free.component.prefix(edgeCount)
        let parts = parts
        var size = [Int](repeating: 0, count: Int(free.count))
        var part = [UInt32](repeating: TurnComponents.none, count: Int(free.count))
        for (edge, component) in ofEdges.enumerated() where component != TurnComponents.none {
            size[Int(component)] += 1
            part[Int(component)] = parts[Int(whole.component[edge])]
        }
        // Of equally large ones, the one with the lowest edge.
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

    /// For each component of everything the least one that has an edge in common with it.
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

    /// Calls `visit` with the components of free streets that a state leads into, with its own.
    private func forEachSuccessor(of state: UInt32, _ visit: (Int) -> Void) {
        for slot in 0..<freeWalk.slotCount(of: Int(state)) {
            guard let next = freeWalk.target(from: Int(state), slot: slot),
                free.component[next] != TurnComponents.none
            else { continue }
            visit(Int(free.component[next]))
        }
    }
}

/// Some states by their components.
private struct ComponentStates {
    private var first: [Int]
    private var states: [UInt32]

    /// Number of components.
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
