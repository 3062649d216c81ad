// Makes one group's rows for the output's tables.

package import Geo
import RouteAPI

/// Makes a group's rows for the output's tables.
struct GroupRows {
    /// The group's number, from 1, which joins the rows of all tables.
    let number: Int
    let key: BatchKey
    let groupField: Field
    /// Costs that other routes of the batch have totals for. Their columns are kept, so that all
    /// routes have the same ones.
    var costNames: Set<String> = []

    /// The column that joins the rows of all tables.
    static let numberField = Field("RouteID", .integer)

    /// The columns of the group's number and key, which come first in its tables.
    private func leading<Row>(_: Row.Type = Row.self) -> [FeatureColumn<Row>] {
        [
            FeatureColumn(Self.numberField) { _ in .integer(number) },
            FeatureColumn(groupField) { _ in key.value },
        ]
    }

    /// Makes the rows of an answer.
    ///
    /// - Parameters:
    ///   - answer: The answer to a request for one route.
    ///   - ids: The ids of the rows sent as stops, in the same order.
    ///   - common: Messages about every route, which are not repeated.
    /// - Complexity: O(*n*) for *n* values.
    func rows(
        of answer: AnalysisResult, stopIDs ids: [Int64], besides common: Set<Message>
    ) -> BatchRowsByTable {
        let costs = TotaledCosts(of: answer.routes, and: costNames)
        var rows: BatchRowsByTable = [:]
        if let stops = answer.stops { rows[.stops] = self.stops(stops, ids, costs) }
        if let routes = answer.routes {
            rows[.routes] = self.routes(routes, renamed(answer.stops, ids), costs)
        }
        if let directions = answer.directions, !directions.isEmpty {
            rows[.directions] = numbered(FeatureSet(tableOf: directions))
        }
        for table in BatchTable.allCases {
            guard let key = table.answerKey, let set = answer[table: key] else { continue }
            rows[table] = numbered(set)
        }
        let own = answer.messages.filter { !common.contains($0) }
        if !own.isEmpty { rows[.messages] = Self.messages(own, number: number, name: key.name) }
        return rows
    }

    /// Makes the row of a group without a route.
    ///
    /// - Parameter stopCount: How many stops it has.
    func row(of failure: GroupFailure, stopCount: Int) -> BatchRowsByTable {
        var set = FeatureSet(
            leading() + [
                FeatureColumn("RouteName") { _ in key.name },
                FeatureColumn("StopCount") { _ in stopCount },
                FeatureColumn("Reason") { $0.reason }, FeatureColumn("Text") { $0.text },
            ], of: CollectionOfOne(failure))
        set.fields = FeatureSet.uniquelyNamed(set.fields)
        return [.failures: set]
    }

    /// Makes the rows about every route: barriers and messages.
    ///
    /// - Parameter answer: The answer to the request without stops.
    static func rows(ofCommon answer: AnalysisResult) -> BatchRowsByTable {
        var rows: BatchRowsByTable = [:]
        for kind in BarrierClass.allCases {
            guard let set = answer.barriers[kind], !set.features.isEmpty else { continue }
            rows[.barriers(kind)] = set.columns([], keeping: { $0.type != .objectID })
        }
        if !answer.messages.isEmpty {
            rows[.messages] = messages(answer.messages, number: nil, name: nil)
        }
        return rows
    }

    /// Makes rows for messages about one route or about all.
    ///
    /// - Parameter number: The route's number; `nil` for all.
    static func messages(
        _ messages: [Message], number: Int?, name: String?
    ) -> FeatureSet {
        FeatureSet(
            [
                FeatureColumn(numberField.name) { _ in number },
                FeatureColumn("RouteName") { _ in name },
                FeatureColumn("Type") { $0.type.word }, FeatureColumn("Text") { $0.text },
            ], of: messages)
    }

    /// Replaces the rows' own ids by the group's number.
    private func numbered(_ set: FeatureSet) -> FeatureSet {
        set.columns(
            [FeatureColumn(Self.numberField.name) { _ in number }],
            keeping: { $0.type != .objectID && $0.name != Self.numberField.name })
    }

