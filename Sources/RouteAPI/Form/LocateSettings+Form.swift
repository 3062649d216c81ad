// Reads locate settings from form values and writes them.

import DataStructures
import Geo

extension FormParameters {
    /// Reads locate settings: `{"default":{…},"overrides":{"stops":{…},"barriers":{…}}}`.
    ///
    /// - Parameter locations: The location inputs that may have their own settings.
    func locateSettings(
        _ name: String, of locations: [String], defaults: LocateSettings
    ) throws(RouteRequestError) -> LocateSettingsByInput? {
        guard let text = try value(name) else { return nil }
        let value = try json(name, text)
        guard value.object != nil else {
            throw .invalidParameter(name, "is \(value.excerpt); an object is needed")
        }
        let shared = value.isBareLocateSettings ? value : value["default"]
        let fallback = try settings(shared, name, defaults: defaults)
        let sharedUnit = try shared.map { value throws(RouteRequestError) in
            try unit(value, name, fallback: .meters)
        }
        let overrides = value["overrides"]
        /// An input may be named by its parameter, or by its name in the tools.
        func override(_ keys: [String]) throws(RouteRequestError) -> LocateSettings? {
            for key in keys {
                if let found = overrides?.object?.value(ignoringCase: key) {
                    return try settings(
                        found, "\(name).overrides.\(key)", defaults: fallback ?? defaults,
                        unit: sharedUnit ?? .meters)
                }
            }
            return nil
        }
        var result = LocateSettingsByInput(fallback: fallback)
        for input in locations {
            result.locations[input] = try override([input] + LocationInputs.toolNames(of: input))
        }
        result.barriers = try ByBarrierClass { (kind) throws(RouteRequestError) in
            try override([kind.parameter, kind.toolInput])
        }
        return result == LocateSettingsByInput() ? nil : result
    }

    private func settings(
        _ value: JSONValue?, _ name: String, defaults: LocateSettings, unit: MapUnit = .meters
    ) throws(RouteRequestError) -> LocateSettings? {
        guard let value, !value.isNull else { return nil }
        guard value.object != nil else {
            throw .invalidParameter(name, "has \(value.excerpt); an object is needed")
        }
        var settings = defaults
        let unit = try self.unit(value, name, fallback: unit)
        if let tolerance = value["tolerance"], !tolerance.isNull {
            let sent = tolerance.number ?? tolerance.string.flatMap { Double($0.trimmingBlanks) }
            guard let number = sent, number >= 0, (number * unit.meters).isFinite else {
                throw .invalidParameter(
                    name,
                    "has the tolerance \(tolerance.excerpt); 0 or a positive number is needed"
                        + ((sent ?? 0) > 0 ? ", finite in meters" : ""))
            }
            settings.toleranceMeters = number * unit.meters
        }
        if let relocate = value["allowAutoRelocate"], !relocate.isNull {
            guard let flag = relocate.flag else {
                throw .invalidParameter(
                    name, "has allowAutoRelocate \(relocate.excerpt); true or false is needed")
            }
            settings.allowAutoRelocate = flag
        }
        if let list = value["sources"], !list.isNull { settings.sources = try sources(list, name) }
        return settings
    }

    private func sources(
        _ value: JSONValue, _ name: String
    ) throws(RouteRequestError) -> [LocateSource] {
        guard let list = value.array, list.count <= Self.longestNameList else {
            throw .invalidParameter(
                name,
                "has sources \(value.excerpt); an array of at most \(Self.longestNameList) objects "
                    + "with name and where is needed")
        }
        var sources: [LocateSource] = []
        for source in list {
            guard let found = source["name"]?.string, !found.isEmpty,
                source["where"].map({ $0.string != nil || $0.isNull }) ?? true
            else {
                throw .invalidParameter(
                    name,
                    "has the source \(source.excerpt); an object with a name and, if need be, an "
                        + "SQL condition as where is needed")
            }
            let condition = source["where"]?.string.map { String($0.trimmingSpace()) }
            sources.append(
                LocateSource(name: found, condition: condition?.isEmpty == true ? nil : condition))
        }
        return sources
    }

    private func unit(
        _ value: JSONValue, _ name: String, fallback: MapUnit
    ) throws(RouteRequestError) -> MapUnit {
        guard let token = value["toleranceUnits"], !token.isNull else { return fallback }
        let wanted = token.string?.lowercased()
        if let unit = MapUnit.allCases.first(where: { $0.rawValue.lowercased() == wanted }) {
            return unit
        }
        if token.string.map(UnknownUnits.isUnknown) == true { return fallback }
        throw .invalidParameter(
            name,
            "has toleranceUnits \(token.excerpt); one of "
                + MapUnit.allCases.map(\.rawValue).joined(separator: ", ") + " is needed"
                + NearestName.question(
                    for: token.string ?? "", among: MapUnit.allCases.map(\.rawValue)))
    }
}

extension JSONWriter {
    mutating func locateSettings(_ settings: LocateSettingsByInput) {
        let overrides = settings.overrides
        beginObject()
        if let fallback = settings.fallback { locate("default", fallback) }
        if !overrides.isEmpty {
            object("overrides") { writer in
                for (input, settings) in overrides { writer.locate(input, settings) }
            }
        }
        endObject()
    }

    /// Writes locate settings as a member.
    mutating func locate(_ name: String, _ settings: LocateSettings) {
        object(name) { writer in
            writer.member("tolerance", settings.toleranceMeters)
            writer.member("toleranceUnits", MapUnit.meters.rawValue)
            writer.member("allowAutoRelocate", settings.allowAutoRelocate)
            guard let sources = settings.sources else { return }
            writer.array("sources") { writer in
                for source in sources {
                    writer.beginObject()
                    writer.member("name", source.name)
                    if let condition = source.condition { writer.member("where", condition) }
                    writer.endObject()
                }
            }
        }
    }
}
