// Places the rows of a feed on the edges of a network, on all cores.

import DataStructures
import Geo
package import RoadNetwork
import RoutingEngine
import Synchronization

/// Places rows on edges: by OSM way, by OSM nodes, and by shape.
///
/// ```swift
/// let content = try FeedReader().read(bytes)
/// let placed = try FeedPlacer(network: network).place(content)
/// // placed.rows[0].pieces: the edges of the first row; placed.refused: what fits nowhere
/// ```
package struct FeedPlacer: Sendable {
    /// The greatest number of pieces of all rows: it bounds memory.
    private static let mostPieces = 20_000_000
    /// The rows that one thread places at a time, of tables and of features.
    private static let rowsAtOnce = (table: 16_384, features: 128)

    let network: NetworkDataset

    /// Prepares to place rows on a network.
    package init(network: NetworkDataset) { self.network = network }

    /// Places the rows of a feed.
    ///
    /// - Parameter deadline: When the work must be done.
    /// - Throws: ``FeedError`` when it takes longer.
    /// - Complexity: O(*n* log *m*) for *n* rows by way or nodes on *m* segments; a search of the
    ///   streets near each line and point.
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

    /// Places some neighboring rows.
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
    /// Appends the rows that follow.
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
