// Reads GeoJSON with a Feature in each line, and any other JSON, also line by line.

/// Sequences of GeoJSON Features: one in each line, or each behind a record separator (RFC 8142),
/// as GDAL, tippecanoe and databases write them.
package enum GeoJSONSequence {
    private static let separator: UInt8 = 0x1E

    /// Parses a text of JSON. A sequence of Features becomes a FeatureCollection; a sequence of
    /// other values, such as rows, becomes a list.
    ///
    /// - Throws: The error of a text that is neither, with its place in the whole text.
    /// - Complexity: O(*n*) in the bytes.
    package static func value(of text: [UInt8]) throws(JSONParseError) -> JSONValue {
        let isMarked = text.first { $0 > 0x20 || $0 == separator } == separator
        do throws(JSONParseError) {
            if !isMarked { return try JSONParser.parse(text, limits: .features()) }
        } catch {
            let rest = isMarked ? nil : try? features(in: text)
            guard let rest, rest.count > 1 else { throw error }
            return collection(rest)
        }
        return collection(try features(in: text))
    }

    private static func collection(_ values: [JSONValue]) -> JSONValue {
        values.contains { $0["type"] == "Feature" }
            ? ["type": "FeatureCollection", "features": .array(values)] : .array(values)
    }

    /// Reads the Features between line ends and separators.
    private static func features(in text: [UInt8]) throws(JSONParseError) -> [JSONValue] {
        var features: [JSONValue] = []
        var (start, line) = (0, 1)
        while start < text.count {
            let end =
                text[start...].firstIndex { $0 == 0x0A || $0 == separator } ?? text.count
            if text[start..<end].contains(where: { $0 > 0x20 }) {
                do throws(JSONParseError) {
                    features.append(
                        try JSONParser.parse(text[start..<end], limits: .features()))
                } catch {
                    var moved = error
                    moved.line = line
                    throw moved
                }
            }
            if end < text.count, text[end] == 0x0A { line += 1 }
            start = end + 1
        }
        return features
    }
}
