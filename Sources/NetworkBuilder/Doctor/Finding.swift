// What an import would otherwise believe without a word.

import Geo

/// Something in the source that is not used, or is believed though it may be a mistake.
struct Finding: Hashable, Sendable {
    /// What kind of thing is odd.
    enum Kind: String, CaseIterable, Sendable {
        /// A file that states that it is not whole, a node without a place, a road without nodes.
        case incomplete
        /// A speed limit that no road has, or that cannot be read.
        case speed
        /// A duration that cannot be read, or that gives no sensible speed.
        case duration
        /// A limit on vehicles that no road has, or that cannot be read.
        case dimension
        /// A clause of a conditional tag that is not in the network.
        case condition
        /// A turn restriction that is not in the network.
        case restriction
        /// A node that closes a main road.
        case barrier
        /// Junctions in one place.
        case zeroLength
        /// Several names in one tag.
        case nameList
        /// Streets that no street connects to the rest.
        case island

        /// What the findings of the kind are, as a heading.
        var title: String {
            switch self {
            case .incomplete: "Incomplete data"
            case .speed: "Speeds, not used"
            case .duration: "Durations, not used"
            case .dimension: "Limits on vehicles, not used"
            case .condition: "Conditions, not used"
            case .restriction: "Turn restrictions, not used"
            case .barrier: "Barriers on main roads"
            case .zeroLength: "Junctions in one place"
            case .nameList: "Several names in one tag"
            case .island: "Islands"
            }
        }
    }

    /// What the id is one of.
    enum ObjectType: String, Sendable {
        case node
        case way
        case relation
        case file
    }

    var kind: Kind
    /// What findings of the kind are counted by: a key, a reason, a mode.
    var subject: String
    var type: ObjectType
    /// The OpenStreetMap id; 0 for a file.
    var id: Int64
    var place: Coordinate?
    /// What stands in the source, or what was found there.
    var text: String

    /// The object, such as `way 12`.
    var object: String { type == .file ? "file" : "\(type.rawValue) \(id)" }
}

/// How many findings of one kind and subject there are, with some of them.
public struct FindingSummary: Codable, Hashable, Sendable {
    /// Findings that are quoted at most.
    static let mostExamples = 5

    /// The kind, such as `speed`.
    public var kind: String
    /// What they have in common, such as the key `maxspeed`.
    public var subject: String
    /// How many there are.
    public var count: Int
    /// The first of them: the object and what was found.
    public var examples: [String]
}
