// Parses a page into its elements, for tests of structure and accessibility.

/// A page's elements in order, and its nesting faults.
struct PageOutline {
    /// An element with its attributes and inner text.
    struct Element {
        var name: String
        var attributes: [String: String]
        /// The names of enclosing elements, outermost first.
        var parents: [String]
        var text = ""
    }

    private(set) var elements: [Element] = []
    /// Elements closed in the wrong order or not at all.
    private(set) var faults: [String] = []

    private static let voids: Set = ["meta", "input", "br", "link", "img", "hr", "wbr"]

    init(_ page: String) {
        var open: [Int] = []
        for piece in page.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
            guard let end = piece.firstIndex(of: ">") else {
                faults.append("unfinished tag: \(piece.prefix(30))")
                continue
            }
            let tag = piece[..<end]
            let text = piece[piece.index(after: end)...]
            if tag.hasPrefix("!") { continue }
            if tag.hasPrefix("/") {
                let name = String(tag.dropFirst())
                if let last = open.popLast(), elements[last].name == name {
                } else {
                    faults.append("</\(name)> closes something else")
                }
            } else {
                let name = String(tag.prefix { !$0.isWhitespace })
                elements.append(
                    Element(
                        name: name, attributes: Self.attributes(tag.dropFirst(name.count)),
                        parents: open.map { elements[$0].name }))
                // Elements of SVG may close themselves.
                if !Self.voids.contains(name), !tag.hasSuffix("/") {
                    open.append(elements.count - 1)
                }
            }
            for place in open { elements[place].text += text }
        }
        faults += open.map { "<\(elements[$0].name)> is never closed" }
    }

    private static func attributes(_ text: Substring) -> [String: String] {
        var attributes: [String: String] = [:]
        var rest = text
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            rest = rest[start...]
            let name = rest.prefix { $0 != "=" && !$0.isWhitespace }
            rest = rest.dropFirst(name.count)
            guard rest.first == "=" else {
                attributes[String(name)] = ""
                continue
            }
            let value = rest.dropFirst(2).prefix { $0 != "\"" }
            attributes[String(name)] = String(value)
            rest = rest.dropFirst(3 + value.count)
        }
        return attributes
    }

    /// The elements with any of these names.
    func all(_ names: String...) -> [Element] { elements.filter { names.contains($0.name) } }

    /// An attribute's values on all elements.
    func values(of attribute: String) -> [String] {
        elements.compactMap { $0.attributes[attribute] }
    }
}
