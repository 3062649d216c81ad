// A coordinate system as files list it: authority, number, name and definition.

import CPROJ
package import Geo

/// An entry in a list of coordinate systems.
package struct CoordinateSystemRecord: Hashable, Sendable {
    /// `EPSG` or `ESRI`; `nil` if the system was named by text and is in no list.
    package let authority: String?
    /// The number in the authority's list.
    package let code: Int?
    /// The system's official name.
    package let name: String
    /// Its definition as well-known text: version 1 as GDAL writes it, or version 2 if version 1
    /// cannot express the system.
    package let wellKnownText: String

    /// Looks up a system.
    ///
    /// - Throws: ``SpatialReferenceError`` if the system does not exist or has no horizontal
    ///   position.
    /// - Complexity: A few milliseconds in PROJ.
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
