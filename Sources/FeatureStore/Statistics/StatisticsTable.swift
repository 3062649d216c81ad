// Collects rows into groups and computes their statistics.

import DataStructures
package import Geo

/// Collects rows into groups.
struct StatisticsTable {
    /// The fields to read from rows. The object id always comes first and is not listed.
    private(set) var fields: [String] = []

    private let asked: StatisticsQuery
    private let schema: LayerSchema
    /// Where the grouping fields lie in a row.
    private var groupPlaces: [Int] = []
    /// The statistics in the answer, followed by those only the condition uses.
    private var measures: [Measure] = []
    private var having: WhereProgram?
    private var places: [[DistinctValue]: Int] = [:]
    private var groups: [Group] = []

    /// The greatest number of groups.
    static let mostGroups = 100_000

    /// A statistic and where its values lie in a row; `nil` to count the rows themselves.
    private struct Measure {
        var statistic: Statistic
        var place: Int?
        var type: FieldType
    }

    private struct Group {
        var key: [DistinctValue]
        var rows = 0
        var sums: [Accumulator]
    }

    /// Prepares the groups.
    ///
    /// - Throws: ``FeatureStoreError`` if the layer lacks a field, a field's type does not allow a
    ///   statistic, or the condition cannot be parsed.
    init(_ asked: StatisticsQuery, of schema: LayerSchema) throws(FeatureStoreError) {
        (self.asked, self.schema) = (asked, schema)
        for name in asked.groupBy { groupPlaces.append(try place(of: name)) }
        for statistic in asked.statistics { measures.append(try measure(statistic)) }
        if let text = asked.having { having = try condition(text) }
        for term in asked.orderBy { _ = try column(named: term.field) }
    }

    /// Reads the condition on groups, and adds the statistics that it names.
    private mutating func condition(_ text: String) throws(FeatureStoreError) -> WhereProgram {
        let clause: WhereClause
        do throws(WhereError) {
            clause = try WhereClause(
                having: text, now: LayerQuery.systemTime(), dates: dateNames)
        } catch {
            throw .badHaving(text, problem: error.problem, position: error.position)
        }
        for name in clause.fields { try addMeasure(named: name, of: text) }
        do throws(FeatureStoreError) {
            return WhereProgram(try clause.readingTexts { type(ofColumn: $0) })
        } catch {
            guard case .badWhere(_, let problem, let position) = error else { throw error }
            throw .badHaving(text, problem: problem, position: position)
        }
    }

    /// Adds a row to its group.
    mutating func add(_ values: [AttributeValue]) throws(FeatureStoreError) {
        let key = groupPlaces.map { DistinctValue(values[$0]) }
        let row: Int
        if let known = places[key] {
            row = known
        } else {
            guard groups.count < Self.mostGroups else {
                throw .tooMany(what: "groups of rows", allowed: Self.mostGroups)
            }
            row = groups.count
            places[key] = row
            groups.append(emptyGroup(key))
        }
        groups[row].rows += 1
        for (index, measure) in measures.enumerated() {
            if let place = measure.place { groups[row].sums[index].add(values[place]) }
        }
    }

    /// Returns the groups that meet the condition, sorted.
    mutating func result() throws(FeatureStoreError) -> StoredFeatures {
        // Even no rows give a result: their count is 0.
        if groups.isEmpty, asked.groupBy.isEmpty { groups.append(emptyGroup([])) }
        var rows = groups.filter(meetsCondition).map(values)
        let terms = try asked.orderBy.map { (term) throws(FeatureStoreError) in
            (place: try column(named: term.field), isAscending: term.isAscending)
        }
        let ties = asked.groupBy.indices.map { (place: $0, isAscending: true) }
        rows.sort { a, b in
            for term in terms + ties {
                let (left, right) = (DistinctValue(a[term.place]), DistinctValue(b[term.place]))
                if left == right { continue }
                return (left < right) == term.isAscending
            }
            return false
        }
        let rest = rows.dropFirst(asked.offset)
        return StoredFeatures(
            features: FeatureSet(
                geometryType: nil, spatialReference: schema.spatialReference, fields: outFields,
                features: rest.prefix(asked.limit).map { Feature(values: $0, geometry: nil) }),
            objectIDs: [], exceededLimit: rest.count > asked.limit)
    }

