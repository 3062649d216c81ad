// A feed in the fields of a request, or as its body.

import Geo
import LiveTraffic
import RouteAPI

/// Reads a feed from the fields of `…/traffic`.
struct TrafficForm: Sendable {
    /// The field that a body of rows or features becomes as a whole.
    static let bodyField = "body"
    /// The fields that carry feeds, in lower case; only the size of the body limits them.
    static let fieldNames: Set<String> = ["rows", "features", bodyField]
    /// The fields that a feed can stand in, of which a request has one.
    static let sources = TrafficField.sources + [bodyField]

    /// Where the feed is.
    enum Content: Hashable, Sendable {
        /// In a field.
        case text(String, parameter: String)
        /// At an address.
        case url(String)
    }

    let fields: FormParameters

    /// The feed.
    ///
    /// - Throws: `RouteRequestError` when there is none, or more than one.
    func content() throws(RouteRequestError) -> Content {
        let found = Self.sources.compactMap { name in
            fields.text(name).map { (name: name, text: $0) }
        }
        guard let first = found.first else {
            throw .invalidParameter(
                "rows",
                "is missing; send rows of comma-separated values as rows, GeoJSON or Esri JSON as "
                    + "features, an address as url, or one of the former as the body with its "
                    + "Content-Type (text/csv, application/json)")
        }
        guard found.count == 1 else {
            throw .invalidParameter(
                found[1].name, "cannot be combined with \(first.name); a request has one feed")
        }
        return first.name == "url"
            ? .url(first.text) : .text(first.text, parameter: first.name)
    }

    /// Whether the feed states everything, or changes alone.
    ///
    /// - Throws: `RouteRequestError` for another word.
    func mode() throws(RouteRequestError) -> FeedMode {
        guard let word = fields.text(TrafficField.updateMode) else { return .whole }
        guard let mode = FeedMode(rawValue: word.lowercased()) else {
            throw .invalidParameter(
                TrafficField.updateMode,
                "is \"\(word.excerpt())\"; whole or changes is needed")
        }
        return mode
    }

    /// The names of properties in features.
    ///
    /// - Throws: `RouteRequestError` for what is not an object of names.
    func mapping() throws(RouteRequestError) -> FeedMapping {
        LargeWork.check(bytes: fields.byteCount)
        guard let text = fields.text(TrafficField.mapping) else { return FeedMapping() }
        let value: JSONValue
        do throws(JSONParseError) {
            value = try JSONValue.parse(text)
        } catch {
            throw .invalidParameter(TrafficField.mapping, "is not valid JSON at \(error)")
        }
        do throws(FeedError) {
            return try FeedMapping(json: value)
        } catch {
            throw .invalidParameter(TrafficField.mapping, error.description)
        }
    }
}
