// The functions that the triggers on a GeoPackage's spatial indexes call.

import Geo
import GRDBSQLite

/// `ST_IsEmpty`, `ST_MinX`, `ST_MaxX`, `ST_MinY` and `ST_MaxY` on a shape's bytes. They return null
/// if the bytes are not a shape, and the box functions also if the shape is empty.
///
/// Source: OGC 12-128r17, annex F.3.
enum GeoPackageFunctions {
    /// Adds the functions to a connection.
    ///
    /// They are marked as harmless, because triggers and views in an untrusted file may call no
    /// other functions that a program adds.
    static func register(on connection: SQLConnection) throws(SQLFailure) {
        try add("ST_IsEmpty", on: connection) { context, _, values in
            GeoPackageFunctions.result(values, context) { bytes throws(FeatureReadError) in
                try GeoPackageBinary.envelope(bytes) == nil ? 1 : 0
            }
        }
        try add("ST_MinX", on: connection) { context, _, values in
            GeoPackageFunctions.result(values, context) { bytes throws(FeatureReadError) in
                try GeoPackageBinary.envelope(bytes)?.minX
            }
        }
        try add("ST_MaxX", on: connection) { context, _, values in
            GeoPackageFunctions.result(values, context) { bytes throws(FeatureReadError) in
                try GeoPackageBinary.envelope(bytes)?.maxX
            }
        }
        try add("ST_MinY", on: connection) { context, _, values in
            GeoPackageFunctions.result(values, context) { bytes throws(FeatureReadError) in
                try GeoPackageBinary.envelope(bytes)?.minY
            }
        }
        try add("ST_MaxY", on: connection) { context, _, values in
            GeoPackageFunctions.result(values, context) { bytes throws(FeatureReadError) in
                try GeoPackageBinary.envelope(bytes)?.maxY
            }
        }
    }

    private typealias Function =
        @convention(c) (
            OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?
        ) -> Void

    private static func add(
        _ name: String, on connection: SQLConnection, _ function: Function
    ) throws(SQLFailure) {
        let code = sqlite3_create_function_v2(
            connection.handle, name, 1,
            SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil, function, nil, nil, nil)
        guard code == SQLITE_OK else { throw connection.failure() }
    }

    private static func result(
        _ values: UnsafeMutablePointer<OpaquePointer?>?, _ context: OpaquePointer?,
        _ body: (UnsafeRawBufferPointer) throws(FeatureReadError) -> Double?
    ) {
        guard let value = values?.pointee, sqlite3_value_type(value) == SQLITE_BLOB else {
            return sqlite3_result_null(context)
        }
        let start = sqlite3_value_blob(value)
        let count = start == nil ? 0 : Int(sqlite3_value_bytes(value))
        do throws(FeatureReadError) {
            if let number = try body(UnsafeRawBufferPointer(start: start, count: count)) {
                sqlite3_result_double(context, number)
            } else {
                sqlite3_result_null(context)
            }
        } catch {
            // Bytes that are not a shape have no box, so the row stays out of the index.
            sqlite3_result_null(context)
        }
    }
}
