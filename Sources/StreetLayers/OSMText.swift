// Nodes and ways as OSM XML.

import Geo
import SystemResources

/// Nodes and ways as text, written piece by piece.
struct OSMText {
    private var text: String

    init(_ head: String) { text = head }

    mutating func addNode(_ id: Int, _ place: StreetJunctions.Place) {
        text +=
            "<node id=\"\(id)\" version=\"1\" lat=\"\(Self.degrees(place.latitude))\" lon=\""
            + "\(Self.degrees(place.longitude))\"/>\n"
    }

    mutating func addWay(_ id: Int, _ nodes: [Int], _ tags: [StreetTag]) {
        text += "<way id=\"\(id)\" version=\"1\">"
        for node in nodes { text += "<nd ref=\"\(node + 1)\"/>" }
        for tag in tags {
            text += "<tag k=\"\(Markup.escaped(tag.key))\" v=\"\(Markup.escaped(tag.value))\"/>"
        }
        text += "</way>\n"
    }

    mutating func end() { text += "</osm>\n" }

    /// Whether the text has more than a megabyte, and should be written.
    var isLong: Bool { text.utf8.count > 1 << 20 }

    /// Writes the text into a file and forgets it.
    mutating func flush(into file: borrowing DraftFile) throws(FileWriteError) {
        try file.write(Array(text.utf8))
        text = ""
    }

    /// Writes ten-millionths of a degree as degrees.
    private static func degrees(_ units: Int) -> String {
        let digits = String(units.magnitude % 10_000_000)
        return (units < 0 ? "-" : "") + String(units.magnitude / 10_000_000) + "."
            + String(repeating: "0", count: 7 - digits.count) + digits
    }
}
