// What arcgis-rest-js reads from a solve's answer.

import Geo
import Testing

/// The parts of an answer that arcgis-rest-js needs, counted: for a route, GeoJSON and a line for
/// each step of directions; for matrices and closest facilities, the sets with their GeoJSON.
struct RESTJSReading {
    /// In the form kept by `scripts/record-rest-js`.
    let json: JSONValue

    /// Reads an operation's answer.
    ///
    /// - Parameter path: The request's path, with or without a query.
    init(of answer: JSONValue, from path: String) throws {
        let address = path.prefix { $0 != "?" }
        if address.hasSuffix("/solveClosestFacility") {
            try self.init(ofFacilities: answer)
        } else if address.hasSuffix("/solveODCostMatrix") {
            try self.init(ofMatrix: answer)
        } else {
            try self.init(ofRoutes: answer)
        }
    }

    private init(ofRoutes answer: JSONValue) throws {
        let routes = try #require(answer["routes"]?["features"]?.array)
        let wkid = try #require(answer["routes"]?["spatialReference"]?["wkid"]?.integer)
        var members: [(key: String, value: JSONValue)] = [
            ("routes", .number(Double(routes.count)))
        ]
        if wkid == 4326 {
            members.append(("geoJson", .array(try routes.map(Self.line))))
        }
        let directions = try (answer["directions"]?.array ?? []).map { list in
            JSONValue.array(
                try #require(list["features"]?.array).map { step in
                    let text = try #require(step["compressedGeometry"]?.string)
                    return .number(Double(try Self.vertexCount(of: text)))
                })
        }
        members.append(("directions", .array(directions)))
        json = .object(JSONObject(members))
    }

    private static let barriers = ["barriers", "polylineBarriers", "polygonBarriers"]

    /// `closestFacility` needs `routes`, and converts only them to GeoJSON.
    private init(ofFacilities answer: JSONValue) throws {
        try #require(answer["routes"] != nil)
        var members = try Self.sets(["routes"], of: answer) { _ in true }
        members += try Self.sets(["facilities", "incidents"] + Self.barriers, of: answer) { _ in
            false
        }
        let count = answer["directions"]?.array?.count ?? 0
        members.append(("directions", .number(Double(count))))
        json = .object(JSONObject(members))
    }

    /// `originDestinationMatrix` converts every known set to GeoJSON; lines only if straight lines
    /// were requested.
    private init(ofMatrix answer: JSONValue) throws {
        var cells = 0
        for row in answer["odCostMatrix"]?.object?.members ?? []
        where row.key != "costAttributeNames" {
            cells += try #require(row.value.object).members.count
        }
        var members: [(key: String, value: JSONValue)] = [("cells", .number(Double(cells)))]
        members += try Self.sets(["odLines"], of: answer) { set in
            set["features"]?.array?.contains { $0["geometry"] != nil } ?? false
        }
        members += try Self.sets(["origins", "destinations"] + Self.barriers, of: answer) { _ in
            true
        }
        json = .object(JSONObject(members))
    }

    /// An answer's sets with their row counts, and the kinds of GeoJSON made from them.
    ///
    /// - Parameter isRead: Whether the library reads a set at all.
    private static func sets(
        _ keys: [String], of answer: JSONValue, isRead: (JSONValue) -> Bool
    ) throws -> [(key: String, value: JSONValue)] {
        var sets: [(key: String, value: JSONValue)] = []
        for key in keys {
            guard let set = answer[key] else { continue }
            let features = try #require(set["features"]?.array, "\(key)")
            var members: [(key: String, value: JSONValue)] = [
                ("features", .number(Double(features.count)))
            ]
            if isRead(set) {
                let wkid = try #require(set["spatialReference"]?["wkid"]?.integer, "\(key)")
                if wkid == 4326 {
                    members.append(("geoJson", .array(features.map { kind(of: $0["geometry"]) })))
                }
            }
            sets.append((key, .object(JSONObject(members))))
        }
        return sets
    }

    /// A shape's GeoJSON type, or null for none.
    private static func kind(of geometry: JSONValue?) -> JSONValue {
        if let paths = geometry?["paths"]?.array {
            return .string(paths.count == 1 ? "LineString" : "MultiLineString")
        }
        if let rings = geometry?["rings"]?.array {
            return .string(rings.count == 1 ? "Polygon" : "MultiPolygon")
        }
        return geometry?["x"]?.number == nil ? .null : .string("Point")
    }

    private static func line(_ route: JSONValue) throws -> JSONValue {
        let paths = try #require(route["geometry"]?["paths"]?.array)
        let isSingle = paths.count == 1
        let count = isSingle ? try #require(paths.first?.array).count : paths.count
        return [
            "type": .string(isSingle ? "LineString" : "MultiLineString"),
            "count": .number(Double(count)),
        ]
    }

    /// Counts vertices like a reader for the plain form: signed numbers to base 32, where the first
    /// is the scale.
    private static func vertexCount(of text: String) throws -> Int {
        var numbers: [Int] = []
        var token = ""
        for letter in text + "+" {
            if "+-".contains(letter), !token.isEmpty {
                numbers.append(try #require(Int(token, radix: 32), "\(text)"))
                token = ""
            }
            token.append(letter)
        }
        try #require(numbers.count % 2 == 1 && numbers[0] > 0, "\(text)")
        return numbers.count / 2
    }
}
