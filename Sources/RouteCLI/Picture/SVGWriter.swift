// Writes the SVG elements that a picture needs.

/// Collects an SVG document.
struct SVGWriter {
    private let width: Double
    private let height: Double
    private var body = ""

    init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The whole document.
    ///
    /// - Parameter title: A description of the picture, for screen readers.
    func text(title: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + opening(title: title) + body + Self.closing
    }

    /// The beginning of the picture, as a document or as an element of a page.
    ///
    /// - Parameter title: A description of the picture, for screen readers.
    func opening(title: String) -> String {
        let (w, h) = (Self.number(width), Self.number(height))
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(w)\" height=\"\(h)\" "
            + "viewBox=\"0 0 \(w) \(h)\" role=\"img\" font-family=\"sans-serif\">\n"
            + "<title>\(Self.escaped(title))</title>\n"
    }

    /// The end of a picture.
    static let closing = "</svg>\n"

    /// Returns the elements that have been drawn since the last call, so that a large picture need
    /// not be held.
    mutating func takeElements() -> String {
        defer { body = "" }
        return body
    }

    /// Opens a group whose attributes apply to all its elements.
    mutating func group(_ attributes: KeyValuePairs<String, String>, _ fill: (inout Self) -> Void) {
        body += "<g\(Self.list(attributes))>\n"
        fill(&self)
        body += "</g>\n"
    }

    /// Draws lines or rings as one path.
    mutating func path(
        _ parts: [[(x: Double, y: Double)]], closed: Bool = false,
        _ attributes: KeyValuePairs<String, String> = [:]
    ) {
        let data = parts.filter { $0.count > 1 }.map { part in
            "M" + part.map { "\(Self.number($0.x)) \(Self.number($0.y))" }.joined(separator: "L")
                + (closed ? "Z" : "")
        }.joined()
        guard !data.isEmpty else { return }
        body += "<path d=\"\(data)\"\(Self.list(attributes))/>\n"
    }

    /// Draws a circle.
    mutating func circle(
        _ center: (x: Double, y: Double), radius: Double,
        _ attributes: KeyValuePairs<String, String> = [:]
    ) {
        body +=
            "<circle cx=\"\(Self.number(center.x))\" cy=\"\(Self.number(center.y))\" "
            + "r=\"\(Self.number(radius))\"\(Self.list(attributes))/>\n"
    }

    /// Draws a box.
    mutating func rectangle(
        _ corner: (x: Double, y: Double), width: Double, height: Double,
        _ attributes: KeyValuePairs<String, String> = [:]
    ) {
        body +=
            "<rect x=\"\(Self.number(corner.x))\" y=\"\(Self.number(corner.y))\" "
            + "width=\"\(Self.number(width))\" height=\"\(Self.number(height))\""
            + "\(Self.list(attributes))/>\n"
    }

    /// Writes a line of text.
    mutating func text(
        _ text: String, at place: (x: Double, y: Double),
        _ attributes: KeyValuePairs<String, String> = [:]
    ) {
        body +=
            "<text x=\"\(Self.number(place.x))\" y=\"\(Self.number(place.y))\""
            + "\(Self.list(attributes))>\(Self.escaped(text))</text>\n"
    }

    /// Rounds to tenths of a pixel, a difference that is not visible.
    static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let whole = tenths / 10
        if tenths % 10 == 0 { return "\(whole)" }
        return (tenths < 0 && whole == 0 ? "-0" : "\(whole)") + ".\(abs(tenths % 10))"
    }

    /// Escapes text and removes control characters that are invalid in XML.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF:
                result += " "
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func list(_ attributes: KeyValuePairs<String, String>) -> String {
        attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    }
}
