// Fills the page's placeholders.

import Geo

/// The values of one layer's page.
///
/// The page has a placeholder such as `{{title}}` for each. Values are escaped for attributes and
/// text, so none can become markup.
public struct MapTemplate: Hashable, Sendable {
    /// The path of the layer, to which requests go.
    public var layer: String
    /// The page's heading.
    public var title: String
    /// West, south, east and north in degrees, separated by commas.
    public var bounds: String
    /// The URL of the style.
    public var style: String
    /// The URL of the style for dark screens.
    public var nightStyle: String
    /// The URL of a picture of all streets, which covers ``bounds``; `nil` if there is none to show
    /// before the map.
    public var overview: String?
    /// The URL of the picture for dark screens.
    public var nightOverview: String?
    /// Whether anybody may read the layer and its styles. A browser then asks for them before the
    /// scripts do; it cannot send the token that they send.
    public var isOpen: Bool
    /// Where the data come from.
    public var attribution: String
    /// The path of the page's files, with a slash at its end.
    public var files: String
    /// The server's version.
    public var version: String

    /// States the values.
    public init(
        layer: String, title: String, bounds: String, style: String, nightStyle: String,
        overview: String? = nil, nightOverview: String? = nil, isOpen: Bool, attribution: String,
        files: String, version: String
    ) {
        self.layer = layer
        self.title = title
        self.bounds = bounds
        self.style = style
        self.nightStyle = nightStyle
        self.overview = overview
        self.nightOverview = nightOverview
        self.isOpen = isOpen
        self.attribution = attribution
        self.files = files
        self.version = version
    }

    /// Returns the page. Placeholders in values stay as they are.
    ///
    /// - Parameter template: The template's text; unknown placeholders stay.
    public func filled(
        _ template: String = String(decoding: MapFile.page.bytes, as: UTF8.self)
    ) -> String {
        let values = [
            "layer": layer, "title": title, "bounds": bounds, "style": style, "night": nightStyle,
            // A relation that no browser knows asks for nothing.
            "early": isOpen ? "preload" : "none",
            "overview": overview ?? "", "night-overview": nightOverview ?? "",
            // A picture without this attribute is none.
            "source": overview == nil ? "data-src" : "src", "attribution": attribution,
            "files": files, "version": version,
        ]
        var page = ""
        var rest = template[...]
        while let start = rest.firstRange(of: "{{") {
            page += rest[..<start.lowerBound]
            rest = rest[start.upperBound...]
            guard let end = rest.firstRange(of: "}}"),
                let value = values[String(rest[..<end.lowerBound])]
            else {
                page += "{{"
                continue
            }
            page += Markup.escaped(value)
            rest = rest[end.upperBound...]
        }
        return page + rest
    }
}