    private func emptyGroup(_ key: [DistinctValue]) -> Group {
        Group(key: key, sums: Array(repeating: Accumulator(), count: measures.count))
    }

    private var outFields: [Field] {
        zip(asked.groupBy, groupPlaces).map { name, place in
            let field = place == 0 ? nil : schema.field(named: fields[place - 1])
            return Field(
                field?.name ?? schema.objectIDField, field?.type ?? .integer, length: field?.length)
        } + measures.prefix(asked.statistics.count).map { Field($0.statistic.name, $0.type) }
    }

    private func values(of group: Group) -> [AttributeValue] {
        group.key.map(\.value)
            + asked.statistics.indices.map { value(of: $0, in: group) }
    }

    private func value(of measure: Int, in group: Group) -> AttributeValue {
        let measure = (measures[measure], group.sums[measure])
        return measure.0.place == nil
            ? .integer(group.rows) : measure.1.value(measure.0.statistic.kind)
    }
}

// MARK: - Fields

extension StatisticsTable {
    /// Returns where a field lies in the rows, and has it read.
    private mutating func place(of name: String) throws(FeatureStoreError) -> Int {
        if schema.isObjectID(name) { return 0 }
        guard let field = schema.field(named: name) else { throw noField(name) }
        if let place = fields.firstIndex(of: field.name) { return place + 1 }
        fields.append(field.name)
        return fields.count
    }

    private mutating func measure(_ statistic: Statistic) throws(FeatureStoreError) -> Measure {
        if statistic.kind == .count, statistic.field == "*" {
            return Measure(statistic: statistic, place: nil, type: .integer)
        }
        let place = try place(of: statistic.field)
        let type = place == 0 ? .integer : schema.field(named: statistic.field)?.type ?? .double
        switch statistic.kind {
        case .count: return Measure(statistic: statistic, place: place, type: .integer)
        case .min, .max: return Measure(statistic: statistic, place: place, type: type)
        case .sum, .average, .deviation, .variance:
            guard type == .integer || type == .double else {
                throw .badPart(
                    "outStatistics",
                    "\(statistic.kind.rawValue) of \(statistic.field) is not defined: the field "
                        + "has \(type.rawValue), and numbers are needed")
            }
            return Measure(statistic: statistic, place: place, type: .double)
        }
    }

    /// Adds the statistic that the condition names as `KIND(field)`.
    private mutating func addMeasure(
        named name: String, of text: String
    ) throws(FeatureStoreError) {
        if let call = Self.call(name) {
            measures.append(try measure(Statistic(call.kind, of: call.field, as: name)))
        } else {
            guard place(ofColumn: name) != nil else {
                throw .badHaving(text, problem: noColumn(name), position: 0)
            }
        }
    }

    private static func call(_ name: String) -> (kind: Statistic.Kind, field: String)? {
        guard name.hasSuffix(")"), let open = name.firstIndex(of: "("),
            let kind = Statistic.Kind(rawValue: name[..<open].lowercased())
        else { return nil }
        return (kind, String(name[name.index(after: open)...].dropLast()))
    }

    /// The names of the answer's columns.
    private var columnNames: [String] { asked.groupBy + asked.statistics.map(\.name) }

    /// Returns the position of a column in the answer; `nil` if there is none.
    private func place(ofColumn name: String) -> Int? {
        let wanted = name.lowercased()
        return columnNames.firstIndex { $0.lowercased() == wanted }
    }

