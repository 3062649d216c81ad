// Cells as values of tags.

import Geo

/// Reads cells as GIS programs write them.
enum StreetValue {
    /// The longest value of a tag in OpenStreetMap, in characters.
    private static let longest = 255

    /// Returns a cell's text; `nil` for none. Of a list, as OSMnx writes it, the first item counts.
    static func text(_ value: AttributeValue) -> String? {
        switch value {
        case .null, .date: return nil
        case .integer(let number): return String(number)
        case .double(let number):
            return number == number.rounded() && abs(number) <= 0x1p53
                ? String(Int(number)) : String(number)
        case .string(let text):
            var trimmed = text.trimmingBlanks
            if trimmed.hasPrefix("["), trimmed.hasSuffix("]") {
                let items = trimmed.dropFirst().dropLast().split(separator: ",")
                trimmed = (items.first.map(String.init) ?? "").trimmingBlanks
                if let quote = trimmed.first, quote == "'" || quote == "\"" {
                    trimmed = String(trimmed.dropFirst())
                    if trimmed.last == quote { trimmed.removeLast() }
                }
            }
            if trimmed.isEmpty || trimmed.isMissingWord { return nil }
            return String(trimmed.prefix(longest))
        }
    }

    /// Returns a tag's value; `nil` if the cell stands for none, such as a speed of 0.
    static func value(_ text: String, of key: String, unit: String?) -> String? {
        switch key {
        case "bridge", "tunnel", "toll":
            switch text.lowercased() {
            case "t", "true", "1", "y", "yes": return "yes"
            case "f", "false", "0", "n", "no": return nil
            default: return text
            }
        case "maxspeed", "lanes", "maxheight", "maxweight", "maxwidth", "maxlength",
            "maxaxleload":
            guard let number = Double(text) else { return text }
            guard number > 0 else { return nil }
            return unit.map { "\(text) \($0)" } ?? text
        case "layer": return text == "0" ? nil : text
        default: return text
        }
    }

    /// Returns a level; 0 for none.
    static func level(_ value: AttributeValue) -> Int {
        guard let text = text(value), let number = Double(text), abs(number) <= 100 else {
            return 0
        }
        return Int(number.rounded())
    }

    /// Returns the tags of a text as GDAL's column `other_tags` has them:
    /// `"maxspeed"=>"50","lit"=>"yes"`.
    static func pairs(_ text: String) -> [(String, String)] {
        var texts: [String] = []
        var current: [Character]?
        var isEscaped = false
        for character in text {
            guard current != nil else {
                if character == "\"" { current = [] }
                continue
            }
            if isEscaped {
                current?.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                texts.append(String(current ?? []))
                current = nil
            } else {
                current?.append(character)
            }
        }
        return stride(from: 0, to: texts.count - 1, by: 2).map { (texts[$0], texts[$0 + 1]) }
    }
}
