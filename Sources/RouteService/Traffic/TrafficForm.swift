// Finds a feed in a request's fields or body.

import Geo
import LiveTraffic
import RouteAPI
import ServiceTransport

/// Reads a feed from the fields of `…/traffic`.
struct TrafficForm: Sendable {
    /// The field that holds a whole body of rows or features.
    static let bodyField = "body"
    /// The fields that can hold a feed. A request may have only one.
    static let sources = TrafficField.sources + [bodyField]

    /// Where the feed is.
    enum Content: Hashable, Sendable {
        case text(String, parameter: String)
        case url(String)
    }

    let fields: FormParameters

    /// Returns the feed.
    ///
    /// - Throws: `RouteRequestError` if there is no feed, or more than one.
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

    /// Returns whether the feed states everything or only changes.
    ///
    /// - Throws: `RouteRequestError` for any other word.
    func mode() throws(RouteRequestError) -> FeedMode {
        guard let word = fields.text(TrafficField.updateMode) else { return .whole }
        guard let mode = FeedMode(rawValue: word.lowercased()) else {
            throw .invalidParameter(
                TrafficField.updateMode,
                "is \"\(word.excerpt())\"; whole or changes is needed")
        }
        return mode
    }

    /// Returns the names that features use for properties.
    ///
    /// - Throws: `RouteRequestError` unless it is an object of names.
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
