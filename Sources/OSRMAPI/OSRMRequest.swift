// Reads a request in OSRM's form from its URL.

package import Geo
import RouteAPI

/// A request in OSRM's form, read and checked.
///
///     /{service}/{version}/{profile}/{coordinates}[.{format}]?option=value&option=value
///
/// Write coordinates as `lon,lat;lon,lat`, `polyline(…)` or `polyline6(…)`.
package struct OSRMRequest: Hashable, Sendable {
    /// The service to ask.
    package var service: OSRMService
    /// The profile to travel by.
    package var profile: String
    /// The coordinates, in degrees.
    package var coordinates: [Coordinate]
    /// The options, with defaults if they are not sent.
    package var options: OSRMOptions
    /// The rows of coordinates at which the vehicle may turn round in spite of `continue_straight`.
    package var turning: Set<Int> = []

    /// The most coordinates to read. Each service has a lower limit of its own.
    package static let mostCoordinates = 100_000

    /// Divides the segments of a URL behind its service: version, profile and the rest.
    static func parts(
        _ segments: some Collection<String>, of service: String, as form: String,
        such example: String
    ) throws(OSRMError) -> [String] {
        let parts = Array(segments.prefix(4))
        if let version = parts.first, version != "v1" {
            throw OSRMError(
                .invalidVersion, "The version is \"\(version.excerpt(20))\"; only v1 is known.")
        }
        guard parts.count == 3 else {
            throw OSRMError(
                .invalidURL,
                "The URL has another form than /\(service)/v1/{profile}/\(form), such as "
                    + "/\(service)/v1/driving/\(example)")
        }
        return parts
    }

    /// Reads a request from the decoded parts of its URL.
    ///
    /// - Parameters:
    ///   - segments: The URL's segments behind the service: version, profile, coordinates.
    ///   - fields: The options.
    /// - Throws: ``OSRMError`` if anything is wrong, with OSRM's code for it.
    /// - Complexity: O(*n*) in the length of the text.
    package init(
        _ service: OSRMService, _ segments: some Collection<String>,
        _ fields: some Sequence<(name: String, value: String)>
    ) throws(OSRMError) {
        let parts = try Self.parts(
            segments, of: service.rawValue, as: "{coordinates}", such: "7.41,43.73;7.42,43.74")
        self.service = service
        profile = parts[1]
        coordinates = try Self.coordinates(parts[2])
        guard coordinates.count >= service.fewestCoordinates else {
            throw OSRMError(
                .invalidOptions,
                "\(service.rawValue) needs at least \(service.fewestCoordinates) coordinates; "
                    + "there are \(coordinates.count).")
        }
        guard service != .nearest || coordinates.count == 1 else {
            throw OSRMError(
                .invalidOptions,
                "There are \(coordinates.count) coordinates; nearest takes one at a time.")
        }
        options = try OptionReader(service, count: coordinates.count, fields).options()
    }

    private static func coordinates(_ text: String) throws(OSRMError) -> [Coordinate] {
        var text = text[...]
        if text.hasSuffix(".json") {
            text = text.dropLast(5)
        } else if text.hasSuffix(".flatbuffers") {
            throw OSRMError(.notImplemented, "The format is flatbuffers; only json is written.")
        }
        for (word, decimals) in [("polyline6(", 6), ("polyline(", 5)] where text.hasPrefix(word) {
            guard text.last == ")" else {
                throw OSRMError(.invalidQuery, "\(word)…) has no closing parenthesis.")
            }
            do throws(FeatureReadError) {
                return try EncodedPolyline(decimals: decimals).decoded(
                    text.dropFirst(word.count).dropLast(), maximumVertices: mostCoordinates)
            } catch {
                throw OSRMError(.invalidQuery, "In the coordinates, \(error.reason).")
            }
        }
        let pairs = text.split(separator: ";", omittingEmptySubsequences: false)
        guard pairs.count <= mostCoordinates else {
            throw OSRMError(
                .tooBig,
                "There are \(pairs.count) coordinates; at most \(mostCoordinates) are read.")
        }
        var found: [Coordinate] = []
        found.reserveCapacity(pairs.count)
        for pair in pairs {
            let numbers = pair.split(separator: ",", omittingEmptySubsequences: false)
            guard numbers.count == 2, let x = Double(decimal: String(numbers[0])),
                let y = Double(decimal: String(numbers[1]))
            else {
                throw OSRMError(
                    .invalidQuery,
                    "Coordinate \(found.count + 1) is \"\(String(pair).excerpt(60))\"; "
                        + "longitude,latitude is needed.")
            }
            guard abs(x) <= 180, abs(y) <= 90 else {
                throw OSRMError(
                    .invalidValue,
                    "Coordinate \(found.count + 1) is longitude \(x), latitude \(y), which is not "
                        + "on Earth.")
            }
            found.append(Coordinate(x: x, y: y))
        }
        return found
    }
}
