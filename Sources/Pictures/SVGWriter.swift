// Writes the SVG elements that pictures need.

import Geo

/// Collects SVG elements; text from a request or a network can never become markup.
struct SVGWriter: Sendable {
    private var body = ""

    init() {}

    /// Returns the elements drawn since the last call, so that a large picture need not be held.
    mutating func takeElements() -> String {
        defer { body = "" }
        return body
    }

    /// Begins an element that contains others.
    mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String>) {
        body += "<\(name)\(Self.list(attributes))>\n"
    }

    /// Ends an element.
    mutating func close(_ name: String) { body += "</\(name)>\n" }

    /// Draws lines or rings as a single path.
    mutating func path(
        _ parts: [[PicturePoint]], closed: Bool = false,
        _ attributes: KeyValuePairs<String, String> = [:]
    ) {
        path(data: parts.map { Self.data(of: $0, closed: closed) }.joined(), attributes)
    }

    /// Draws a path from its data; draws nothing if there is none.
    mutating func path(data: String, _ attributes: KeyValuePairs<String, String>) {
        guard !data.isEmpty else { return }
        body += "<path d=\"\(data)\"\(Self.list(attributes))/>\n"
    }

    /// Returns a line as path data: its start, then each step in tenths of a pixel, which is
    /// shorter than a position.
    ///
    /// - Complexity: O(*n*) for *n* points.
    static func data(of line: [PicturePoint], closed: Bool = false) -> String {
        guard line.count > 1 else { return "" }
        var last = (x: tenths(line[0].x), y: tenths(line[0].y))
        var data = "M\(decimal(last.x)) \(decimal(last.y))l"
        var isFirst = true
        for point in line.dropFirst() {
            let next = (x: tenths(point.x), y: tenths(point.y))
            guard next != last else { continue }
            let (x, y) = (decimal(next.x - last.x), decimal(next.y - last.y))
            data += (isFirst || x.hasPrefix("-") ? "" : " ") + x
            data += (y.hasPrefix("-") ? "" : " ") + y
            (last, isFirst) = (next, false)
        }
        if isFirst { data += "0 0" }
        return data + (closed ? "Z" : "")
    }

    /// Says what the picture shows, to readers that do not see it.
    mutating func title(_ text: String) { body += "<title>\(Markup.escaped(text))</title>\n" }

    /// Draws an element again by its id.
    mutating func use(_ id: String, _ attributes: KeyValuePairs<String, String>) {
        body += "<use href=\"#\(Markup.escaped(id))\"\(Self.list(attributes))/>\n"
    }

    mutating func circle(
        _ center: PicturePoint, radius: Double,
        _ attributes: KeyValuePairs<String, String> = [:]
    ) {
        body +=
            "<circle cx=\"\(Self.number(center.x))\" cy=\"\(Self.number(center.y))\" "
            + "r=\"\(Self.number(radius))\"\(Self.list(attributes))/>\n"
    }

    mutating func rectangle(
        _ corner: PicturePoint, width: Double, height: Double,
        _ attributes: KeyValuePairs<String, String> = [:]
    ) {
        body +=
            "<rect x=\"\(Self.number(corner.x))\" y=\"\(Self.number(corner.y))\" "
            + "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
            + "\(Self.list(attributes))/>\n"
    }

    /// Writes a line of text.
    mutating func text(
        _ text: String, at place: PicturePoint,
        _ attributes: KeyValuePairs<String, String> = [:]
    ) {
        body +=
            "<text x=\"\(Self.number(place.x))\" y=\"\(Self.number(place.y))\""
            + "\(Self.list(attributes))>\(Markup.escaped(text))</text>\n"
    }

    /// Rounds to tenths of a pixel; the difference is not visible.
    static func number(_ value: Double) -> String { decimal(tenths(value)) }

    /// Returns tenths of a pixel. Excessive numbers and NaN are placed outside any picture.
    private static func tenths(_ value: Double) -> Int {
        value.isNaN ? -1_000_000_000 : Int(min(max(value * 10, -1e9), 1e9).rounded())
    }

    private static func decimal(_ tenths: Int) -> String {
        let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
        return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
    }

    private static func list(_ attributes: KeyValuePairs<String, String>) -> String {
        attributes.map { " \($0.key)=\"\(Markup.escaped($0.value))\"" }.joined()
    }
}
