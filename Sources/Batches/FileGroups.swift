// Groups a file's rows. The whole file has been read.

import DataStructures
import FeatureStore
package import Geo

/// A file's rows by group. All of them are in memory.
package struct FileGroups: BatchSource {
    package let groupField: Field
    private let features: FeatureSet
    /// The rows' positions, by group.
    private let groups: [BatchKey: [Int]]
    private let mostRows: Int
    /// The rows' ids; `nil` if their numbers serve as ids.
    private let ids: [Int64]?

    /// Groups a file's rows.
    ///
    /// - Parameters:
    ///   - features: The rows.
    ///   - ids: Their ids; `nil` to use their numbers from 1.
    ///   - text: A condition for the rows, in the language of ``WhereClause``; `nil` for all.
    ///   - field: The grouping field, in any case.
    ///   - mostRows: How many rows of a group are taken at most.
    ///   - now: The time that `CURRENT_TIMESTAMP` stands for in the condition.
    /// - Throws: ``BatchError`` if the rows lack a field; `FeatureStoreError` naming the position
    ///   of a problem in the condition.
    /// - Complexity: O(*n*) for *n* rows.
    package init(
        _ features: FeatureSet, ids: [Int64]? = nil, where text: String?,
        groupedBy field: String, mostRows: Int, now: Int64 = LayerQuery.systemTime()
    ) throws {
        let names = features.fields.map(\.name)
        func column(_ name: String, _ use: String, _ remedy: String = "") throws(BatchError) -> Int
        {
            if let column = features.fieldIndex(name) { return column }
            throw BatchError(
                "\(use): the rows have no field \"\(name.excerpt(80))\"; "
                    + NearestName.hint(for: name, among: names) + remedy)
        }
        let group = try column(
            field, "--group-by",
            "; each value of the field makes a route, and waypost solve one route of all rows")
        let condition = try text.map { (text) throws(FeatureStoreError) in
            try WhereClause.read(text, now: now, of: features.fields)
        }
        var columns: [String: Int] = [:]
        for name in condition?.fields ?? [] {
            columns[name.lowercased()] = try column(name, "--where")
        }
        // Files without column types have dates as texts, which are compared as dates.
        try condition?.checkComparisons { name in
            guard let column = columns[name.lowercased()] else { return false }
            return features.features.contains { $0.values[column] != .null }
                && features.features.allSatisfy {
                    WhereValue(comparing: $0.values[column]).isTextAlone
                }
        }
        let read = try condition?.readingTexts { name in
            columns[name.lowercased()].map { features.fields[$0].type }
        }
        let program = read.map(WhereProgram.init)
        let places = (program?.fields ?? []).map { columns[$0.lowercased()] }
        var groups: [BatchKey: [Int]] = [:]
        for (row, feature) in features.features.enumerated()
        where program?.holds(feature, places) ?? true {
            groups[BatchKey(feature.values[group]), default: []].append(row)
        }
        self.features = features
        self.groups = groups
        self.mostRows = mostRows
        self.ids = ids
        groupField = features.fields[group]
    }

    package var fieldNames: [String] { features.fields.map(\.name) }

    package func rowCount() -> Int { groups.values.reduce(0) { $0 + $1.count } }

    package func keys() -> [BatchKey] { groups.keys.sorted() }

    package func rows(of key: BatchKey) -> BatchRows {
        let all = groups[key] ?? []
        let taken = all.prefix(mostRows)
        var set = features
        set.features = taken.map { features.features[$0] }
        return BatchRows(
            features: set, ids: taken.map { ids?[$0] ?? Int64($0 + 1) },
            isCut: taken.count < all.count)
    }
}

extension WhereProgram {
    /// Returns whether the condition holds for a row.
    ///
    /// - Parameter places: The columns of its fields.
    fileprivate func holds(_ row: Feature, _ places: [Int?]) -> Bool {
        var meter = WhereMeter.unlimited
        do throws(WhereInterruption) {
            return try truth(
                { field in places[field].map { WhereValue(comparing: row.values[$0]) } ?? .null },
                &meter) ?? false
        } catch {
            // A text too long to build equals nothing.
            return false
        }
    }
}

extension WhereValue {
    /// Whether it is neither a number nor a date.
    fileprivate var isTextAlone: Bool {
        switch self {
        case .null, .text: true
        case .number, .coded: false
        }
    }

    /// Converts an attribute for comparisons. A text that is a date also compares as a date,
    /// because files without column types have dates as texts.
    fileprivate init(comparing value: AttributeValue) {
        self =
            switch value {
            case .null: .null
            case .integer(let number): .number(Double(number))
            case .double(let number): .number(number)
            case .string(let text): Self.value(ofText: text)
            case .date(let milliseconds): .number(Double(milliseconds))
            }
    }

    private static func value(ofText text: String) -> WhereValue {
        switch WrittenTime(text) {
        case .instant(let milliseconds), .wallClock(let milliseconds):
            .coded(Double(milliseconds), text)
        case .timeOfDay, nil: .text(text)
        }
    }
}
