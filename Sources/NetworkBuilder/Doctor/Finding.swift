// Oddities in the source that an import would otherwise accept silently.

import Geo

/// Something in the source that the build leaves out, or uses although it may be a mistake.
struct Finding: Hashable, Sendable {
    /// What kind of oddity a finding is.
    enum Kind: String, CaseIterable, Sendable {
        /// A file that says it is incomplete, a node without a place, or a road without nodes.
        case incomplete
        /// An object that is deleted, or that the input holds in several versions.
        case version
        /// An unreadable or implausible speed limit.
        case speed
        /// An unreadable duration, or one without a sensible speed.
        case duration
        /// An unreadable or implausible vehicle limit.
        case dimension
        /// A conditional clause left out of the network.
        case condition
        /// A turn restriction left out of the network.
        case restriction
        /// A node that closes a main road, or keeps through traffic out of it.
        case barrier
        /// Several junctions in one place.
        case zeroLength
        /// Several names in one tag.
        case nameList
        /// Streets not connected to the rest.
        case island

        /// The heading above findings of this kind.
        var title: String {
            switch self {
            case .incomplete: "Incomplete data"
            case .version: "Deleted, or in several versions"
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

    /// The type of the object an id names.
    enum ObjectType: String, Sendable {
        case node
        case way
        case relation
        case file
    }

    var kind: Kind
    /// How findings of one kind are counted: by key, by reason, by mode.
    var subject: String
    var type: ObjectType
    /// The OpenStreetMap id; 0 for a file.
    var id: Int64
    var place: Coordinate?
    /// What the source says, or what is odd about it.
    var text: String

    /// The object's type and id, such as `way 12`.
    var object: String { type == .file ? "file" : "\(type.rawValue) \(id)" }
}

/// How many findings of one kind and subject there are, with examples.
public struct FindingSummary: Codable, Hashable, Sendable {
    /// The most examples to quote.
    static let mostExamples = 5

    /// The kind, such as `speed`.
    public var kind: String
    /// What the findings have in common, such as the key `maxspeed`.
    public var subject: String
    /// The number of findings.
    public var count: Int
    /// The first findings, each with its object and text.
    public var examples: [String]
}
