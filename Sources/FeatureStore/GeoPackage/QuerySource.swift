// Chooses the index for a query.

import Geo

/// A query's table and condition, using the index that leaves the fewest rows.
///
/// A query may have a condition with an index and a shape with the spatial index, but SQLite keeps
/// no statistics on foreign files and cannot weigh the two. So the matches in each are counted in
/// turns, up to a limit that grows eightfold; whichever ends first has fewer rows. If both are many
/// and similar in size, the ids from one are looked up among those from the other, so that only
/// rows in both are read. Counting costs a fraction of reading the rows.
struct QuerySource {
    /// The table in SQL, perhaps with NOT INDEXED.
    var table: String
    /// The full condition, including boxes from the spatial index.
    var condition: SQLCondition

    /// How to find a query's rows.
    private enum Plan {
        case condition, boxes, both
    }

    private static let firstCount: Int64 = 4_000
    /// Below this many rows, reading them is faster than looking them up in a list.
    private static let fewToRead: Int64 = 1_000
    /// Reading a row takes as long as looking up this many index entries in a list.
    private static let moreToCompare: Int64 = 8
    private static let growth: Int64 = 8
    /// The greatest number of ids a query may list.
    private static let maximumIDs = 1_000_000

    /// Chooses the index.
    ///
    /// - Throws: ``FeatureStoreError/tooMany(what:allowed:)`` if the list of ids is too long.
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
            // One parameter holds any number of ids.
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
                // The table's key is still used; indexes on other columns are not.
                table += " NOT INDEXED"
                parts.insert(SQLCondition("\(id) IN (\(ids.text))", ids.values), at: 0)
            }
        }
        self.condition = SQLCondition(joining: parts, by: "AND")
    }

    /// Selects the ids whose boxes meet the query's box; `nil` if the spatial index is missing or
    /// useless.
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
                // Counting half as many again is enough to decide.
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
    /// Returns whether a box lies within this one, borders included.
    fileprivate func contains(_ other: Envelope) -> Bool {
        minX <= other.minX && maxX >= other.maxX && minY <= other.minY && maxY >= other.maxY
    }
}
