// What rows are summed up to: the numbers of groups, and the box of shapes.

public import Geo

/// What is asked of the rows of a query in place of the rows.
///
/// Without statistics the groups are the distinct values of their fields.
public struct StatisticsQuery: Hashable, Sendable {
    /// The fields by which rows are grouped; without any, all rows are one group.
    public var groupBy: [String]
    /// The numbers of each group.
    public var statistics: [Statistic]
    /// A condition on groups, in the language of ``WhereClause`` with statistics as operands:
    /// `COUNT(parcels) > 2`.
    public var having: String?
    /// What groups are sorted by: fields of ``groupBy`` and names of ``statistics``; ties, and
    /// groups without terms, by the values of the fields.
    public var orderBy: [OrderTerm]
    /// The greatest number of groups, at least 0.
    public var limit: Int
    /// The number of groups left out at the beginning.
    public var offset: Int

    /// Makes a query of groups.
    public init(
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

/// A number, or another value, of a group of rows.
public struct Statistic: Hashable, Sendable {
    /// The kinds of statistics; those of values leave nulls out.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The number of values.
        case count
        /// The sum.
        case sum
        /// The least value.
        case min
        /// The greatest value.
        case max
        /// The mean.
        case average = "avg"
        /// The standard deviation of a sample.
        case deviation = "stddev"
        /// The variance of a sample.
        case variance = "var"
    }

    /// The kind.
    public var kind: Kind
    /// The field, or `*` for the rows themselves, which can be counted.
    public var field: String
    /// The name in the answer.
    public var name: String

    /// Asks for a statistic.
    public init(_ kind: Kind, of field: String, as name: String? = nil) {
        self.kind = kind
        self.field = field
        self.name = name ?? "\(kind.rawValue.uppercased())_\(field)"
    }
}

extension LayerStore {
    /// The groups of the rows of a query, as rows without ids and shapes.
    ///
    /// - Parameter rows: Its order, limit, offset, fields and system count for nothing.
    /// - Throws: ``FeatureStoreError`` naming the field or the condition that is wrong.
    /// - Complexity: O(*n*) in the rows; memory grows with the groups, at most
    ///   ``StatisticsTable/mostGroups``.
    public func statistics(
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

    /// The box of the shapes of a query's rows in its system, and their number. Its order, limit,
    /// offset and fields count for nothing.
    public func extent(
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
