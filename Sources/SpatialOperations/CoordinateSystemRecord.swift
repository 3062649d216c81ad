// A coordinate system as files list it: authority, number, name and definition.

import CPROJ
package import Geo

/// What a list of coordinate systems says of one.
package struct CoordinateSystemRecord: Hashable, Sendable {
    /// `EPSG` or `ESRI`, or `nil` for a system that was given as text and is in no list.
    package let authority: String?
    /// The number in the authority's list.
    package let code: Int?
    /// The system's official name.
    package let name: String
    /// Its definition as well-known text: version 1 as GDAL writes it, or version 2 where that
    /// cannot express the system.
    package let wellKnownText: String

    /// Looks a system up.
    ///
    /// - Throws: When no such system exists or it has no horizontal position.
    /// - Complexity: Some milliseconds in PROJ.
    package init(_ reference: SpatialReference) throws(SpatialReferenceError) {
        let context = ProjectionContext()
        let system = try context.system(named: reference)
        name = system.name.isEmpty ? reference.label : system.name
        let authority = proj_get_id_auth_name(system.handle, 0).map { String(cString: $0) }
        let code = proj_get_id_code(system.handle, 0).flatMap { Int(String(cString: $0)) }
        if let authority, let code, ["EPSG", "ESRI"].contains(authority.uppercased()) {
            (self.authority, self.code) = (authority.uppercased(), code)
        } else {
            (self.authority, self.code) = (nil, nil)
        }
        let texts = [PJ_WKT1_GDAL, PJ_WKT2_2019].lazy.compactMap { form in
            proj_as_wkt(context.handle, system.handle, form, nil).map { String(cString: $0) }
        }
        if case .wkt(let text) = reference.name, self.authority == nil {
            wellKnownText = text
        } else {
            wellKnownText = texts.first ?? "undefined"
        }
    }
}
