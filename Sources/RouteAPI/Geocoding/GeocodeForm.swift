// Requests of a geocode service, read from form fields.

package import Geo

/// A place in a system of coordinates.
package struct ReferencedPlace: Hashable, Sendable {
    /// The place, in ``spatialReference``.
    package var place: Coordinate
    /// The place's system.
    package var spatialReference: SpatialReference
}

/// What to find.
package struct GeocodeRequest: Hashable, Sendable {
    /// The text to find.
    package var text: String
    /// Names one answer of `suggest`.
    package var magicKey: String?
    /// A place near which answers come first.
    package var location: ReferencedPlace?
    /// The area in which answers have to lie.
    package var extent: MapContext.Extent?
    /// The most answers; `nil` for as many as the service gives.
    package var most: Int?
    /// The system of the answer's places; `nil` for the service's.
    package var outSR: SpatialReference?
    /// The attributes wanted; `nil` for none beside the usual, an asterisk for all.
    package var outFields: [String]?
    /// The kinds of answers wanted, by ArcGIS's names; `nil` for all.
    package var kinds: [String]?
    /// How far to look around ``location``, in meters; `nil` for as far as the service does.
    package var distance: Double?
    /// Whether the nearest house counts where the one asked for is missing.
    package var takesNearestHouse = true
}

/// One text of a batch.
package struct GeocodeRecord: Hashable, Sendable {
    /// The caller's number for it.
    package var objectID: Int
    /// The text to find.
    package var text: String
}

