// What makes a path over a via vertex an alternative.

import RoadNetwork

extension AlternativeSearch {
    /// Returns the vertex where an edge's marks are kept, whichever copy of it is traveled.
    @inline(__always)
    private func place(_ rank: UInt32) -> UInt32 {
        let own = metric.hierarchy.columns.rankOfState[search.edge(of: rank)]
        return own == Hierarchy.none ? rank : own
    }

    @inline(__always)
    private func marks(at rank: UInt32) -> UInt32 {
        let held = marks.distance[Int(place(rank))]
        return held == .max ? 0 : held
    }

    func mark(_ candidate: Candidate, _ number: Int) {
        let tail = candidate.tail.map(\.rank).filter { $0 != Hierarchy.none }
        for rank in candidate.ranks + tail {
            marks.note(marks(at: rank) | 1 << UInt32(number), at: place(rank))
        }
    }

    func mark(_ path: NetworkPath, _ number: Int) {
        for element in path.elements {
            let rank = metric.hierarchy.columns.rankOfState[element.edge.row]
            guard rank != Hierarchy.none else { continue }
            marks.note(marks(at: rank) | 1 << UInt32(number), at: rank)
        }
    }

    /// Returns what a path over a vertex shares with a previous path, for the one it shares most
    /// with, as labels show it without unpacking; `nil` if that is too much.
    ///
    /// All of it counts from an end up to a vertex of the previous path. If that path takes another
    /// way to the vertex, this is more than the edges that both use.
    func labeledOverlap(of via: Via, beside accepted: Accepted) -> UInt64? {
        var greatest: UInt64 = 0
        for number in 0..<accepted.count {
            let bit: UInt32 = 1 << UInt32(number)
            let shared =
                UInt64(shared(space.forward, from: via.rank, bit))
                + UInt64(shared(space.backward, from: via.rank, bit))
            guard Double(shared) <= accepted.limit, shared < UInt64(via.cost) else { return nil }
            greatest = max(greatest, shared)
        }
        return greatest
    }

    /// Returns the cost of one side of the path up to where it leaves a previous path.
    private func shared(_ side: SideLabels, from rank: UInt32, _ bit: UInt32) -> UInt32 {
        var rank = rank
        while marks(at: rank) & bit == 0 {
            guard side.from[Int(rank)] != rank else { return 0 }
            rank = side.from[Int(rank)]
        }
        return side.cost[Int(rank)]
    }

    func isAdmissible(
        _ candidate: Candidate, over via: Via, beside accepted: Accepted, _ unpacked: inout Unpacked
    ) -> Bool {
        if unpacked.isSensible[via.rank] == false { return false }
        guard (0..<accepted.count).allSatisfy({ isOther(candidate, than: $0, of: accepted) }) else {
            return false
        }
        if let known = unpacked.isSensible[via.rank] { return known }
        let isSensible =
            isSimple(candidate)
            && isLocallyOptimal(candidate, around: via.rank, within: accepted.reach)
        unpacked.isSensible[via.rank] = isSensible
        return isSensible
    }

    /// Whether the path uses no edge twice.
    private func isSimple(_ candidate: Candidate) -> Bool {
        var visited = 0
        var isSimple = true
        let ranks =
            candidate.ranks + candidate.tail.dropLast().map(\.rank).filter { $0 != Hierarchy.none }
        for rank in ranks {
            let held = marks(at: rank)
            guard held & Self.current == 0 else {
                isSimple = false
                break
            }
            marks.note(held | Self.current, at: place(rank))
            visited += 1
        }
        for rank in ranks.prefix(visited) {
            marks.note(marks(at: rank) & ~Self.current, at: place(rank))
        }
        return isSimple
    }

    /// Whether a path overlaps little enough with a previous one, and is not part of it.
    private func isOther(_ candidate: Candidate, than number: Int, of accepted: Accepted) -> Bool {
        let shared = overlap(of: candidate, with: number, of: accepted)
        return Double(shared) <= accepted.limit && shared < UInt64(candidate.cost)
    }

    /// Returns what a path shares with a previous one. Paths with the same first edge share the
    /// part before the first turn.
    func overlap(of candidate: Candidate, with number: Int, of accepted: Accepted) -> UInt64 {
        let bit: UInt32 = 1 << UInt32(number)
        var shared = UInt64(0)
        if marks(at: candidate.ranks[0]) & bit != 0 { shared += UInt64(candidate.prefix[0]) }
        for stretch in candidate.tail
        where stretch.rank != Hierarchy.none && marks(at: stretch.rank) & bit != 0 {
            shared += UInt64(stretch.cost)
        }
        if let last = candidate.tail.last, last.rank == Hierarchy.none,
            candidate.destination == accepted.destinations[number]
        {
            shared += UInt64(last.cost)
        }
        for index in candidate.ranks.indices.dropFirst()
        where marks(at: candidate.ranks[index]) & bit != 0 {
            shared += UInt64(candidate.prefix[index] - candidate.prefix[index - 1])
        }
        return shared
    }

