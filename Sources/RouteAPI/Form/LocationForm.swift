// Reads stops and barriers from form values: `x,y;x,y` and features by value.

package import Geo

/// Reads a form's inputs that are features.
package struct LocationForm {
    let form: FormParameters
    let limits: FeatureLimits

    init(_ reading: FormReading) {
        form = reading.fields
        limits = reading.limits
    }

    /// The longest input in bytes.
    private static let longestInput = 64 << 20

    /// Reads points, as `x,y;x,y` in WGS 84 or as features.
    func locations(_ name: String) throws(RouteRequestError) -> LocationInput? {
        guard let text = try text(name) else { return nil }
        if text.first == "{" || text.first == "[" { return try features(name, .point) }
        return try KnownInputs.ofProcess.input(text, .point, limits) {
            () throws(RouteRequestError) in
            let set = try simpleLocations(name, text)
            try Self.check(set, of: name)
            return LocationInput(features: set)
        }
    }

    /// Reads features with one type of shape.
    func features(
        _ name: String, _ type: GeometryType
    ) throws(RouteRequestError) -> LocationInput? {
        guard let text = try text(name) else { return nil }
        guard text.first == "{" || text.first == "[" else {
            throw .invalidParameter(
                name,
                "is \(text.quoted); features as JSON are needed, such as "
                    + "{\"features\":[{\"geometry\":{…},\"attributes\":{…}}]}")
        }
        return try KnownInputs.ofProcess.input(text, type, limits) {
            () throws(RouteRequestError) in try read(text, name, type)
        }
    }

    private func read(
        _ text: String, _ name: String, _ type: GeometryType
    ) throws(RouteRequestError) -> LocationInput {
        let value = try form.json(name, text, limits: .features(maximumBytes: Self.longestInput))
        return try Self.input(value, type, of: name, limits: limits)
    }

    /// Reads an input given as JSON.
    ///
    /// - Throws: An error naming the parameter, and the row if a row is invalid.
    package static func input(
        _ value: JSONValue, _ type: GeometryType, of name: String,
        limits: FeatureLimits = FeatureLimits()
    ) throws(RouteRequestError) -> LocationInput {
        var value = value
        if type == .point, let pairs = featuresOfPairs(value) { value = pairs }
        let source: InputSource
        if let elsewhere = try Self.source(elsewhere: value, name) {
            source = elsewhere
        } else {
            source = .features(try featureSet(value, type, of: name, limits: limits))
        }
        return LocationInput(
            source: source, doNotLocateOnRestrictedElements: try flag(value, name) ?? true)
    }

    /// Returns where the rows are if the input does not contain them.
    private static func source(
        elsewhere value: JSONValue, _ name: String
    ) throws(RouteRequestError) -> InputSource? {
        guard let object = value.object else { return nil }
        if object.count == 0 { return InputSource.none }
        if value["type"]?.string?.lowercased() == "layer" || value["layerName"] != nil {
            let members = object.members.filter { $0.key.lowercased() != flagName.lowercased() }
            return .layer(StoredLayerQuery(JSONObject(members.map { ($0.key, $0.value) })))
        }
        guard value["features"]?.isNull ?? true, let url = value["url"] else { return nil }
        // What selects rows is in the URL: left out here, it would select all of them.
        let selecting = ["where", "geometry", "objectIds", "orderByFields", "distance"]
        if let part = selecting.first(where: { !(value[$0]?.isNull ?? true) }) {
            throw .invalidParameter(
                name,
                "has \(part) beside url, where it selects nothing; write it into the URL, such as "
                    + "https://HOST/…/FeatureServer/0/query?where=parcels%3E3&outFields=*&f=json")
        }
        return .url(FeatureURL(url.string ?? url.excerpt))
    }

    /// Reads an input's rows, in Esri JSON or in GeoJSON.
    ///
    /// - Throws: An error naming the parameter, and the row if a row is invalid.
    package static func featureSet(
        _ value: JSONValue, _ type: GeometryType, of name: String, limits: FeatureLimits
    ) throws(RouteRequestError) -> FeatureSet {
        var set: FeatureSet
        do throws(FeatureReadError) {
            var reader = EsriFeatureReader(expectedType: type, limits: limits)
            // One bad barrier does not spoil the others.
            reader.dropsCollapsed = true
            set =
                value.isGeoJSON
                ? try GeoJSONReader(limits: limits).featureSet(value, type)
                : try reader.featureSet(value)
        } catch {
            throw RouteRequestError(
                .invalidGeometry, extendedCode: .invalidInput,
                message: "Invalid or missing input parameters.", parameter: name, "\(error)")
        }
        try check(set, of: name)
        set.nameIDs(value["objectIdFieldName"]?.string)
        return set
    }

    /// The member that restricts where an input may be placed.
    private static let flagName = "doNotLocateOnRestrictedElements"

    private func text(_ name: String) throws(RouteRequestError) -> String? {
        guard let text = form.text(name), !text.isNullWord else { return nil }
        guard text.utf8.count <= Self.longestInput else {
            throw .invalidParameter(
                name, "has \(text.utf8.count) bytes; at most \(Self.longestInput) are accepted")
        }
        return text
    }

    private static func flag(_ value: JSONValue, _ name: String) throws(RouteRequestError) -> Bool?
    {
        let key = flagName
        guard let flag = value.object?.value(ignoringCase: key), !flag.isNull else { return nil }
        guard let value = flag.flag else {
            throw .invalidParameter(name, "has \(key) \(flag.excerpt); true or false is needed")
        }
        return value
    }

    /// Converts `[[x,y],[x,y]]` to features. Returns `nil` for anything else.
    private static func featuresOfPairs(_ value: JSONValue) -> JSONValue? {
        guard let list = value.array, !list.isEmpty,
            list.allSatisfy({ $0.array.map { $0.count >= 2 } ?? false })
        else { return nil }
        return .array(
            list.compactMap(\.array).map { pair in
                ["geometry": ["x": pair[0], "y": pair[1]]]
            })
    }

    private func simpleLocations(
        _ name: String, _ text: String
    ) throws(RouteRequestError) -> FeatureSet {
        var features: [Feature] = []
        // By bytes: characters take five times as long, and inputs may have a thousand places.
        for location in text.utf8.split(separator: UInt8(ascii: ";")) {
            let place = Substring(location).trimmingSpace()
            if place.isEmpty { continue }
            guard let coordinate = Self.coordinate(place) else {
                throw .invalidParameter(
                    name,
                    "location \(features.count + 1) is \(place.quoted); longitude and "
                        + "latitude are needed, such as 7.4189,43.7311, or features as JSON")
            }
            guard features.count < limits.maximumFeatures else {
                throw .invalidParameter(
                    name, "has more than \(limits.maximumFeatures) locations; send fewer at once")
            }
            features.append(Feature(values: [], geometry: .point(coordinate)))
        }
        return FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [], features: features)
    }

    /// Reads `x,y` or `x,y,z`. Returns `nil` for anything else.
    private static func coordinate(_ place: Substring) -> Coordinate? {
        let ordinates = place.utf8.split(
            separator: UInt8(ascii: ","), maxSplits: 3, omittingEmptySubsequences: false)
        guard (2...3).contains(ordinates.count),
            let x = Double(Substring(ordinates[0]).trimmingSpace()),
            let y = Double(Substring(ordinates[1]).trimmingSpace()), x.isFinite, y.isFinite
        else { return nil }
        return Coordinate(x: x, y: y)
    }

    /// Rejects coordinates that are not degrees, and hints at the two usual mistakes.
    package static func check(_ set: FeatureSet, of name: String) throws(RouteRequestError) {
        let naming = "name it, such as \"spatialReference\":{\"wkid\":102100}"
        guard let fault = fault(in: set, naming: naming) else { return }
        throw RouteRequestError(
            .invalidGeometry, extendedCode: .invalidInput,
            message: "Invalid or missing input parameters.", parameter: name, fault)
    }

    /// Returns a sentence about the first coordinates that should be degrees but cannot be; `nil`
    /// if all can.
    ///
    /// - Parameter naming: How the sender can name another system, as a clause.
    package static func fault(in set: FeatureSet, naming: String) -> String? {
        for (row, feature) in set.features.enumerated() {
            let reference = feature.spatialReference ?? set.spatialReference
            guard reference.isSame(as: .wgs84), let geometry = feature.geometry else { continue }
            let bad = geometry.coordinates.first { $0.onEarth == nil }
            guard let bad else { continue }
            let isSwapped = abs(bad.y) <= 180 && abs(bad.x) <= 90
            return "feature \(row + 1) has longitude \(bad.x) and latitude "
                + "\(bad.y), which are not degrees on Earth; "
                + (isSwapped
                    ? "are they swapped? Longitude comes first"
                    : "if they are in another system, \(naming)") + "."
        }
        return nil
    }
}

extension JSONValue {
    /// A flag, also as 1 or 0 and as text; `nil` for anything else.
    var flag: Bool? {
        switch self {
        case .bool(let value): return value
        case 1: return true
        case 0: return false
        case .string(let text):
            switch text.lowercased() {
            case "true", "1": return true
            case "false", "0": return false
            default: return nil
            }
        default: return nil
        }
    }
}

extension FeatureSet {
    /// Calls the column with the rows' ids `ObjectID`, as inputs do: layers also call it `FID`.
    ///
    /// - Parameter name: The column's name, if the set states it.
    fileprivate mutating func nameIDs(_ name: String?) {
        let names = fields.map { $0.name.lowercased() }
        guard !names.contains("objectid"),
            let place = name.flatMap({ names.firstIndex(of: $0.lowercased()) })
                ?? fields.firstIndex(where: { $0.type == .objectID }),
            fields[place].type == .objectID || fields[place].type == .integer
        else { return }
        fields[place].name = "ObjectID"
    }
}
