// Reads a condition, checks it against a layer's schema and makes SQL from it.

import Geo

/// A query's condition, split between the database and the evaluator.
struct LayerCondition {
    /// The database's part. It selects every row for which the condition holds, and perhaps others.
    var sql: SQLCondition
    /// What remains to be tested on those rows; `nil` if the database decides everything.
    var rest: WhereProgram?
    /// The columns of the fields ``rest`` uses, in order.
    var restColumns: [LayerColumn]
    /// The part of ``sql`` that an index on the table serves, or `nil`.
    var indexed: SQLCondition?

    /// Reads a condition.
    ///
    /// - Parameters:
    ///   - text: A ``WhereClause`` condition; `nil` or blank for all rows.
    ///   - now: The time that `CURRENT_TIMESTAMP` stands for.
    /// - Throws: ``FeatureStoreError/badWhere(_:problem:position:)``.
    init(
        _ text: String?, at now: Int64 = LayerQuery.systemTime(), of layer: LayerTable
    ) throws(FeatureStoreError) {
        guard let text, text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            self.init(all: ())
            return
        }
        let clause: WhereClause
        do throws(WhereError) {
            clause = try WhereClause(text, now: now, dates: layer.schema.dateFields)
        } catch {
            throw .badWhere(text, problem: error.problem, position: error.position)
        }
        var columns: [String: LayerColumn] = [:]
        for field in clause.fields {
            guard let column = layer.column(named: field) else {
                let remedy =
                    text.contains("\"\(field)\"")
                    ? "; if it is a text, write '\(field.excerpt(40))' in single quotes" : ""
                throw .badWhere(
                    text, problem: layer.noField(field).message + remedy,
                    position: clause.position(of: field) ?? 0)
            }
            columns[field.lowercased()] = column
        }
        let read = try clause.readingTexts { columns[$0.lowercased()]?.field.type }
        self.init(read, columns, layer.dialect)
    }

    private init(all: Void) {
        (sql, rest, restColumns, indexed) = (.all, nil, [], nil)
    }

    private init(
        _ root: WhereExpression, _ columns: [String: LayerColumn], _ dialect: any SQLDialect
    ) {
        let writer = WhereSQLWriter(columns: columns, dialect: dialect)
        var decided: [SQLCondition] = []
        var served: [SQLCondition] = []
        var rest: [WhereExpression] = []
        for part in WherePredicate(root).conjuncts {
            let piece = writer.condition(part)
            if let sql = piece.sql {
                decided.append(sql)
                if piece.isIndexed { served.append(sql) }
            }
            if !piece.isExact { rest.append(part.expression) }
        }
        sql = SQLCondition(joining: decided, by: "AND")
        indexed = served.isEmpty ? nil : SQLCondition(joining: served, by: "AND")
        self.rest = rest.isEmpty ? nil : WhereProgram(.and(rest))
        restColumns = (self.rest?.fields ?? []).map { name in
            guard let column = columns[name.lowercased()] else {
                preconditionFailure("every field of a condition has a column")
            }
            return column
        }
    }
}
