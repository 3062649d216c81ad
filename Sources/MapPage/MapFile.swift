// Start here: the map page's own files, compiled in.

import EmbeddedFiles

/// A file of the map's page.
public enum MapFile: String, CaseIterable, Sendable {
    /// The page, a template: see ``MapTemplate``.
    case page = "map.html"
    /// How it looks.
    case looks = "map.css"
    /// What it does: begins here.
    case script = "map.js"
    /// The analyses beside routes: closest facilities, matrices, matched traces.
    case analyses = "analyses.js"
    /// Routes to choose between.
    case alternatives = "alternatives.js"
    /// Reads answers.
    case answer = "answer.js"
    /// The list of barriers, and what each one costs.
    case barriers = "barriers.js"
    /// What is drawn on the map.
    case canvas = "canvas.js"
    /// What suggested changes do, in words.
    case changes = "changes.js"
    /// The routes of a day with their stops.
    case day = "day.js"
    /// Jobs: submitted, followed, and drawn.
    case jobs = "jobs.js"
    /// The page's link, which holds the request, and earlier requests.
    case link = "link.js"
    /// The list of stops.
    case lists = "lists.js"
    /// Many stops from a table, pasted or a file.
    case many = "many.js"
    /// The street at a place.
    case naming = "naming.js"
    /// How the panels look that are loaded when they are opened.
    case panels = "panels.css"
    /// The picture for browsers that cannot draw the map.
    case picture = "picture.js"
    /// The map on paper.
    case printing = "print.js"
    /// How the page looks on paper.
    case printLooks = "print.css"
    /// Writes and reads requests.
    case request = "request.js"
    /// Directions, the timeline, messages.
    case results = "results.js"
    /// Finds addresses and places by name.
    case search = "search.js"
    /// The request as a link, as code, and as files.
    case share = "share.js"
    /// Takes another token for a name and a password.
    case signIn = "signin.js"
    /// Stored layers: shown, used and edited.
    case stored = "stored.js"
    /// The tools on the map.
    case tools = "tools.js"
    /// The travel mode and what adds to it.
    case travel = "travel.js"
    /// Numbers and times as text.
    case words = "words.js"

    /// The file's bytes. Scripts are without their comments, which a tenth of the page's size would
    /// be, and without the blanks that lines begin with. Comments stand in lines of their own, and
    /// no text goes over a line's end.
    public var bytes: [UInt8] { rawValue.hasSuffix(".js") ? Self.stripped(source) : source }

    private static func stripped(_ script: [UInt8]) -> [UInt8] {
        let starts = ["//", "/*", "*"].map { Array($0.utf8) }
        var kept: [UInt8] = []
        kept.reserveCapacity(script.count)
        for line in script.split(separator: UInt8(ascii: "\n")) {
            let text = line.drop { $0 == UInt8(ascii: " ") }
            if text.isEmpty || starts.contains(where: text.starts) { continue }
            kept += text
            kept.append(UInt8(ascii: "\n"))
        }
        return kept
    }

    private var source: [UInt8] { EmbeddedFiles.bytes("Sources/MapPage/Page/\(rawValue)") }

    /// The media type, as HTTP has it.
    public var mediaType: String { Self.mediaType(of: rawValue) }

    /// Returns the media type of a file by its name's ending: style sheets, scripts and pages.
    public static func mediaType(of name: String) -> String {
        if name.hasSuffix(".css") { return "text/css;charset=utf-8" }
        return name.hasSuffix(".js") ? "text/javascript;charset=utf-8" : "text/html;charset=utf-8"
    }
}
