// Sentences with named slots for values.

/// A sentence of a phrase file, parsed once: text, and slots for values such as `{road:onto}`.
struct PhraseTemplate: Hashable, Sendable {
    struct Slot: Hashable, Sendable {
        /// The value's name.
        var name: String
        /// The form the value takes here; empty to insert it as is.
        var form = ""
    }

    enum Piece: Hashable, Sendable {
        case text(String)
        case slot(Slot)
    }

    let pieces: [Piece]

    /// Parses a sentence with slots in braces.
    init(_ sentence: some StringProtocol) {
        var pieces: [Piece] = []
        var rest = sentence[...]
        while let open = rest.firstIndex(of: "{"),
            let close = rest[open...].firstIndex(of: "}")
        {
            if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
            let parts = rest[rest.index(after: open)..<close]
                .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            pieces.append(
                .slot(Slot(name: String(parts[0]), form: parts.count > 1 ? String(parts[1]) : "")))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.pieces = pieces
    }

    /// The slots in order.
    var slots: [Slot] {
        pieces.compactMap { if case .slot(let slot) = $0 { slot } else { nil } }
    }

    /// Fills in a value for each slot; braces within values stay as they are.
    func filled(_ value: (_ name: String) -> String) -> String {
        var sentence = ""
        for piece in pieces {
            switch piece {
            case .text(let text): sentence += text
            case .slot(let slot): sentence += value(slot.name)
            }
        }
        return sentence
    }
}

/// A sentence with bracketed parts, which appear only if the value they name is known.
///
/// `Turn left[ on {road}]` becomes "Turn left" or "Turn left on Main St". Text after a bar replaces
/// an unknown value: `At [{place}|the roundabout]`.
struct PhrasePattern: Sendable {
    private enum Piece: Sendable {
        case always(String)
        case optional(name: String, known: String, unknown: String)
    }

    private let pieces: [Piece]

    /// Parses a pattern.
    ///
    /// - Throws: A fault that says what is wrong with its brackets.
    init(_ pattern: String) throws(PhraseFault) {
        var pieces: [Piece] = []
        var rest = pattern[...]
        while let mark = rest.firstIndex(where: { $0 == "[" || $0 == "]" }) {
            guard rest[mark] == "[" else { throw PhraseFault("has \"]\" without \"[\"") }
            let inside = rest[rest.index(after: mark)...]
            guard let close = inside.firstIndex(of: "]") else {
                throw PhraseFault("has a bracket that is not closed")
            }
            if mark > rest.startIndex { pieces.append(.always(String(rest[..<mark]))) }
            pieces.append(try Self.optional(inside[..<close]))
            rest = inside[inside.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.always(String(rest))) }
        self.pieces = pieces
    }

    private static func optional(_ body: Substring) throws(PhraseFault) -> Piece {
        guard !body.contains("[") else { throw PhraseFault("has brackets within brackets") }
        let sides = body.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
        let unknown = sides.count > 1 ? String(sides[1]) : ""
        let names = PhraseTemplate(sides[0]).slots.map(\.name)
        guard names.count == 1, PhraseTemplate(unknown).slots.isEmpty else {
            throw PhraseFault("must name one value in \"[\(body)]\", before any bar")
        }
        return .optional(name: names[0], known: String(sides[0]), unknown: unknown)
    }

    /// The values named in brackets.
    var optionalNames: [String] {
        pieces.compactMap { if case .optional(let name, _, _) = $0 { name } else { nil } }
    }

    /// Returns the sentence to use when exactly these values are known.
    func template(knowing names: some Sequence<String>) -> PhraseTemplate {
        let known = Set(names)
        let sentence = pieces.map { piece in
            switch piece {
            case .always(let text): text
            case .optional(let name, let shown, let hidden): known.contains(name) ? shown : hidden
            }
        }
        return PhraseTemplate(sentence.joined())
    }
}

/// What is wrong with a sentence of a phrase file.
struct PhraseFault: Error, Hashable {
    let text: String

    init(_ text: String) { self.text = text }
}
