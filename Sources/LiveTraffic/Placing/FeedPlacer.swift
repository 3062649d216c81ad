// Places a feed's rows on a network's edges, on all cores.

import Geo
package import RoadNetwork
import RoutingEngine
import Synchronization
import SystemResources

/// Places rows on edges: by OSM way, by OSM nodes, and by shape.
///
/// ```swift
/// let content = try FeedReader().read(bytes)
/// let placed = try FeedPlacer(network: network).place(content)
/// // placed.rows[0].pieces: the edges of the first row; placed.refused: what fits nowhere
/// ```
///
/// The placer splits the rows among all cores and joins the results in the feed's order, so they do
/// not depend on the number of cores. Each thread uses a ``RowPlacer``. Rows by way or nodes are
/// looked up in the network's tables; points go to the nearest street; lines are matched by a
/// ``LinePlacer``.
package struct FeedPlacer: Sendable {
    /// How many pieces all rows may have together; bounds memory.
    private static let mostPieces = 20_000_000
    /// How many rows a thread places at a time, for tables and for features.
    private static let rowsAtOnce = (table: 16_384, features: 128)

    let network: NetworkDataset

    /// Prepares to place rows on a network.
    package init(network: NetworkDataset) { self.network = network }

    /// Places a feed's rows. Rows that fit nowhere are refused with a reason.
    ///
    /// - Parameter deadline: When the work must be done.
    /// - Throws: ``FeedError`` if the deadline passes, or the rows have too many pieces.
    /// - Complexity: O(*n* log *m*) for *n* rows by way or nodes on *m* segments. Each line and
    ///   point also searches the streets nearby.
    package func place(
        _ content: FeedContent, until deadline: ContinuousClock.Instant? = nil
    ) throws(FeedError) -> PlacedRows {
        let rows = content.rows
        let hasLines = rows.contains { if case .lines = $0.place { true } else { false } }
        let costs = hasLines ? LinePlacer.costs(on: network) : nil
        let size =
            content.form.isTable && !hasLines
            ? Self.rowsAtOnce.table : Self.rowsAtOnce.features
        let kept = content.refused.most
        let monitor = DeadlineMonitor(deadline: deadline)
        let count = (rows.count + size - 1) / size
        let parts = Mutex([Result<PlacedRows, FeedError>?](repeating: nil, count: count))
        ParallelWork.perform(iterations: count) { [network] part in
            let range = part * size..<min(rows.count, (part + 1) * size)
            var placer = RowPlacer(network: network, costs: costs, monitor: monitor)
            let result = Self.placed(
                rows[range], by: &placer, PlausibleSpeed(network),
                PlacedRows(refused: RefusedRows(keeping: kept)))
            parts.withLock { $0[part] = result }
        }
        var placed = PlacedRows(refused: content.refused)
        placed.rows.reserveCapacity(rows.count)
        placed.pieces.reserveCapacity(rows.count)
        for part in parts.withLock(\.self) {
            guard let part else { continue }
            placed.append(try part.get())
            guard placed.pieces.count <= Self.mostPieces else { throw Self.tooManyPieces }
        }
        return placed
    }

    /// Places a run of neighboring rows.
    private static func placed(
        _ rows: ArraySlice<FeedRow>, by placer: inout RowPlacer, _ plausible: PlausibleSpeed,
        _ start: PlacedRows
    ) -> Result<PlacedRows, FeedError> {
        var placed = start
        placed.rows.reserveCapacity(rows.count)
        placed.pieces.reserveCapacity(rows.count)
        for (count, row) in rows.enumerated() {
            if count & 255 == 255, placer.monitor.shouldStop { return .failure(FeedReader.stopped) }
            let first = placed.pieces.count
            do throws(PlacingFailure) {
                try placer.add(row, to: &placed.pieces)
            } catch {
                placed.pieces.removeSubrange(first...)
                guard case .row(let problem) = error else { return .failure(FeedReader.stopped) }
                placed.refused.add(row.number, problem.reason)
                continue
            }
            guard placed.pieces.count <= mostPieces else { return .failure(tooManyPieces) }
            placed.rows.append(PlacedRow(row: row, pieces: first..<placed.pieces.count))
            if case .speed(let speed) = row.effect,
                let most = placed.pieces[first...].map({ plausible.most(on: $0.edge) }).min(),
                speed > most
            {
                placed.capped.add(row: row.number, stated: speed, counted: most)
            }
        }
        return .success(placed)
    }

    private static let tooManyPieces = FeedError(
        "the rows of the feed cover more than \(mostPieces) pieces of streets; state each street "
            + "once")
}

extension FeedForm {
    /// Whether rows are comma-separated values.
    fileprivate var isTable: Bool { self == .ways || self == .nodePairs }
}

extension PlacedRows {
    /// Appends the rows that come next in the feed.
    fileprivate mutating func append(_ next: PlacedRows) {
        let shift = pieces.count
        pieces += next.pieces
        for row in next.rows {
            rows.append(
                PlacedRow(
                    row: row.row,
                    pieces: (row.pieces.lowerBound + shift)..<(row.pieces.upperBound + shift)))
        }
        refused.add(next.refused)
        capped.add(next.capped)
    }
}

/// Stops work at a deadline.
struct DeadlineMonitor: SearchMonitor {
    let deadline: ContinuousClock.Instant?

    var shouldStop: Bool { deadline.map { ContinuousClock.now >= $0 } ?? false }
}
