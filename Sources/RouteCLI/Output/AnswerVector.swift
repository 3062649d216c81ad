// Writes an answer to GDAL files.

import Batches
import Geo
import VectorFiles

/// Writes an answer's tables as a workbook, or one table as a shapefile or FlatGeobuf.
struct AnswerVector {
    let tables: AnswerTables
    /// The table for formats that hold only one.
    let main: String

    /// Writes a file.
    ///
    /// - Throws: ``CommandFailure`` naming the file and the cause.
    func write(to target: OutputTarget) throws {
        let output = try VectorOutput(target: target)
        let chosen =
            output.format.isSheets ? tables.tables : tables.tables.filter { $0.name == main }
        guard !chosen.isEmpty else {
            throw CommandFailure(.noSolution, "-o \(target.path): the answer has no \(main)")
        }
        let notes = try output.write { writer in
            for table in chosen {
                let rows = AnswerPackage.stored(table.rows)
                guard output.format.isSheets || rows.geometryType != nil else {
                    throw CommandFailure(
                        .usage,
                        "-o \(target.path): \(table.name) have no shapes; write csv or xlsx")
                }
                let open = try writer.begin(table.name, like: rows, dates: tables.dates)
                try writer.append(rows.features, to: open)
            }
        }
        Console.note(notes.map { "\(target.path): \($0)" })
    }
}

extension Solution {
    /// Writes the answer in a format that is not a byte stream.
    ///
    /// - Parameter table: The table for formats that hold only one.
    func writeFile(_ target: OutputTarget, table: String) throws {
        let tables = AnswerTables(result)
        if target.format == .gpkg {
            _ = try OutputFile(path: target.path).kind()
            try AnswerPackage(tables).write(to: target.path)
        } else {
            try AnswerVector(tables: tables, main: table).write(to: target)
        }
    }
}
