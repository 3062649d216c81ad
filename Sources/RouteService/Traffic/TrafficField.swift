// The fields of a request that posts a feed: declared once for the form, its page and OpenAPI.

import Geo
import LiveTraffic
import OpenAPI

/// A field in a request to `…/traffic`.
struct TrafficField: Sendable {
    /// How a page asks for its value.
    enum Control: Sendable {
        /// Several lines.
        case area
        /// One line.
        case line
        /// A choice of words; the first is the default.
        case choice([String])
    }

    /// The name in requests.
    let name: String
    /// What it is for, as a sentence.
    let explanation: String
    let control: Control
    let schema: JSONValue
    /// Whether a feed can be sent in it; a request has one such field.
    var isSource = false

    /// All fields, in the order shown.
    static let all = [
        TrafficField(
            name: "rows",
            explanation: "Comma-separated values by OSM way or by OSRM's pairs of nodes.",
            control: .area, schema: Schema.string, isSource: true),
        TrafficField(
            name: "features", explanation: "Lines and points as GeoJSON or Esri JSON.",
            control: .area, schema: Schema.json(["type": "object"]), isSource: true),
        TrafficField(
            name: "url",
            explanation: "An address to fetch the feed from, on a host that the service allows.",
            control: .line, schema: Schema.string, isSource: true),
        TrafficField(
            name: updateMode,
            explanation: "Whether the feed replaces everything, or what earlier feeds said of the "
                + "same streets.",
            control: .choice(modes),
            schema: Schema.words(modes).with(["default": .string(FeedMode.whole.rawValue)])),
        TrafficField(
            name: mapping, explanation: "Names of properties, such as {\"speed\":\"kmh\"}.",
            control: .area,
            schema: Schema.json(
                Schema.object(FeedMapping.Key.allCases.map { ($0.rawValue, Schema.string) }))),
    ]

    /// Says how much a feed states: everything, or only changes.
    static let updateMode = "updateMode"
    /// Says how properties are named.
    static let mapping = "mapping"
    private static let modes =
        [FeedMode.whole.rawValue]
        + FeedMode.allCases.filter { $0 != .whole }.map(\.rawValue)

    /// The names of fields that can hold a feed.
    static let sources = all.filter(\.isSource).map(\.name)
}