/// Reads requests as ArcGIS's geocode services take them.
package struct GeocodeForm {
    /// The fields of an address in parts, in the order in which people write them.
    package static let addressFields = [
        "Address", "Address2", "Address3", "Neighborhood", "City", "Subregion", "Region", "Postal",
        "PostalExt", "CountryCode",
    ]
    /// The field of an address in a line.
    package static let singleLineField = "SingleLine"
    /// Names that other locators give to these fields.
    private static let otherNames = [
        "SingleLine": ["Single Line Input", "SingleLineInput", "Single_Line_Input"],
        "Address": ["Street"], "Region": ["State", "Province"], "Subregion": ["County"],
        "Postal": ["ZIP", "PostalCode", "Postcode"], "CountryCode": ["Country"],
        "Neighborhood": ["District"],
    ]
    /// The farthest that a reverse search looks, in meters.
    package static let mostMeters = 10_000.0
    /// The most records of a batch.
    package static let mostRecords = 1_000
    package static let mostTextBytes = 1_000
    /// The most answers to one text.
    package static let mostCandidates = 50

    private let fields: FormParameters

    /// Reads some fields.
    package init(_ fields: FormParameters) { self.fields = fields }

    /// Reads a request of `findAddressCandidates`.
    ///
    /// - Throws: An error naming the parameter.
    package func find() throws(RouteRequestError) -> GeocodeRequest {
        let magicKey = try fields.value("magicKey")
        var text = try text(Self.singleLineField) ?? ""
        if text.isEmpty {
            text = try partsText { name throws(RouteRequestError) in try self.text(name) }
        }
        guard !text.isEmpty || magicKey != nil else {
            throw .invalidParameter(
                Self.singleLineField,
                "is missing; send a text to find, or an address in parts: "
                    + Self.addressFields.joined(separator: ", "))
        }
        return try request(text, magicKey, most: "maxLocations")
    }

    /// Reads a request of `suggest`.
    ///
    /// - Throws: An error naming the parameter.
    package func suggest() throws(RouteRequestError) -> GeocodeRequest {
        guard let text = try text("text"), !text.isEmpty else {
            throw .invalidParameter("text", "is missing; send what has been typed so far")
        }
        return try request(text, nil, most: "maxSuggestions")
    }

    /// Reads a request of `reverseGeocode`; its text is empty.
    ///
    /// - Throws: An error naming the parameter.
    package func reverse() throws(RouteRequestError) -> GeocodeRequest {
        var request = try request("", nil, most: "maxLocations")
        guard request.location != nil else {
            throw .invalidParameter(
                "location", "is missing; send x,y or {\"x\":…,\"y\":…,\"spatialReference\":…}")
        }
        request.kinds = try fields.names("featureTypes")
        if request.kinds == nil, try fields.bool("returnIntersection") == true {
            request.kinds = ["StreetInt"]
        }
        if let distance = try fields.number("distance") {
            guard distance > 0, distance <= Self.mostMeters else {
                throw .invalidParameter(
                    "distance",
                    "is \(distance); meters above 0, at most \(Int(Self.mostMeters)), are needed")
            }
            request.distance = distance
        }
        return request
    }

    /// Reads the records of `geocodeAddresses`.
    ///
    /// - Throws: An error naming the parameter and the record.
    package func records() throws(RouteRequestError) -> [GeocodeRecord] {
        let name = "addresses"
        guard let text = fields.text(name), !text.isEmpty else {
            throw .invalidParameter(
                name,
                "is missing; send {\"records\":[{\"attributes\":{\"OBJECTID\":1,"
                    + "\"SingleLine\":\"…\"}}]}")
        }
        let json = try fields.json(name, text)
        guard let records = json["records"]?.array else {
            throw .invalidParameter(name, "has no list of records; found \(json.excerpt)")
        }
        guard records.count <= Self.mostRecords else {
            throw .invalidParameter(
                name, "has \(records.count) records; at most \(Self.mostRecords) are accepted")
        }
        var read: [GeocodeRecord] = []
        var places: [Int: Int] = [:]
        for (place, record) in records.enumerated() {
            guard let attributes = record["attributes"]?.object else {
                throw .invalidParameter(
                    name, "record \(place + 1) has no attributes; found \(record.excerpt)")
            }
            let record = try Self.record(attributes, at: place + 1)
            if let first = places.updateValue(place + 1, forKey: record.objectID) {
                throw .invalidParameter(
                    name,
                    "records \(first) and \(place + 1) have the same OBJECTID, "
                        + "\(record.objectID); each record needs its own, since ResultID repeats it"
                )
            }
            read.append(record)
        }
        return read
    }

    private static func record(
        _ attributes: JSONObject, at place: Int
    ) throws(RouteRequestError) -> GeocodeRecord {
        func text(_ key: String) throws(RouteRequestError) -> String? {
            let names = [key] + (otherNames[key] ?? [])
            let values = names.lazy.compactMap { attributes.value(ignoringCase: $0) }
            guard let value = values.first(where: { !$0.isNull }) else { return nil }
            guard let text = value.string ?? value.number.map({ _ in value.text }) else {
                throw .invalidParameter(
                    "addresses", "\(key) of record \(place) is \(value.excerpt); a text is needed")
            }
            guard text.utf8.count <= mostTextBytes else {
                throw .invalidParameter(
                    "addresses",
                    "\(key) of record \(place) has \(text.utf8.count) bytes; at most "
                        + "\(mostTextBytes) are accepted")
            }
            return text
        }
        let id = attributes.value(ignoringCase: "OBJECTID")
        let number = id.flatMap { $0.integer ?? $0.string.flatMap { Int($0.trimmingSpace()) } }
        guard id == nil || number != nil else {
            throw .invalidParameter(
                "addresses",
                "OBJECTID of record \(place) is \(id?.excerpt ?? "missing"); a whole number is "
                    + "needed")
        }
        var line = try text(singleLineField) ?? ""
        if line.isEmpty {
            line = try parts { name throws(RouteRequestError) in try text(name) }
        }
        return GeocodeRecord(objectID: number ?? place, text: line)
    }

    /// Joins the parts of an address to a line.
    private static func parts(
        _ text: (String) throws(RouteRequestError) -> String?
    ) throws(RouteRequestError) -> String {
        var parts: [String] = []
        for name in addressFields {
            if let part = try text(name), !part.isEmpty { parts.append(part) }
        }
        return parts.joined(separator: ", ")
    }

    private func partsText(
        _ text: (String) throws(RouteRequestError) -> String?
    ) throws(RouteRequestError) -> String { try Self.parts(text) }

    private func text(_ name: String) throws(RouteRequestError) -> String? {
        var text = try fields.value(name)
        for other in Self.otherNames[name] ?? [] where text == nil {
            text = try fields.value(other)
        }
        guard let text else { return nil }
        guard text.utf8.count <= Self.mostTextBytes else {
            throw .invalidParameter(
                name,
                "has \(text.utf8.count) bytes; at most \(Self.mostTextBytes) are accepted")
        }
        return text
    }

    private func request(
        _ text: String, _ magicKey: String?, most name: String
    ) throws(RouteRequestError) -> GeocodeRequest {
        GeocodeRequest(
            text: text, magicKey: magicKey, location: try place("location"),
            extent: try extent(), most: try count(name),
            outSR: try outSR(), outFields: try fields.names("outFields"),
            kinds: try kinds(), takesNearestHouse: try takesNearestHouse())
    }

    /// Reads the kinds of answers wanted: `category`, as `Address,City`.
    ///
    /// - Throws: An error naming the parameter.
    package func kinds() throws(RouteRequestError) -> [String]? { try fields.names("category") }

    /// Reads whether the nearest house counts where the one asked for is missing.
    ///
    /// - Throws: An error naming the parameter.
    package func takesNearestHouse() throws(RouteRequestError) -> Bool {
        try fields.bool("matchOutOfRange") ?? true
    }

    /// Reads the system of the answer's places.
    ///
    /// - Throws: An error naming the parameter.
    package func outSR() throws(RouteRequestError) -> SpatialReference? {
        try fields.spatialReference("outSR")
    }

    private func count(_ name: String) throws(RouteRequestError) -> Int? {
        guard let number = try fields.number(name) else { return nil }
        guard number == number.rounded(), number >= 1 else {
            throw .invalidParameter(
                name,
                "is \(JSONValue.number(number).excerpt); a whole number from 1 is needed, of which "
                    + "at most \(Self.mostCandidates) answers are given")
        }
        return Int(min(number, Double(Self.mostCandidates)))
    }

    private func place(_ name: String) throws(RouteRequestError) -> ReferencedPlace? {
        guard let text = try fields.value(name) else { return nil }
        guard text.first == "{" else {
            let numbers = try numbers(text, count: 2, name, "x,y")
            return ReferencedPlace(
                place: Coordinate(x: numbers[0], y: numbers[1]), spatialReference: .wgs84)
        }
        let json = try fields.json(name, text)
        guard let x = json["x"]?.number, let y = json["y"]?.number else {
            throw .invalidParameter(name, "is \(json.excerpt); an object with x and y is needed")
        }
        return ReferencedPlace(
            place: Coordinate(x: x, y: y), spatialReference: try reference(of: json, name))
    }

    /// Reads the area in which answers have to lie: `searchExtent`.
    ///
    /// - Throws: An error naming the parameter.
    package func extent() throws(RouteRequestError) -> MapContext.Extent? {
        let name = "searchExtent"
        guard let text = try fields.value(name) else { return nil }
        var (numbers, system) = ([Double](), SpatialReference.wgs84)
        if text.first == "{" {
            let json = try fields.json(name, text)
            for key in ["xmin", "ymin", "xmax", "ymax"] {
                guard let number = json[key]?.number else {
                    throw .invalidParameter(
                        name, "has \(json[key]?.excerpt ?? "nothing") as \(key); a number is needed"
                    )
                }
                numbers.append(number)
            }
            system = try reference(of: json, name)
        } else {
            numbers = try self.numbers(text, count: 4, name, "xmin,ymin,xmax,ymax")
        }
        let envelope = Envelope(
            minX: numbers[0], minY: numbers[1], maxX: numbers[2], maxY: numbers[3])
        guard !envelope.isEmpty else {
            throw .invalidParameter(name, "has an xmin or ymin greater than its xmax or ymax")
        }
        return MapContext.Extent(envelope: envelope, spatialReference: system)
    }

    private func numbers(
        _ text: String, count: Int, _ name: String, _ form: String
    ) throws(RouteRequestError) -> [Double] {
        let numbers = text.split(separator: ",").compactMap {
            Double(decimal: String($0.trimmingSpace()))
        }
        guard numbers.count == count, text.utf8.count(where: { $0 == 0x2C }) == count - 1 else {
            throw .invalidParameter(
                name, "is \(text.quoted); \(form) or a JSON object is needed")
        }
        return numbers
    }

    private func reference(
        of json: JSONValue, _ name: String
    ) throws(RouteRequestError) -> SpatialReference {
        guard let reference = json["spatialReference"], !reference.isNull else { return .wgs84 }
        do throws(FeatureReadError) {
            return try SpatialReference(esriJSON: reference) ?? .wgs84
        } catch {
            throw .invalidParameter(name, error.reason)
        }
    }
}
