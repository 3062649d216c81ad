// A column of a table of a store.

import Geo

/// A column, with its database type and SQL name.
struct LayerColumn: Hashable, Sendable {
    /// The column as callers see it.
    var field: LayerField
    /// The declared type.
    var kind: ColumnKind
    /// The column's name in SQL.
    var sql: String
    /// Whether the column holds the row ids.
    var isObjectID = false
}
