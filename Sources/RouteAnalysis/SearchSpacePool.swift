// Working memory for searches, lent to one solve at a time.

import RoadNetwork
import RoutingEngine
import Synchronization

/// Search spaces of one network that are not in use.
final class SearchSpacePool: Sendable {
    /// A search space on loan.
    struct Loan: @unchecked Sendable {
        // Sendable: a space is held by one solve at a time, see `withSpace`.
        let space: SearchSpace
    }

    private let labelCount: Int
    private let idle = Mutex<[Loan]>([])

    init(network: NetworkDataset) { labelCount = LegSearch.labelCount(of: network) }

    /// Lends a space for the duration of some work.
    func withSpace<Result, Failure: Error>(
        _ work: (SearchSpace) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let loan =
            idle.withLock { $0.popLast() } ?? Loan(space: SearchSpace(labelCount: labelCount))
        defer { idle.withLock { $0.append(loan) } }
        return try work(loan.space)
    }
}
