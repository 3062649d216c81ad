// Rows passed on while an analysis runs, and their JSON.

import Geo

/// Some rows of an answer, passed on while the analysis runs.
public enum AnswerRows: Hashable, Sendable {
    /// Rows of a cost matrix.
    case costs(CostMatrix)
    /// Rows of a table.
    case features(AnswerTable)

    /// How many pairs or features there are.
    public var count: Int {
        switch self {
        case .costs(let matrix): matrix.rows.reduce(0) { $0 + $1.destinationIDs.count }
        case .features(let table): table.rows.features.count
        }
    }
}

extension AnalysisResult {
    /// Adds rows that were passed on, which completes the answer.
    ///
    /// - Complexity: O(*n*) for *n* such rows of a matrix, or *n* rows of the whole table.
    public mutating func append(_ rows: AnswerRows) {
        switch rows {
        case .costs(let matrix):
            if costMatrix == nil {
                costMatrix = matrix
            } else {
                costMatrix?.rows += matrix.rows
            }
        case .features(let table):
            if self[table: table.key] == nil {
                self[table: table.key] = table.rows
            } else {
                self[table: table.key]?.features += table.rows.features
            }
        }
    }
}

/// Writes an answer as JSON piece by piece: first its rows, then all other members.
///
/// ```swift
/// var writer = AnswerRowsWriter(pretty: false)
/// writer.begin(known)
/// var json = writer.json(of: .costs(matrix))
/// json += writer.end(result)
/// ```
///
/// The members equal those from ``AnalysisResultWriter/json(_:pretty:)``, in another order.
public struct AnswerRowsWriter: ~Copyable, Sendable {
    private var writer: JSONWriter
    /// The table whose rows were written.
    private var tableKey: String?
    private var isInMatrix = false
    /// How many decimals coordinates have; `nil` for all.
    private var geometryPrecision: Int?
    /// How many decimals measures have; `nil` for all.
    private var measurePrecision: Int?

    /// Creates a writer for one answer.
    public init(pretty: Bool) {
        writer = JSONWriter(pretty: pretty)
        writer.beginObject()
    }

    /// Sets how many decimals shapes have.
    ///
    /// - Parameter known: What is known of the answer before its first row.
    public mutating func begin(_ known: AnalysisResult) {
        geometryPrecision = known.geometryPrecision
        measurePrecision = known.measurePrecision
    }

    /// Writes some rows. Before the first of them, it writes the beginning of their member.
    ///
    /// - Precondition: All rows are of one kind and one table.
    public mutating func json(of rows: AnswerRows) -> [UInt8] {
        switch rows {
        case .costs(let matrix):
            precondition(tableKey == nil, "the rows of an answer are of one kind")
            if !isInMatrix { writer.beginCostMatrix(matrix) }
            isInMatrix = true
            writer.costRows(matrix.rows)
        case .features(let table):
            precondition(!isInMatrix, "the rows of an answer are of one kind")
            if tableKey == nil {
                writer.key(table.key)
                writer.beginEsriFeatureSet(table.rows)
            }
            tableKey = table.key
            writer.esriFeatures(
                of: table.rows, decimals: geometryPrecision, measureDecimals: measurePrecision)
        }
        return writer.takeBytes()
    }

    /// Writes the rest of the answer.
    ///
    /// - Parameter result: The answer. A member whose rows were already written is left out.
    public mutating func end(_ result: AnalysisResult) -> [UInt8] {
        var rest = result
        if isInMatrix {
            writer.endObject()
            rest.costMatrix = nil
        }
        if let tableKey {
            writer.endEsriFeatureSet()
            rest[table: tableKey] = nil
        }
        writer.members(of: rest)
        writer.endObject()
        return writer.takeBytes()
    }
}