    /// Whether the path is a cheapest path around one of its via vertices: the T-test.
    ///
    /// A vertex is a via vertex if this path is the cheapest one over it. In a long row of such
    /// vertices, those at the ends may pass the test although those in the middle fail it.
    private func isLocallyOptimal(_ candidate: Candidate, around via: UInt32, within reach: UInt32)
        -> Bool
    {
        let rows = candidate.ranks.indices
        let ends = [
            rows.first { isVia($0, of: candidate) }, rows.last { isVia($0, of: candidate) },
        ]
        return Set(ends.compactMap(\.self) + rows.filter { candidate.ranks[$0] == via }).contains {
            isCheapest(candidate, around: $0, within: reach)
        }
    }

    /// Whether a path is the cheapest over one of its vertices, as far as that has labels.
    private func isVia(_ row: Int, of candidate: Candidate) -> Bool {
        let rank = Int(candidate.ranks[row])
        return space.forward.cost[rank] == candidate.prefix[row]
            && space.backward.cost[rank] == candidate.cost - candidate.prefix[row]
    }

    /// Whether the stretch around a vertex is a cheapest path between its ends.
    private func isCheapest(_ candidate: Candidate, around row: Int, within reach: UInt32) -> Bool {
        let prefix = candidate.prefix
        let start = prefix.lastIndex { $0 + reach <= prefix[row] } ?? 0
        let end = prefix.firstIndex { $0 >= prefix[row] + reach } ?? prefix.count - 1
        guard start < end else { return true }
        return isCheapest(
            prefix[end] - prefix[start], from: candidate.ranks[start], to: candidate.ranks[end])
    }

    /// Whether no path between two vertices costs less.
    private func isCheapest(_ cost: UInt32, from start: UInt32, to end: UInt32) -> Bool {
        let probe = HierarchyQuery(metric, space: space.probe)
        probe.climb(from: [HierarchyQuery.Start(rank: start, cost: 0)])
        return probe.meet(to: [HierarchyQuery.Start(rank: end, cost: 0)], below: cost) == nil
    }
}

// MARK: - Detours

extension AlternativeSearch {
    /// Whether the path over a vertex makes a detour around it: labels show some of its vertices
    /// within reach, and a cheaper path leads between the outermost. Such a path would not pass the
    /// T-test there.
    ///
    /// Ask ``isBypassed(_:within:)`` first: most vertices beside a path lie on side streets, and
    /// show it without a search.
    func isDetour(
        _ via: Via, within reach: UInt32, _ unpacked: inout Unpacked, _ effort: inout Effort
    ) -> Bool {
        let isDetour = unpacked.isDetour[via.rank] ?? isDetour(via, within: reach)
        unpacked.isDetour[via.rank] = isDetour
        effort.searches -= 1
        if isDetour { effort.detours[via.cost, default: 0] += 1 }
        return isDetour
    }

    /// Whether few vertices of a path have shown a detour. The vertices of one path have the same
    /// cost; after a few that show a detour, the others are left out.
    func mayBeTried(_ via: Via, _ effort: Effort) -> Bool {
        effort.detours[via.cost, default: 0] < Self.detoursPerPath
    }

    /// How many vertices of one path have to show a detour.
    private static let detoursPerPath = 4

    /// Whether a search shows a detour around a vertex.
    private func isDetour(_ via: Via, within reach: UInt32) -> Bool {
        let start = farthest(on: space.forward, from: via.rank, within: reach)
        let end = farthest(on: space.backward, from: via.rank, within: reach)
        guard start != end else { return false }
        let cost = via.cost - space.forward.cost[Int(start)] - space.backward.cost[Int(end)]
        return !isCheapest(cost, from: start, to: end)
    }

    /// Whether both neighbors of a vertex on the path over it are higher, and the arc between them
    /// costs less than the way over the vertex: a hierarchy connects the higher neighbors of each
    /// vertex.
    func isBypassed(_ rank: UInt32, within reach: UInt32) -> Bool {
        let (forward, backward) = (space.forward, space.backward)
        let (before, behind) = (forward.from[Int(rank)], backward.from[Int(rank)])
        guard before > rank, behind > rank else { return false }
        let costBefore = forward.cost[Int(rank)] - forward.cost[Int(before)]
        let costBehind = backward.cost[Int(rank)] - backward.cost[Int(behind)]
        guard costBefore <= reach, costBehind <= reach else { return false }
        if before == behind { return true }
        let columns = metric.hierarchy.columns
        let (rows, lower, higher) =
            before < behind
            ? (ArcRows(up: columns, metric.arcs), before, behind)
            : (ArcRows(down: columns, metric.arcs), behind, before)
        let arc = rows.arc(from: Int(lower), to: higher)
        return ArcWeight.cost(rows.weights[arc]) < costBefore + costBehind
    }

    /// Returns the last vertex within reach on the way from a vertex to the end of its side.
    private func farthest(on side: SideLabels, from via: UInt32, within reach: UInt32) -> UInt32 {
        var rank = via
        while true {
            let next = side.from[Int(rank)]
            guard next != rank, side.cost[Int(via)] - side.cost[Int(next)] <= reach else {
                return rank
            }
            rank = next
        }
    }
}