    /// Returns the position of a column to sort by.
    private func column(named name: String) throws(FeatureStoreError) -> Int {
        guard let place = place(ofColumn: name) else {
            throw .badPart("orderByFields", noColumn(name))
        }
        return place
    }

    /// Returns the type of a column or a statistic that a condition names.
    private func type(ofColumn name: String) -> FieldType? {
        let wanted = name.lowercased()
        if asked.groupBy.contains(where: { $0.lowercased() == wanted }) {
            return schema.type(of: name)
        }
        return measures.first { $0.statistic.name.lowercased() == wanted }?.type
    }

    /// What a condition may name that is a date, in lower case.
    private var dateNames: Set<String> {
        let columns = columnNames.map { $0.lowercased() }
        let calls = schema.dateFields.flatMap { ["min(\($0))", "max(\($0))"] }
        return Set(columns.filter { type(ofColumn: $0) == .date } + calls)
    }

    private func noColumn(_ name: String) -> String {
        "\(name.excerpt(80)) is neither a field of the groups nor a statistic; these are "
            + columnNames.map { "\"\($0.excerpt(80))\"" }.joined(separator: ", ")
    }

    private func noField(_ name: String) -> FeatureStoreError {
        let known = [schema.objectIDField] + schema.fields.map(\.name)
        return .noField(
            name, layer: schema.name, known: known, nearest: NearestName.of(name, among: known))
    }

    private func meetsCondition(_ group: Group) -> Bool {
        guard let having else { return true }
        let shown = values(of: group)
        var meter = WhereMeter.unlimited
        do throws(WhereInterruption) {
            return try having.truth(
                { compared(having.fields[$0], in: group, shown) }, &meter) ?? false
        } catch {
            // A text too long to build equals nothing.
            return false
        }
    }

    private func compared(
        _ name: String, in group: Group, _ shown: [AttributeValue]
    ) -> WhereValue {
        let hidden = asked.statistics.count
        if let place = measures[hidden...].firstIndex(where: {
            $0.statistic.name.lowercased() == name.lowercased()
        }) {
            return value(of: place, in: group).compared
        }
        return place(ofColumn: name).map { shown[$0].compared } ?? .null
    }
}

// MARK: - Values

/// Computes statistics from values, one by one.
private struct Accumulator {
    private var count = 0
    private var sum = 0.0
    private var mean = 0.0
    private var squares = 0.0
    private var least: DistinctValue?
    private var greatest: DistinctValue?

    /// Adds a value.
    ///
    /// Method: B. P. Welford, *Note on a Method for Calculating Corrected Sums of Squares and
    /// Products* (1962).
    mutating func add(_ value: AttributeValue) {
        let number: Double
        switch value {
        case .null: return
        case .integer(let whole): number = Double(whole)
        case .double(let found): number = found
        case .date(let milliseconds): number = Double(milliseconds)
        case .string: number = 0
        }
        count += 1
        sum += number
        let step = number - mean
        mean += step / Double(count)
        squares += step * (number - mean)
        let value = DistinctValue(value)
        if least.map({ value < $0 }) ?? true { least = value }
        if greatest.map({ $0 < value }) ?? true { greatest = value }
    }

    func value(_ kind: Statistic.Kind) -> AttributeValue {
        switch kind {
        case .count: return .integer(count)
        case .min: return least?.value ?? .null
        case .max: return greatest?.value ?? .null
        case .sum: return count == 0 ? .null : .double(sum)
        case .average: return count == 0 ? .null : .double(mean)
        case .variance: return count < 2 ? .null : .double(squares / Double(count - 1))
        case .deviation:
            return count < 2 ? .null : .double((squares / Double(count - 1)).squareRoot())
        }
    }
}

extension AttributeValue {
    /// The value as conditions compare it.
    package var compared: WhereValue {
        switch self {
        case .null: .null
        case .integer(let number): .number(Double(number))
        case .double(let number): .number(number)
        case .string(let text): .text(text)
        case .date(let milliseconds): .number(Double(milliseconds))
        }
    }
}
