// A road's name, and when two edges are the same road.

import RoadNetwork

/// A road's name and number.
///
/// It answers two questions: are two edges the same road, and what is the road called? Two roads
/// are the same if their names agree except for case and the spelling of a street's type (`Main St`
/// is `Main Street`), if any name agrees, or if they share a number (`A 8` and `A8` are
/// equal). Comparing uses the names stored for all languages, so directions have the same maneuvers
/// in every language; only ``spoken`` uses the language of the directions.
///
/// A motorway is called by its number, other roads by their name; ``spokenFully`` adds the number
/// in parentheses. Real roads lose name or number for a few meters, so ``goingOn(into:)`` completes
/// the next edge's name from the current one. A class, because every junction passes names on and a
/// pointer is cheaper than five fields; ``Key`` compares names by row without reading them.
final class RoadName: Sendable {
    /// The street name as the network stores it; may be empty.
    let name: String
    /// The street name in the language of the directions; may be empty.
    let localName: String
    /// The road's first number; may be empty.
    let reference: String
    /// All numbers of the road as the network stores them, such as `A 8;E 55`; may be empty. Split
    /// only to compare two roads that both have numbers, which is rare.
    private let references: String
    /// Whether signs show the number rather than the name.
    private let isMotorway: Bool
    /// Whether the name is a list of names. Nearly none is.
    private let hasSeveralNames: Bool

    /// A road without name and number.
    static let unnamed = RoadName(name: "", reference: "")

    /// Reads an edge's name. A link's number belongs to a road it leads to or leaves, so it is left
    /// out.
    ///
    /// - Parameter language: The language of ``localName``.
    convenience init(
        of edge: EdgeID, on network: borrowing NetworkDataset, in language: NameLanguage
    ) {
        let isLink = network.flags(of: edge).contains(.link)
        self.init(
            name: network.streetName(of: edge),
            localName: network.translatedStreetName(of: edge, in: language),
            reference: isLink ? "" : network.reference(of: edge),
            isMotorway: network.roadClass(of: edge) == .motorway)
    }

    convenience init(
        name: String, localName: String? = nil, reference: String, isMotorway: Bool = false
    ) {
        let first = Self.first(of: reference)
        let name = name.trimmingSpaces
        self.init(
            name: name, localName: localName?.trimmingSpaces ?? name,
            reference: first.trimmingSpaces, references: first.isEmpty ? "" : reference,
            isMotorway: isMotorway)
    }

    /// Returns the first of several numbers, or an empty string. Most roads have at most one.
    private static func first(of references: String) -> String {
        let semicolon = UInt8(ascii: ";")
        guard references.utf8.contains(semicolon) else { return references }
        return references.utf8.split(separator: semicolon, maxSplits: 1).first
            .map { String(Substring($0)) } ?? ""
    }

    private init(
        name: String, localName: String, reference: String, references: String, isMotorway: Bool
    ) {
        self.name = name
        self.localName = localName
        self.reference = reference
        self.references = references
        self.isMotorway = isMotorway
        hasSeveralNames = name.utf8.contains(UInt8(ascii: ","))
    }

    /// The rows of an edge's name in the network. Equal keys mean equal names.
    struct Key: Hashable, Sendable {
        private let name: UInt32
        private let reference: UInt32
        private let roadClass: RoadClass
        private let isLink: Bool

        init(of edge: EdgeID, on network: borrowing NetworkDataset) {
            name = network.segmentName[edge.segment]
            reference = network.segmentRef[edge.segment]
            roadClass = network.roadClass(of: edge)
            isLink = network.flags(of: edge).contains(.link)
        }
    }

    /// Whether the road has neither name nor number.
    var isEmpty: Bool { name.isEmpty && reference.isEmpty }

    /// The name to say, or empty: a motorway's number, else the name.
    var spoken: String { title(localName) }

    /// The same as ``spoken`` but as the network stores it, for comparisons.
    var written: String { title(name) }

    private func title(_ name: String) -> String {
        if isMotorway { return reference.isEmpty ? name : reference }
        return name.isEmpty ? reference : name
    }

    /// The name or number that ``spoken`` leaves out; may be empty.
    var alternative: String {
        if localName.isEmpty || reference.isEmpty { return "" }
        return spoken == localName ? reference : localName
    }

    /// Name and number for a sentence, since signs may show either.
    var spokenFully: String {
        let other = alternative
        if isMotorway || other.isEmpty || Self.isPart(other, of: spoken) { return spoken }
        return "\(spoken) (\(other))"
    }

