// The tables of a batch in another store, such as a database.

package import FeatureStore
import Geo

/// Copies the tables of a batch into another store, in one transaction: readers of the store see
/// the tables of the batch before, or those of this one.
///
/// ```swift
/// let copy = BatchCopy(prefix: "monday")
/// try copy.check(store)
/// try copy.write(file, to: store)    // monday_routes, monday_stops, …
/// ```
package struct BatchCopy: Sendable {
    /// What the names of the tables begin with.
    package let prefix: String

    /// How a table of a batch is known from others.
    private static let mark = "Table of a batch of Waypost"

    /// Makes a copy under names that begin with a prefix.
    package init(prefix: String) { self.prefix = prefix }

    /// The name of a table in the store.
    package func name(of table: BatchTable) -> String { "\(prefix)_\(table.name)" }

    /// Checks that the tables can be made and no other one would be written over. The store stays
    /// as it is.
    ///
    /// - Throws: ``BatchError`` naming the table; `FeatureStoreError` when the store cannot be
    ///   read or written, or has something else of such a name.
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
                // What has been made is undone.
                throw .cancelled
            }
        } catch {
            guard case .cancelled = error else { throw error }
        }
    }

    /// The tables of an earlier batch, which are replaced.
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

    /// Replaces the tables of an earlier batch.
    ///
    /// - Throws: ``BatchError`` naming a table of another kind; `FeatureStoreError` when the file
    ///   cannot be read, or the store not be written.
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
