// What arcgis-rest-js takes from the answer of a solve.

import Geo
import Testing

/// The parts of an answer that `solveRoute` of arcgis-rest-js reads, and fails without, as counts
/// of what it makes of them: GeoJSON of the routes, and a line for each step of the directions.
struct RESTJSReading {
    /// In the form that `scripts/record-rest-js` keeps.
    let json: JSONValue

    init(of answer: JSONValue) throws {
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

    private static func line(_ route: JSONValue) throws -> JSONValue {
        let paths = try #require(route["geometry"]?["paths"]?.array)
        let isSingle = paths.count == 1
        let count = isSingle ? try #require(paths.first?.array).count : paths.count
        return [
            "type": .string(isSingle ? "LineString" : "MultiLineString"),
            "count": .number(Double(count)),
        ]
    }

    /// The vertices that a reader finds who knows the plain form alone: signed numbers to the base
    /// of 32, the first of them the scale.
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
