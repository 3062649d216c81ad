// Summarizes rows: statistics by group, and the box around their shapes.

package import Geo

/// A query for summaries of rows instead of the rows themselves.
///
/// Without statistics, the groups are the distinct values of their fields.
package struct StatisticsQuery: Hashable, Sendable {
    /// The fields to group by; without any, all rows are one group.
    package var groupBy: [String]
    /// What to compute for each group.
    package var statistics: [Statistic]
    /// A condition on groups: a ``WhereClause`` with statistics as operands, such as
    /// `COUNT(parcels) > 2`.
    package var having: String?
    /// The sort order: fields in ``groupBy`` and names in ``statistics``. Ties, and queries without
    /// terms, are sorted by the grouping fields.
    package var orderBy: [OrderTerm]
    /// The greatest number of groups, at least 0.
    package var limit: Int
    /// The number of groups to skip at the beginning.
    package var offset: Int

    /// Makes a query for groups.
    package init(
        groupBy: [String] = [], statistics: [Statistic] = [], having: String? = nil,
        orderBy: [OrderTerm] = [], limit: Int = .max, offset: Int = 0
    ) {
        self.groupBy = groupBy
        self.statistics = statistics
        self.having = having
        self.orderBy = orderBy
        self.limit = limit
        self.offset = offset
    }
}

/// A number or other value computed from a group's rows.
package struct Statistic: Hashable, Sendable {
    /// Kinds of statistics; all of them ignore nulls.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// How many values there are.
        case count
        /// The values added up.
        case sum
        /// The least value.
        case min
        /// The greatest value.
        case max
        /// The mean.
        case average = "avg"
        /// The sample standard deviation.
        case deviation = "stddev"
        /// The sample variance.
        case variance = "var"
    }

    /// What to compute.
    package var kind: Kind
    /// The field, or `*` to count the rows themselves.
    package var field: String
    /// The column's name in the answer.
    package var name: String

    /// Asks for a statistic; the default name is like `SUM_field`.
    package init(_ kind: Kind, of field: String, as name: String? = nil) {
        self.kind = kind
        self.field = field
        self.name = name ?? "\(kind.rawValue.uppercased())_\(field)"
    }
}

extension LayerStore {
    /// Computes a query's groups, as rows without ids and shapes.
    ///
    /// - Parameter rows: Selects the rows; its order, limit, offset, fields and system are ignored.
    /// - Throws: ``FeatureStoreError`` naming the field or the condition that is wrong.
    /// - Complexity: O(*n*) in the rows. Memory grows with the groups, at most
    ///   ``StatisticsTable/mostGroups``.
    package func statistics(
        _ asked: StatisticsQuery, of rows: LayerQuery, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> StoredFeatures {
        var table = try StatisticsTable(asked, of: layer(named: rows.layer))
        var query = rows
        query.outFields = table.fields
        query.returnsGeometry = false
        query.outSR = nil
        query.orderBy = []
        (query.limit, query.offset) = (.max, 0)
        try forEachBatch(of: 2_000, query, isCancelled: isCancelled) {
            (batch) throws(FeatureStoreError) in
            for feature in batch.features.features { try table.add(feature.values) }
        }
        return try table.result()
    }

    /// Returns the box around the shapes of a query's rows, in the query's system, and their
    /// number. The query's order, limit, offset and fields are ignored.
    package func extent(
        of rows: LayerQuery, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> (extent: Envelope, count: Int) {
        var query = rows
        query.outFields = []
        query.returnsGeometry = true
        query.orderBy = []
        (query.limit, query.offset) = (.max, 0)
        var box = Envelope()
        var count = 0
        try forEachBatch(of: 2_000, query, isCancelled: isCancelled) {
            (batch) throws(FeatureStoreError) in
            count += batch.objectIDs.count
            for feature in batch.features.features {
                if let shape = feature.geometry { box.add(shape.envelope) }
            }
        }
        return (box, count)
    }
}
