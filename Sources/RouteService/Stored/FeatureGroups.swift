// `outStatistics`, `groupByFieldsForStatistics`, `having` and `returnDistinctValues`: queries for
// groups and statistics instead of rows.

import FeatureStore
import Geo
import RouteAPI

/// The groups that a query asks for.
struct FeatureGroups: Sendable {
    /// The fields to group by; `nil` for all columns.
    var fields: [String]?
    var statistics: [Statistic] = []
    var having: String?
    /// Whether the query asks only how many groups there are.
    var countsOnly: Bool

    /// The most statistics in a query.
    private static let mostStatistics = 100

    /// Reads a query's fields; `nil` if the query asks for rows.
    ///
    /// - Parameter outFields: The columns wanted; `nil` for all.
    /// - Throws: `RouteRequestError` naming the field.
    init?(
        _ reader: SelectionReader, outFields: [String]?, countsOnly: Bool
    ) throws(RouteRequestError) {
        self.countsOnly = countsOnly
        if let list = try reader.list("outStatistics"), !list.isEmpty {
            guard list.count <= Self.mostStatistics else {
                throw reader.fault(
                    "outStatistics",
                    "lists \(list.count) statistics; at most \(Self.mostStatistics) are accepted")
            }
            for value in list { statistics.append(try Self.statistic(value, reader)) }
            fields = try reader.names("groupByFieldsForStatistics") ?? []
            having = try reader.text("having")
            return
        }
        for name in ["groupByFieldsForStatistics", "having"] {
            guard try reader.hasValue(name) else { continue }
            throw reader.fault(name, "has an effect only with outStatistics")
        }
        guard try reader.flag("returnDistinctValues") ?? false else { return nil }
        fields = outFields
    }

    /// Reads `{"statisticType":"sum","onStatisticField":"parcels","outStatisticFieldName":"all"}`.
    private static func statistic(
        _ value: JSONValue, _ reader: SelectionReader
    ) throws(RouteRequestError) -> Statistic {
        let kinds = Statistic.Kind.allCases.map(\.rawValue)
        let word = value["statisticType"]?.string?.lowercased() ?? ""
        guard let kind = Statistic.Kind(rawValue: word) else {
            throw reader.fault(
                "outStatistics",
                "has the statisticType \(value["statisticType"]?.excerpt ?? "of nothing"); one of "
                    + "\(kinds.joined(separator: ", ")) is needed")
        }
        guard let field = value["onStatisticField"]?.string, !field.isEmpty else {
            throw reader.fault(
                "outStatistics",
                "has no onStatisticField in \(value.excerpt); the name of a column is needed")
        }
        let name = value["outStatisticFieldName"]?.string ?? ""
        return Statistic(kind, of: field, as: name.isEmpty ? nil : name)
    }

    /// Returns the query for a store.
    func query(
        of schema: LayerSchema, orderBy order: [FeatureOrder], limit: Int, offset: Int
    ) -> StatisticsQuery {
        StatisticsQuery(
            groupBy: fields ?? schema.fields.map(\.name), statistics: statistics, having: having,
            orderBy: order.map { OrderTerm($0.field, isAscending: $0.isAscending) },
            limit: countsOnly ? .max : limit, offset: countsOnly ? 0 : offset)
    }
}