    /// Whether both are names of one road.
    func isSameRoad(as other: RoadName) -> Bool {
        hasSameName(as: other) || sharesReference(with: other)
    }

    /// Whether the names are equal except for case and the spelling of a type, or any of several
    /// is; false if a road has none.
    func hasSameName(as other: RoadName) -> Bool {
        if hasSeveralNames || other.hasSeveralNames {
            return names.contains { own in other.names.contains { Self.isEqual(own, $0) } }
        }
        return Self.isEqual(name, other.name)
    }

    private static func isEqual(_ a: String, _ b: String) -> Bool {
        if a.isEmpty || b.isEmpty { return false }
        if a.utf8.count != b.utf8.count { return StreetSpelling.differsOnly(a, b) }
        return a == b || a.lowercased() == b.lowercased()
    }

    /// The names of a road that has several: networks store `Leonard Avenue, Fifth Avenue`.
    private var names: [String] {
        name.split(separator: ",").map { String($0).trimmingSpaces }
    }

    /// Whether going straight on into `next` must be announced: neither name nor number stays.
    func isChange(to next: RoadName) -> Bool { !next.isEmpty && !isSameRoad(as: next) }

    /// Returns the name of the continuation, completed from this one if parts are missing.
    func goingOn(into next: RoadName) -> RoadName {
        if next === self || next.isEmpty { return self }
        // If there are several names, the name traveled so far goes on.
        let keepsName =
            next.name.isEmpty
            ? isSameRoad(as: next) : next.hasSeveralNames && hasSameName(as: next)
        let named = keepsName ? self : next
        let numbered = next.references.isEmpty ? self : next
        if named.name == next.name, numbered.references == next.references { return next }
        return RoadName(
            name: named.name, localName: named.localName, reference: numbered.reference,
            references: numbered.references, isMotorway: next.isMotorway)
    }

    private func sharesReference(with other: RoadName) -> Bool {
        if references.isEmpty || other.references.isEmpty { return false }
        if references == other.references { return true }
        return numbers.contains { number in
            other.numbers.contains { Self.isSame(number, $0) }
        }
    }

    /// Whether a number is part of a name, ignoring spaces and hyphens.
    private static func isPart(_ number: String, of name: String) -> Bool {
        // Most names have no digit, and most numbers have one.
        func hasDigit(_ text: String) -> Bool { text.utf8.contains { (48...57).contains($0) } }
        guard hasDigit(name) || !hasDigit(number) else { return false }
        func bare(_ text: String) -> [UInt8] {
            text.lowercased().utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        }
        let (whole, part) = (bare(name), bare(number))
        return whole.indices.contains { whole[$0...].starts(with: part) }
    }

    private var numbers: [Substring.UTF8View.SubSequence] {
        references.utf8.split(separator: UInt8(ascii: ";"))
    }

    /// Whether two numbers are equal except for spaces: `A 8` and `A8` are one road.
    private static func isSame(
        _ a: Substring.UTF8View.SubSequence, _ b: Substring.UTF8View.SubSequence
    ) -> Bool {
        let space = UInt8(ascii: " ")
        return a.lazy.filter { $0 != space }.elementsEqual(b.lazy.filter { $0 != space })
    }
}

/// A word for an unnamed road, if one helps. Phrase files use its name.
enum RoadNoun: Int, CaseIterable, CodingKey, Sendable {
    case service
    case track
    case pedestrian
    case cycleway
    case footway
    case path
    case roundabout

    var name: String { stringValue }

    /// Chooses the word for an edge; `nil` if "turn right" is enough.
    init?(of edge: EdgeID, on network: borrowing NetworkDataset) {
        let flags = network.flags(of: edge)
        if flags.contains(.link) || flags.contains(.ferry) { return nil }
        if flags.contains(.roundabout) {
            self = .roundabout
            return
        }
        switch network.roadClass(of: edge) {
        case .service: self = .service
        case .track: self = .track
        case .pedestrian: self = .pedestrian
        case .cycleway: self = .cycleway
        case .footway: self = .footway
        case .path: self = .path
        default: return nil
        }
    }
}

extension String {
    /// The string without spaces at both ends.
    fileprivate var trimmingSpaces: String {
        let space = UInt8(ascii: " ")
        if utf8.first != space, utf8.last != space { return self }
        var text = drop { $0 == " " }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
