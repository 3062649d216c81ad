// Copies a batch's tables into another store, such as a database.

package import FeatureStore
import Geo

/// Copies a batch's tables into another store in one transaction.
///
/// Readers of the store see either the previous batch's tables or the new ones, never a mixture.
///
/// ```swift
/// let copy = BatchCopy(prefix: "monday")
/// try copy.check(store)
/// try copy.write(file, to: store)    // monday_routes, monday_stops, …
/// ```
package struct BatchCopy: Sendable {
    /// What the tables' names begin with.
    package let prefix: String

    /// The description that marks a table as a batch's.
    private static let mark = "Table of a batch of Waypost"

    /// Makes a copy whose tables' names begin with the prefix.
    package init(prefix: String) { self.prefix = prefix }

    /// Returns a table's name in the store.
    package func name(of table: BatchTable) -> String { "\(prefix)_\(table.name)" }

    /// Checks that the tables can be made without overwriting others. Changes nothing.
    ///
    /// - Throws: ``BatchError`` naming the table; `FeatureStoreError` if the store cannot be read
    ///   or written, or the name belongs to something other than a table.
    package func check(_ store: any BulkStore) throws {
        let earlier = Set(try earlier(in: store).map { $0.lowercased() })
        do throws(FeatureStoreError) {
            try store.loadLayers { loader throws(FeatureStoreError) -> Void in
                for name in BatchTable.allCases.map({ name(of: $0) })
                where !earlier.contains(name.lowercased()) {
                    try loader.create(
                        LayerSchema(
                            name: name, geometryType: nil, fields: [LayerField("text", .string)]))
                }
                // Undoes what was made.
                throw .cancelled
            }
        } catch {
            guard case .cancelled = error else { throw error }
        }
    }

    /// Lists the earlier batch's tables, which will be replaced.
    private func earlier(in store: any BulkStore) throws -> [String] {
        let names = Set(BatchTable.allCases.map { name(of: $0).lowercased() })
        let found = try store.layers().filter { names.contains($0.name.lowercased()) }
        if let other = found.first(where: { $0.description != Self.mark }) {
            throw BatchError(
                "\(store.name) has a table \(other.name) that no batch has written; write to "
                    + "tables of other names, such as #\(prefix)2")
        }
        return found.map(\.name)
    }

    /// Writes the tables and replaces an earlier batch's.
    ///
    /// - Throws: ``BatchError`` naming a table that no batch wrote; `FeatureStoreError` if the file
    ///   cannot be read or the store cannot be written.
    package func write(_ file: BatchFile, to store: any BulkStore) throws {
        let earlier = try earlier(in: store)
        try store.loadLayers { loader throws(FeatureStoreError) in
            for name in earlier { try loader.drop(name) }
            let writer = TableWriter(loader, of: store.name, dates: file.dates)
            for table in BatchTable.allCases where file.has(table) {
                try write(table, of: file, by: writer, store.name)
            }
        }
    }

    private func write(
        _ table: BatchTable, of file: BatchFile, by writer: TableWriter, _ store: String
    ) throws(FeatureStoreError) {
        var last: Int64?
        do {
            try file.forEachBatch(of: table) { rows in
                let rows = rows.withoutObjectIDs
                if last == nil {
                    try writer.create(
                        name(of: table), title: table.title, for: rows,
                        indexed: rows.fieldIndex(GroupRows.numberField.name) == nil
                            ? nil : GroupRows.numberField.name,
                        description: Self.mark)
                }
                try writer.append(rows, to: name(of: table), after: last ?? 0)
                last = (last ?? 0) + Int64(rows.features.count)
            }
        } catch let error as FeatureStoreError {
            throw error
        } catch {
            throw .unwritable(store: store, reason: "table \(name(of: table)): \(error)")
        }
    }
}
