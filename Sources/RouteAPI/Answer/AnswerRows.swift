// Rows of an answer that are passed on while the analysis runs, and their JSON.

import Geo

/// Some rows of an answer.
public enum AnswerRows: Hashable, Sendable {
    /// Rows of a matrix of costs.
    case costs(CostMatrix)
    /// Rows of a table.
    case features(AnswerTable)

    /// The number of pairs or features.
    public var count: Int {
        switch self {
        case .costs(let matrix): matrix.rows.reduce(0) { $0 + $1.destinationIDs.count }
        case .features(let table): table.rows.features.count
        }
    }
}

extension AnalysisResult {
    /// Adds rows that were passed on, so that the answer has them as if they had not been.
    ///
    /// - Complexity: O(*n*) in the number of these rows for a matrix, and of all rows for a table.
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

/// Receives the rows of a large answer while the analysis runs, so that they need not be held.
///
/// An analysis calls ``begin(_:)`` once and ``receive(_:)`` for each batch, all of one kind, on one
/// thread. Then it returns the answer without these rows.
public protocol AnswerRowReceiver: Sendable {
    /// Takes what is known of the answer before its first row, such as the locations.
    func begin(_ known: AnalysisResult) throws(RouteRequestError)

    /// Takes a batch of rows. The first may be empty: it has the fields or costs of all.
    ///
    /// - Throws: When no more rows can be taken; the analysis ends with this error.
    func receive(_ rows: AnswerRows) throws(RouteRequestError)
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
/// The members are those of ``AnalysisResultWriter/json(_:pretty:)`` in another order.
public struct AnswerRowsWriter: ~Copyable, Sendable {
    private var writer: JSONWriter
    /// The key of the table that rows were written of.
    private var tableKey: String?
    private var isInMatrix = false
    /// Decimals of coordinates, or `nil` for all.
    private var geometryPrecision: Int?
    /// Decimals of measures, or `nil` for all.
    private var measurePrecision: Int?

    /// Makes a writer.
    public init(pretty: Bool) {
        writer = JSONWriter(pretty: pretty)
        writer.beginObject()
    }

    /// Takes the decimals of all shapes.
    ///
    /// - Parameter known: What is known of the answer before its first row.
    public mutating func begin(_ known: AnalysisResult) {
        geometryPrecision = known.geometryPrecision
        measurePrecision = known.measurePrecision
    }

    /// The JSON of some rows, with the beginning of their member before the first of them.
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

    /// The JSON of the rest of the answer.
    ///
    /// - Parameter result: The answer. A member of it whose rows were written is left out.
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
