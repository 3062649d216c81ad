// A GeoPackage's coordinate systems: its own numbers for them, and their definitions.

import Geo
import SpatialOperations

/// Reads and extends the `gpkg_spatial_ref_sys` table.
struct SpatialReferenceList {
    private let connection: SQLConnection

    init(_ connection: SQLConnection) { self.connection = connection }

    /// Returns the system behind a number in the file.
    ///
    /// Systems from EPSG and Esri are identified by their number, others by their definition.
    /// Without a definition, the file's own number is used, for which no transformation is known.
    func reference(_ id: Int32) throws(SQLFailure) -> SpatialReference {
        // An undefined geographic system: longitude and latitude, taken as WGS 84.
        if id == 0 { return .wgs84 }
        let statement = try SQLStatement(
            "SELECT organization, organization_coordsys_id, definition FROM gpkg_spatial_ref_sys "
                + "WHERE srs_id = ?1", on: connection)
        try statement.bind([.integer(Int64(id))])
        guard try statement.step() else { return SpatialReference(wkid: Int(id)) }
        let organization = statement.text(at: 0)?.uppercased() ?? ""
        let code = statement.integer(at: 1)
        if ["EPSG", "ESRI"].contains(organization), (1...999_999).contains(code) {
            return code == 4326 ? .wgs84 : SpatialReference(wkid: Int(code))
        }
        let definition = statement.text(at: 2) ?? ""
        return definition.isEmpty || definition.lowercased() == "undefined"
            ? SpatialReference(wkid: Int(id)) : SpatialReference(wkt: definition)
    }

    /// Returns the file's number for a system, and lists the system if it is missing.
    ///
    /// - Throws: ``FeatureStoreError/badSchema(_:)`` if PROJ does not know the system.
    func number(of reference: SpatialReference) throws -> Int32 {
        let record: CoordinateSystemRecord
        do throws(SpatialReferenceError) {
            record = try CoordinateSystemRecord(reference)
        } catch {
            throw FeatureStoreError.badSchema(error.description)
        }
        if let authority = record.authority, let code = record.code {
            let known = try connection.integer(
                "SELECT srs_id FROM gpkg_spatial_ref_sys WHERE organization = ?1 COLLATE NOCASE "
                    + "AND organization_coordsys_id = ?2",
                [.text(authority), .integer(Int64(code))])
            if let known { return Int32(truncatingIfNeeded: known) }
        } else {
            let known = try connection.integer(
                "SELECT srs_id FROM gpkg_spatial_ref_sys WHERE definition = ?1",
                [.text(record.wellKnownText)])
            if let known { return Int32(truncatingIfNeeded: known) }
        }
        let wanted = Int64(record.code ?? 0)
        let isFree =
            try wanted > 0
            && connection.integer(
                "SELECT 1 FROM gpkg_spatial_ref_sys WHERE srs_id = ?1", [.integer(wanted)]) == nil
        let next = try connection.integer(
            "SELECT max(100000, max(srs_id) + 1) FROM gpkg_spatial_ref_sys")
        let id = isFree ? wanted : next ?? 100_000
        try connection.run(
            "INSERT INTO gpkg_spatial_ref_sys (srs_name, srs_id, organization, "
                + "organization_coordsys_id, definition) VALUES (?1, ?2, ?3, ?4, ?5)",
            [
                .text(record.name), .integer(id), .text(record.authority ?? "NONE"),
                .integer(Int64(record.code ?? Int(id))), .text(record.wellKnownText),
            ])
        return Int32(truncatingIfNeeded: id)
    }
}
