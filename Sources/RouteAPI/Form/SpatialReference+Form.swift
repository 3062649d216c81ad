// Reads output systems from form values.

import Geo

extension FormParameters {
    /// Reads a spatial reference: a number, its JSON object, or well-known text.
    func spatialReference(_ name: String) throws(RouteRequestError) -> SpatialReference? {
        guard let text = try value(name) else { return nil }
        let json: JSONValue
        if text.first == "{" {
            json = try self.json(name, text)
        } else if text.contains("[") {
            return SpatialReference(wkt: text)
        } else {
            json = .string(text)
        }
        do {
            return try SpatialReference(esriJSON: json)
        } catch {
            throw RouteRequestError(
                .unknownSpatialReference, extendedCode: .invalidInput,
                message: "Invalid or missing input parameters.", parameter: name, error.reason)
        }
    }
}