    private func routes(
        _ set: FeatureSet, _ idsByAnswer: [Int: Int64], _ costs: TotaledCosts
    ) -> FeatureSet {
        var set = set
        for end in [Column.firstStopID, .lastStopID] {
            guard let column = set.fieldIndex(end.name) else { continue }
            for row in set.features.indices {
                guard case .integer(let id) = set.features[row].values[column] else { continue }
                // A place where a driver starts or ends has no row.
                set.features[row].values[column] =
                    idsByAnswer[id].map { .integer(Int($0)) } ?? .null
            }
        }
        return set.columns(
            leading(), keeping: { $0.type != .objectID && costs.includes($0.name) })
    }

    private func stops(
        _ set: FeatureSet, _ ids: [Int64], _ costs: TotaledCosts
    ) -> FeatureSet {
        set.columns(
            [
                FeatureColumn(Self.numberField.name) { _ in number },
                FeatureColumn("InputID") { $0 < ids.count ? Int(ids[$0]) : nil },
            ], keeping: { $0.type != .objectID && costs.includes($0.name) })
    }

    /// Maps ids in the answer to ids of the rows sent.
    private func renamed(_ stops: FeatureSet?, _ ids: [Int64]) -> [Int: Int64] {
        guard let stops, let column = stops.fields.firstIndex(where: { $0.type == .objectID })
        else { return [:] }
        var renamed: [Int: Int64] = [:]
        for (feature, id) in zip(stops.features, ids) {
            if case .integer(let number) = feature.values[column] { renamed[number] = id }
        }
        return renamed
    }
}

/// The costs that routes have totals for. An answer has columns for all costs of the network, most
/// of them empty.
private struct TotaledCosts {
    private var all: Set<String> = []
    private var totaled: Set<String> = []

    private static let prefixes =
        AnalysisClass.stops.costPrefixes + AnalysisClass.routes.costPrefixes

    /// Finds the costs with totals.
    ///
    /// - Parameter others: Costs whose columns stay in any case.
    init(of routes: FeatureSet?, and others: Set<String>) {
        guard let routes, let first = routes.features.first else { return }
        for (field, value) in zip(routes.fields, first.values) {
            guard field.name.hasPrefix(Column.total.name) else { continue }
            let cost = String(field.name.dropFirst(Column.total.name.count))
            all.insert(cost)
            if value != .null || others.contains(cost) { totaled.insert(cost) }
        }
    }

    /// Whether to keep a column: it belongs to a cost with totals, or to no cost.
    func includes(_ column: String) -> Bool {
        Self.prefixes.allSatisfy { prefix in
            guard column.hasPrefix(prefix) else { return true }
            let cost = String(column.dropFirst(prefix.count))
            return !all.contains(cost) || totaled.contains(cost)
        }
    }
}

extension MessageType {
    /// The type as the output spells it.
    fileprivate var word: String {
        switch self {
        case .informative: "information"
        case .warning: "warning"
        case .error: "error"
        }
    }
}

extension FeatureSet {
    /// Returns the same rows with more columns in front.
    ///
    /// - Parameters:
    ///   - leading: The columns to add, with their values by a row's index.
    ///   - isKept: Whether an existing column stays.
    fileprivate func columns(
        _ leading: [FeatureColumn<Int>], keeping isKept: (Field) -> Bool
    ) -> FeatureSet {
        let kept = fields.indices.filter { isKept(fields[$0]) }
        var result = self
        result.fields = Self.uniquelyNamed(leading.map(\.field) + kept.map { fields[$0] })
        for (row, feature) in features.enumerated() {
            result.features[row].values =
                leading.map { $0.value(row) } + kept.map { feature.values[$0] }
        }
        return result
    }

    /// Renames fields so that names differ in more than case, also from the file's own columns.
    /// Repeated names get a number, and long names are cut to what a file can have.
    package static func uniquelyNamed(_ fields: [Field]) -> [Field] {
        var seen: Set<String> = [TableWriter.objectIDField, "geom"]
        return fields.map { field in
            var field = field
            var scalars = String.UnicodeScalarView()
            for scalar in field.name.unicodeScalars.prefix(100) {
                scalars.append(scalar.properties.generalCategory == .control ? "_" : scalar)
            }
            let name = String(scalars)
            field.name = name
            var number = 2
            while !seen.insert(field.name.lowercased()).inserted {
                field.name = "\(name)_\(number)"
                number += 1
            }
            return field
        }
    }
}
