// What an import would otherwise believe silently.

import Geo

/// Something in the source that the build leaves out, or uses though it may be a mistake.
struct Finding: Hashable, Sendable {
    /// What kind of thing is odd.
    enum Kind: String, CaseIterable, Sendable {
        /// A file that says it is incomplete, a node without a place, a road without nodes.
        case incomplete
        /// A speed limit that cannot be read, or is implausible.
        case speed
        /// A duration that cannot be read, or gives no sensible speed.
        case duration
        /// A limit on vehicles that cannot be read, or is implausible.
        case dimension
        /// A conditional clause that the network leaves out.
        case condition
        /// A turn restriction that the network leaves out.
        case restriction
        /// A node that closes a main road.
        case barrier
        /// Junctions in one place.
        case zeroLength
        /// Several names in one tag.
        case nameList
        /// Streets that no street connects to the rest.
        case island

        /// The heading above findings of this kind.
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

    /// What kind of object an id names.
    enum ObjectType: String, Sendable {
        case node
        case way
        case relation
        case file
    }

    var kind: Kind
    /// What to count findings of the kind by: a key, a reason, a mode.
    var subject: String
    var type: ObjectType
    /// The OpenStreetMap id; 0 for a file.
    var id: Int64
    var place: Coordinate?
    /// What the source says, or what is odd about it.
    var text: String

    /// The object, such as `way 12`.
    var object: String { type == .file ? "file" : "\(type.rawValue) \(id)" }
}

/// The number of findings of one kind and subject, with examples.
public struct FindingSummary: Codable, Hashable, Sendable {
    /// The most findings to quote.
    static let mostExamples = 5

    /// The kind, such as `speed`.
    public var kind: String
    /// What they have in common, such as the key `maxspeed`.
    public var subject: String
    /// How many there are.
    public var count: Int
    /// The first findings, each with its object and text.
    public var examples: [String]
}
