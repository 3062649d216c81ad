// Sentences with named places for values.

/// A sentence of a phrase file, read once.
struct PhraseTemplate: Hashable, Sendable {
    private enum Piece: Hashable, Sendable {
        case text(String)
        case value(String)
    }

    private let pieces: [Piece]

    /// Reads a sentence in which names in braces are replaced by values.
    init(_ sentence: String) {
        var pieces: [Piece] = []
        var rest = sentence[...]
        while let open = rest.firstIndex(of: "{"),
            let close = rest[open...].firstIndex(of: "}")
        {
            if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
            pieces.append(.value(String(rest[rest.index(after: open)..<close])))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.pieces = pieces
    }

    /// The names of the values, in their order.
    var names: [String] {
        pieces.compactMap { if case .value(let name) = $0 { name } else { nil } }
    }

    /// The sentence with its values; braces within values stay as they are.
    ///
    /// - Parameter value: Returns the value of a name, or `nil` for an unknown one.
    func filled(_ value: (_ name: String) -> String?) -> String {
        var sentence = ""
        for piece in pieces {
            switch piece {
            case .text(let text): sentence += text
            case .value(let name): sentence += value(name) ?? ""
            }
        }
        return sentence
    }

    /// The sentence with these values.
    func filled(_ values: KeyValuePairs<String, String>) -> String {
        filled { name in values.first { $0.key == name }?.value }
    }
}
