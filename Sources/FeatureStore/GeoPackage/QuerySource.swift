// Which index a query's rows are found by.

import Geo

/// The table of a query with its condition, under the index that leaves fewest rows.
///
/// A query may have a condition that an index serves and a shape that the spatial index serves;
/// SQLite keeps no statistics of foreign files and cannot weigh the two. Here the rows of the one
/// are counted up to a number that grows eightfold, and those of the other up to the same number;
/// the first that ends has fewer rows. Where both are many and of one size, the ids of the one are
/// looked for among those of the other, so that only rows in both are read. The counting costs a
/// fraction of what reading the rows does.
struct QuerySource {
    /// The table in SQL, perhaps with an order not to use indexes.
    var table: String
    /// The condition, the boxes of the spatial index among it.
    var condition: SQLCondition

    /// How the rows of a query are found.
    private enum Plan {
        case condition, boxes, both
    }

    private static let firstCount: Int64 = 4_000
    /// So many rows are read sooner than they are looked for in a list.
    private static let fewToRead: Int64 = 1_000
    /// Reading a row takes the time of so many entries of an index, each looked for in a list.
    private static let moreToCompare: Int64 = 8
    private static let growth: Int64 = 8
    /// The greatest number of ids that a query may list.
    private static let maximumIDs = 1_000_000

    /// Chooses the index.
    ///
    /// - Throws: ``FeatureStoreError/tooMany(what:allowed:)`` for a list of ids that is too long.
    init(
        _ query: LayerQuery, _ condition: LayerCondition, _ filter: SpatialFilter?,
        of layer: LayerTable, on connection: SQLConnection
    ) throws {
        table = layer.table
        var parts = [condition.sql]
        if let ids = query.objectIDs {
            guard ids.count <= Self.maximumIDs else {
                throw FeatureStoreError.tooMany(
                    what: "ids in the query", allowed: Self.maximumIDs)
            }
            // One parameter for any number of ids.
            let list = "[" + ids.map(String.init).joined(separator: ",") + "]"
            parts.append(
                SQLCondition(
                    "\(layer.objectID.sql) IN (SELECT value FROM json_each(?))", [.text(list)]))
        } else if let boxes = Self.boxes(filter, of: layer) {
            let plan =
                try condition.indexed.map { indexed in
                    try Self.plan(boxes, indexed, of: layer, on: connection)
                } ?? .boxes
            let id = layer.objectID.sql
            var ids = boxes
            switch plan {
            case .condition: break
            case .both:
                guard let indexed = condition.indexed else { break }
                ids.text =
                    "SELECT \(id) FROM \(layer.table) WHERE \(indexed.text) "
                    + "AND +\(id) IN (\(boxes.text))"
                ids.values = indexed.values + boxes.values
                fallthrough
            case .boxes:
                // The key of the table is still used, indexes of other columns are not.
                table += " NOT INDEXED"
                parts.insert(SQLCondition("\(id) IN (\(ids.text))", ids.values), at: 0)
            }
        }
        self.condition = SQLCondition(joining: parts, by: "AND")
    }

    /// The ids whose boxes meet that of the query, or `nil` where the spatial index is missing or
    /// of no use.
    private static func boxes(_ filter: SpatialFilter?, of layer: LayerTable) -> SQLCondition? {
        guard let box = filter?.envelope, let shapes = layer.shapes, let index = shapes.index else {
            return nil
        }
        if let extent = shapes.statedExtent, box.contains(extent) { return nil }
        return SQLCondition(
            "SELECT id FROM \(index.sqlName) "
                + "WHERE maxx >= ? AND minx <= ? AND maxy >= ? AND miny <= ?",
            [.double(box.minX), .double(box.maxX), .double(box.minY), .double(box.maxY)])
    }

    private static func plan(
        _ boxes: SQLCondition, _ indexed: SQLCondition, of layer: LayerTable,
        on connection: SQLConnection
    ) throws(SQLFailure) -> Plan {
        func count(_ ids: SQLCondition, upTo limit: Int64) throws(SQLFailure) -> Int64 {
            try connection.integer(
                "SELECT count(*) FROM (\(ids.text) LIMIT ?)", ids.values + [.integer(limit)]) ?? 0
        }
        let rows = SQLCondition(
            "SELECT 1 FROM \(layer.table) WHERE \(indexed.text)", indexed.values)
        var limit = firstCount
        while true {
            let found = try count(rows, upTo: limit)
            if found < limit {
                // Half as many again are as good as any number beyond.
                let enough = found + found / 2 + 1
                let near = try count(boxes, upTo: enough)
                if near == enough || found < fewToRead { return .condition }
                return near >= fewToRead && found <= moreToCompare * near ? .both : .boxes
            }
            let near = try count(boxes, upTo: limit)
            if near < limit {
                if near < fewToRead { return .boxes }
                let most = moreToCompare * near
                return try count(rows, upTo: most + 1) <= most ? .both : .boxes
            }
            limit *= growth
        }
    }
}

extension Envelope {
    /// Whether a box lies within this one, borders included.
    fileprivate func contains(_ other: Envelope) -> Bool {
        minX <= other.minX && maxX >= other.maxX && minY <= other.minY && maxY >= other.maxY
    }
}
