// Working memory for searches and queries, lent to one request at a time.

import RoadNetwork
import Synchronization

/// A place for a search space, which is made when a search needs it: most requests are answered
/// without one, and it is the largest of all spaces.
final class SearchSpaceSlot {
    private let labelCount: Int
    private(set) lazy var space = SearchSpace(labelCount: labelCount)

    init(labelCount: Int) { self.labelCount = labelCount }
}

/// Search and query spaces of one network that are not in use.
final class SpacePool: Sendable {
    /// Memory on loan.
    private struct Loan<Space>: @unchecked Sendable {
        // Sendable: a space is held by one request at a time, see `withSpace`.
        let space: Space
    }

    private let labelCount: Int
    private let searchSpaces = Mutex<[Loan<SearchSpaceSlot>]>([])
    /// For each family.
    private let hierarchySpaces: Mutex<[[Loan<HierarchySpace>]]>

    init(network: NetworkDataset) {
        labelCount = LegSearch.labelCount(of: network)
        hierarchySpaces = Mutex(network.description.families.map { _ in [] })
    }

    /// Lends a search space for the duration of some work.
    func withSpace<Result, Failure: Error>(
        _ work: (SearchSpaceSlot) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let loan =
            searchSpaces.withLock { $0.popLast() }
            ?? Loan(space: SearchSpaceSlot(labelCount: labelCount))
        defer { searchSpaces.withLock { $0.append(loan) } }
        return try work(loan.space)
    }

    /// Lends a query space for the duration of some work; `nil` when there is no hierarchy.
    func withSpace<Result, Failure: Error>(
        of hierarchy: Hierarchy?, _ work: (HierarchySpace?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let hierarchy else { return try work(nil) }
        let loan =
            hierarchySpaces.withLock { $0[hierarchy.family].popLast() }
            ?? Loan(space: HierarchySpace(hierarchy))
        defer { hierarchySpaces.withLock { $0[hierarchy.family].append(loan) } }
        return try work(loan.space)
    }
}
