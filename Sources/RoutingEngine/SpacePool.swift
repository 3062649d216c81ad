// Working memory for searches and queries, lent to one request at a time.

import RoadNetwork
import Synchronization

/// A lazily allocated search space. It is the largest of all spaces, and most requests are answered
/// without one.
final class SearchSpaceSlot {
    private let labelCount: Int
    private(set) lazy var space = SearchSpace(labelCount: labelCount)

    init(labelCount: Int) { self.labelCount = labelCount }
}

/// A network's search and query spaces that are not in use.
final class SpacePool: Sendable {
    /// Memory on loan.
    private struct Loan<Space>: @unchecked Sendable {
        // Sendable: a space is held by one request at a time, see `withSpace`.
        let space: Space
        /// When it was returned last.
        var returned = ContinuousClock.now

        /// The same space, returned now.
        var givenBack: Loan { Loan(space: space) }
    }

    private let labelCount: Int
    private let searchSpaces = Mutex<[Loan<SearchSpaceSlot>]>([])
    /// The query spaces of each family.
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
        defer { searchSpaces.withLock { $0.append(loan.givenBack) } }
        return try work(loan.space)
    }

    /// Lends a query space for the duration of some work; `nil` if there is no hierarchy.
    func withSpace<Result, Failure: Error>(
        of hierarchy: Hierarchy?, _ work: (HierarchySpace?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let hierarchy else { return try work(nil) }
        let loan =
            hierarchySpaces.withLock { $0[hierarchy.family].popLast() }
            ?? Loan(space: HierarchySpace(hierarchy))
        defer { hierarchySpaces.withLock { $0[hierarchy.family].append(loan.givenBack) } }
        return try work(loan.space)
    }

    /// Lends several query spaces for the duration of some work.
    func withSpaces<Result, Failure: Error>(
        of hierarchy: Hierarchy, count: Int, _ work: ([HierarchySpace]) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let loans = (0..<max(count, 0)).map { _ in
            hierarchySpaces.withLock { $0[hierarchy.family].popLast() }
                ?? Loan(space: HierarchySpace(hierarchy))
        }
        defer {
            hierarchySpaces.withLock { pool in
                pool[hierarchy.family] += loans.map(\.givenBack)
            }
        }
        return try work(loans.map(\.space))
    }

    /// Frees the spaces that have not been used since a moment, but keeps one per kind.
    ///
    /// The pool is a stack, so spaces that only a burst of requests needed stay at the bottom.
    ///
    /// - Returns: The number of spaces freed.
    func releaseSpaces(unusedSince moment: ContinuousClock.Instant) -> Int {
        func release<Space>(_ loans: inout [Loan<Space>]) -> Int {
            let count = min(loans.prefix { $0.returned < moment }.count, max(0, loans.count - 1))
            loans.removeFirst(count)
            return count
        }
        return searchSpaces.withLock { release(&$0) }
            + hierarchySpaces.withLock { families in
                families.indices.reduce(0) { $0 + release(&families[$1]) }
            }
    }
}
