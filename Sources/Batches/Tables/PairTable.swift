// The pairs of a matrix or of closest facilities, row by row.

package import Geo
package import RouteAPI

/// An answer's pairs in its order: two locations, a rank and totals.
///
/// The table makes each row only when it is needed, so a million pairs need no second copy. A
/// matrix may come as features or as a sparse matrix, closest facilities as routes; the columns are
/// the same except that a sparse matrix has no ranks.
package struct PairTable {
    /// The contents of a column.
    package enum Column: Hashable {
        /// A location's `ObjectID`, with the noun for such locations.
        case id(String)
        /// A location's name.
        case name(String)
        case rank
        /// A cost's total.
        case total(String)
        /// A time field in the answer.
        case time(String)

        package var type: FieldType {
            switch self {
            case .id, .rank: .integer
            case .name: .string
            case .total: .double
            case .time: .date
            }
        }

        /// The heading in tables for programs.
        package var heading: String {
            switch self {
            case .id(let location): "\(location)ID"
            case .name(let location): location
            case .rank: "Rank"
            case .total(let cost): "Total_\(cost)"
            case .time(let field): field
            }
        }
    }

    /// One side of all pairs, such as the origins.
    fileprivate struct Side {
        /// What headings call its locations.
        let title: String
        private let names: [AttributeValue: AttributeValue]

        init(_ declared: AnalysisClass, _ locations: FeatureSet?) {
            title = declared.rowTitle
            var names: [AttributeValue: AttributeValue] = [:]
            if let set = locations, let id = set.fieldIndex("ObjectID"),
                let name = set.fieldIndex("Name")
            {
                for location in set.features { names[location.values[id]] = location.values[name] }
            }
            self.names = names
        }

        var columns: [Column] { [.id(title), .name(title)] }

        func cells(_ id: AttributeValue) -> [AttributeValue] { [id, names[id] ?? .null] }
    }

    private enum Rows {
        /// Features, with the positions of the two ids and the other columns.
        case features([Feature], from: Int?, to: Int?, others: [Int?])
        case cells([CostMatrix.Row])
    }

    /// The two sides of an analysis's pairs.
    package struct Sides {
        fileprivate let from: Side
        fileprivate let to: Side

        /// Reads the rows of an analysis's two location inputs.
        ///
        /// - Parameters:
        ///   - type: A type of layer with two location inputs.
        ///   - result: An answer with these tables.
        package init(_ type: LayerType, of result: AnalysisResult) {
            let sides = type.locations.map { Side($0, result[table: $0.answerKey]) }
            (from, to) = (sides[0], sides[1])
        }
    }

    /// The columns, in the order of a row's values.
    package let columns: [Column]
    private let from: Side
    private let to: Side
    private let rows: Rows

    /// Reads the pairs of a cost matrix. A sparse matrix has no ranks.
    package init(matrix result: AnalysisResult) {
        let lines = RouteAPI.AnswerTable(
            key: AnalysisClass.odLines.answerKey,
            rows: result[table: AnalysisClass.odLines.answerKey] ?? Self.noRows)
        self.init(
            result.costMatrix.map { .costs($0) } ?? .features(lines),
            between: Sides(.odCostMatrix, of: result), valued: result.valuedFields)
    }

    /// Reads some rows of a cost matrix.
    ///
    /// - Parameter valued: The fields in which rows have values; `nil` if unknown.
    package init(_ rows: AnswerRows, between sides: Sides, valued: [String]? = nil) {
        (from, to) = (sides.from, sides.to)
        switch rows {
        case .costs(let matrix):
            columns =
                from.columns + to.columns + matrix.costAttributeNames.map { Column.total($0) }
            self.rows = .cells(matrix.rows)
        case .features(let table):
            let content = Self.content(
                of: table.rows, valued: valued, from, to, rank: "DestinationRank")
            columns = content.columns
            self.rows = content.rows
        }
    }

    private static let noRows = FeatureSet(
        geometryType: nil, spatialReference: .wgs84, fields: [])

    /// Reads the pairs of incidents and their closest facilities.
    package init(nearest result: AnalysisResult) {
        let sides = Sides(.closestFacility, of: result)
        (from, to) = (sides.from, sides.to)
        let content = Self.content(
            of: result.routes, valued: result.valuedFields, from, to, rank: "FacilityRank")
        columns = content.columns
        rows = content.rows
    }

    private static let times = RouteAPI.Column.times.map(\.name)

    /// The columns and rows for pairs that are features. Totals and times without values are left
    /// out: a cost without totals has none in any row. Without rows, the columns are those
    /// expected, or all totals if the answer came from a server.
    private static func content(
        of set: FeatureSet?, valued: [String]?, _ from: Side, _ to: Side, rank: String
    ) -> (columns: [Column], rows: Rows) {
        var columns = from.columns + to.columns + [.rank]
        guard let set else { return (columns, .features([], from: nil, to: nil, others: [])) }
        func hasValues(_ place: Int, _ field: String) -> Bool {
            if let first = set.features.first { return first.values[place] != .null }
            return valued?.contains(field) ?? field.hasPrefix("Total_")
        }
        var others = [set.fieldIndex(rank)]
        for (place, field) in set.fields.enumerated() where hasValues(place, field.name) {
            if field.name.hasPrefix("Total_") {
                columns.append(.total(String(field.name.dropFirst("Total_".count))))
            } else if times.contains(field.name) {
                columns.append(.time(field.name))
            } else {
                continue
            }
            others.append(place)
        }
        let ids = [from, to].map { set.fieldIndex("\($0.title)ID") }
        return (columns, .features(set.features, from: ids[0], to: ids[1], others: others))
    }

    package var isEmpty: Bool {
        switch rows {
        case .features(let features, _, _, _): features.isEmpty
        case .cells(let rows): rows.allSatisfy(\.destinationIDs.isEmpty)
        }
    }

    /// The rows as a table without shapes.
    package var featureSet: FeatureSet {
        var set = FeatureSet(
            geometryType: nil, spatialReference: .wgs84,
            fields: columns.map { Field($0.heading, $0.type) })
        forEachRow { set.features.append(Feature(values: $0, geometry: nil)) }
        return set
    }

    /// Passes each row's values, in the order of ``columns``.
    package func forEachRow(_ body: ([AttributeValue]) throws -> Void) rethrows {
        switch rows {
        case .features(let features, let fromID, let toID, let others):
            for feature in features {
                func value(_ place: Int?) -> AttributeValue {
                    place.map { feature.values[$0] } ?? .null
                }
                var values = from.cells(value(fromID))
                values += to.cells(value(toID))
                for place in others { values.append(value(place)) }
                try body(values)
            }
        case .cells(let rows):
            for row in rows {
                let origin = from.cells(.integer(row.originID))
                for cell in row.cells {
                    var values = origin
                    values += to.cells(.integer(cell.destinationID))
                    for cost in cell.costs { values.append(.double(cost)) }
                    try body(values)
                }
            }
        }
    }
}
