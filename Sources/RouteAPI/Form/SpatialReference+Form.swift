// Output systems and locate settings from form values.

import Geo

extension FormParameters {
    /// A spatial reference: a number, its JSON object, or well-known text.
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
                .unknownSpatialReference, extendedCode: -2_147_200_939,
                message: "Invalid or missing input parameters.",
                details: ["Parameter \"\(name)\": \(error.reason)"])
        }
    }

    /// The `outSR` of the parameter `context`, which newer clients send.
    func contextSpatialReference() throws(RouteRequestError) -> SpatialReference? {
        guard let text = try value("context"), let value = try json("context", text)["outSR"] else {
            return nil
        }
        do {
            return try SpatialReference(esriJSON: value)
        } catch {
            throw .invalidParameter("context", error.reason)
        }
    }

    /// Locate settings: `{"default":{…},"overrides":{"stops":{…},"barriers":{…}}}`.
    func locateSettings(
        _ name: String, defaults: LocateSettings
    ) throws(RouteRequestError) -> LocateSettingsByInput? {
        guard let text = try value(name) else { return nil }
        let value = try json(name, text)
        guard value.object != nil else {
            throw .invalidParameter(name, "is \(value.excerpt); an object is needed")
        }
        let isBare = value["tolerance"] != nil || value["allowAutoRelocate"] != nil
        let fallback = try settings(isBare ? value : value["default"], name, defaults: defaults)
        let overrides = value["overrides"]
        func override(_ keys: String...) throws(RouteRequestError) -> LocateSettings? {
            for key in keys {
                if let found = overrides?.object?.value(ignoringCase: key) {
                    return try settings(
                        found, "\(name).overrides.\(key)", defaults: fallback ?? defaults)
                }
            }
            return nil
        }
        let result = LocateSettingsByInput(
            fallback: fallback, stops: try override("stops", "orders"),
            barriers: try override("barriers", "point_barriers"))
        return result == LocateSettingsByInput() ? nil : result
    }

    private func settings(
        _ value: JSONValue?, _ name: String, defaults: LocateSettings
    ) throws(RouteRequestError) -> LocateSettings? {
        guard let value, !value.isNull else { return nil }
        guard value.object != nil else {
            throw .invalidParameter(name, "has \(value.excerpt); an object is needed")
        }
        var settings = defaults
        if let tolerance = value["tolerance"], !tolerance.isNull {
            guard let number = tolerance.number, number >= 0 else {
                throw .invalidParameter(
                    name,
                    "has the tolerance \(tolerance.excerpt); 0 or a positive number is "
                        + "needed")
            }
            settings.toleranceMeters = number * (try unit(value, name)).meters
        }
        if let relocate = value["allowAutoRelocate"], !relocate.isNull {
            guard let flag = relocate.bool else {
                throw .invalidParameter(
                    name, "has allowAutoRelocate \(relocate.excerpt); true or false is needed")
            }
            settings.allowAutoRelocate = flag
        }
        return settings
    }

    private func unit(_ value: JSONValue, _ name: String) throws(RouteRequestError) -> MapUnit {
        guard let token = value["toleranceUnits"], !token.isNull else { return .meters }
        let wanted = token.string?.lowercased()
        if let unit = MapUnit.allCases.first(where: { $0.rawValue.lowercased() == wanted }) {
            return unit
        }
        throw .invalidParameter(
            name,
            "has toleranceUnits \(token.excerpt); one of "
                + MapUnit.allCases.map(\.rawValue).joined(separator: ", ") + " is needed")
    }
}
