// PostGIS's coordinate systems: its numbers for them, and their definitions.

import Geo
import PostgreSQL
import SpatialOperations

/// Reads and extends the `spatial_ref_sys` table.
struct SpatialSystems {
    private let connection: PostgresConnection
    private let table: String

    /// The range PostGIS reserves for users' own systems.
    private static let own = 910_000...998_999

    init(_ connection: PostgresConnection, _ schema: PostGISSchema) {
        self.connection = connection
        table = "\(schema.functions ?? "")spatial_ref_sys"
    }

    /// Returns the system behind a number.
    ///
    /// Systems from EPSG and Esri are identified by their number, others by their definition.
    /// Shapes without a system are taken as WGS 84 longitude and latitude.
    func reference(_ id: Int32) throws(PostgresError) -> SpatialReference {
        if id == 0 || id == 4326 { return .wgs84 }
        let row = try connection.query(
            "SELECT upper(auth_name), auth_srid, srtext FROM \(table) WHERE srid = $1",
            [.integer(Int64(id))]
        ).first
        guard let row else { return SpatialReference(wkid: Int(id)) }
        if ["EPSG", "ESRI"].contains(row.text(0) ?? ""), let code = row.integer(1),
            (1...999_999).contains(code)
        {
            return code == 4326 ? .wgs84 : SpatialReference(wkid: Int(code))
        }
        let definition = row.text(2) ?? ""
        return definition.isEmpty
            ? SpatialReference(wkid: Int(id)) : SpatialReference(wkt: definition)
    }

    /// Returns the database's number for a system, and lists the system if it is missing.
    ///
    /// - Throws: ``FeatureStoreError/badSchema(_:)`` if PROJ does not know the system, or it may
    ///   not be added.
    func number(of reference: SpatialReference) throws -> Int32 {
        let record: CoordinateSystemRecord
        do throws(SpatialReferenceError) {
            record = try CoordinateSystemRecord(reference)
        } catch {
            throw FeatureStoreError.badSchema(error.description)
        }
        let known: Int64?
        if let authority = record.authority, let code = record.code {
            known = try connection.query(
                "SELECT srid FROM \(table) WHERE upper(auth_name) = upper($1) AND auth_srid = $2 "
                    + "ORDER BY srid LIMIT 1", [.text(authority), PostgresValue(code)]
            ).first?.integer(0)
        } else {
            known = try connection.query(
                "SELECT srid FROM \(table) WHERE srtext = $1 ORDER BY srid LIMIT 1",
                [.text(record.wellKnownText)]
            ).first?.integer(0)
        }
        if let known { return Int32(truncatingIfNeeded: known) }
        return try add(record)
    }

    private func add(_ record: CoordinateSystemRecord) throws -> Int32 {
        let mayAdd = try connection.query(
            "SELECT has_table_privilege($1, 'INSERT')", [.text(table)]
        ).first?.bool(0)
        guard mayAdd == true, record.wellKnownText.utf8.count <= 2_048 else {
            throw FeatureStoreError.badSchema(
                "the database does not list the coordinate system \(record.name.excerpt(80)) in "
                    + "spatial_ref_sys, and this account may not add it; add it with another "
                    + "account, or store the layer in a listed system")
        }
        // One at a time, so that two processes do not choose the same number.
        try connection.execute("LOCK TABLE \(table) IN SHARE ROW EXCLUSIVE MODE")
        let next = try connection.query(
            "SELECT greatest($1, max(srid) + 1)::int8 FROM \(table) WHERE srid BETWEEN $1 AND $2",
            [PostgresValue(Self.own.lowerBound), PostgresValue(Self.own.upperBound)]
        ).first?.integer(0)
        let id = next ?? Int64(Self.own.lowerBound)
        _ = try connection.query(
            "INSERT INTO \(table) (srid, auth_name, auth_srid, srtext, proj4text) "
                + "VALUES ($1, $2, $3, $4, '')",
            [
                .integer(id), .text(record.authority ?? "WAYPOST"),
                .integer(record.code.map(Int64.init) ?? id), .text(record.wellKnownText),
            ])
        return Int32(truncatingIfNeeded: id)
    }
}
