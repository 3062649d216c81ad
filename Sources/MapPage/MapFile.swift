// Start here: the map page's own files, compiled in.

/// A file of the map's page.
public enum MapFile: String, CaseIterable, Sendable {
    /// The page, a template: see ``MapTemplate``.
    case page = "map.html"
    /// How it looks.
    case looks = "map.css"
    /// What it does.
    case script = "map.js"

    /// The file's bytes.
    public var bytes: [UInt8] {
        switch self {
        case .page: PackageResources.map_html
        case .looks: PackageResources.map_css
        case .script: PackageResources.map_js
        }
    }

    /// The media type, as HTTP has it.
    public var mediaType: String { Self.mediaType(of: rawValue) }

    /// Returns the media type of a file by its name's ending: style sheets, scripts and pages.
    public static func mediaType(of name: String) -> String {
        if name.hasSuffix(".css") { return "text/css;charset=utf-8" }
        return name.hasSuffix(".js") ? "text/javascript;charset=utf-8" : "text/html;charset=utf-8"
    }
}
