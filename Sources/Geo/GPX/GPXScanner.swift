// Walks through a GPX file's elements; both GPX readers use it.

/// Returns a GPX file's elements in sequence, and checks that they are nested within `<gpx>`.
struct GPXScanner {
    private var scanner: XMLScanner
    /// The names of the open elements, outermost first. An event that closes an element no longer
    /// counts it.
    private(set) var path: [String] = []

    init(_ pieces: BytePieces, hints: FileHints = FileHints(), notes: ReadingNotes? = nil) {
        scanner = XMLScanner(pieces, hints: hints, notes: notes)
    }

    /// Returns the next event; `nil` at the end.
    ///
    /// - Throws: ``FeatureReadError`` naming the line.
    mutating func next() throws(FeatureReadError) -> XMLScanner.Event? {
        guard let event = try scanner.next() else {
            if let open = path.last {
                throw error(
                    "<\(open.excerpt())> is never closed: the file ends early; is it a whole copy?")
            }
            return nil
        }
        switch event {
        case .start(let name, _):
            path.append(name)
            guard path.count <= 64 else { throw error("more than 64 nested elements") }
            if path.count == 1, name != "gpx" {
                throw error("the outer element is <\(name.excerpt(40))>, not <gpx>")
            }
        case .end(let name):
            guard path.popLast() == name else {
                throw error("</\(name.excerpt(40))> closes another element")
            }
        case .text: break
        }
        return event
    }

    /// Reads the position in an element's attributes. Blanks around numbers count for nothing, as
    /// in XML Schema, and some devices write a comma before decimals.
    func coordinate(
        of element: String, _ attributes: [String: String]
    ) throws(FeatureReadError) -> Coordinate {
        func ordinate(_ name: String) throws(FeatureReadError) -> Double {
            if let value = attributes[name].flatMap({ Double(decimal: $0) }) { return value }
            let text = attributes[name]?.trimmingBlanks
                .replacing(",", with: ".", maxReplacements: 1)
            if let value = text.flatMap({ Double(decimal: $0) }) { return value }
            let found = attributes[name].map { "\"\($0.excerpt(40))\"" } ?? "missing"
            throw error("\(name) of <\(element)> is \(found); a number is needed")
        }
        return Coordinate(x: try ordinate("lon"), y: try ordinate("lat"))
    }

    /// Makes an error at the current line.
    func error(_ text: String) -> FeatureReadError { scanner.error(text) }
}
