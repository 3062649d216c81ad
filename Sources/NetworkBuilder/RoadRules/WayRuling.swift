// What the rules make of an object's tags.

import RoadNetwork

/// What the rules say about one direction of a way.
struct DirectionRuling: Hashable, Sendable {
    /// Speeds in km/h outside built-up areas, by stored cost column; 0 for lengths.
    var speeds: [Double]
    /// Speeds inside built-up areas. If the tags state the area, both columns follow the tags.
    var builtUpSpeeds: [Double]
    /// The bits of the cost columns in which a posted limit sets the speed.
    var postedColumns: UInt64 = 0
    /// Whether the direction is in a built-up area; `nil` if the tags do not say.
    var isBuiltUp: Bool?
    /// The bits of the restrictions that apply.
    var restrictions: UInt64
    /// The bits of restrictions the tags rule out even if nodes would add them: `toll=no`.
    var spared: UInt64 = 0
    /// The bits of the families allowed to use the direction; direction rules are not considered.
    var families: UInt8
    var flags: EdgeFlags
    /// One value per limit attribute, in centimeters or kilograms, or `nil`.
    var limits: [UInt32?]
    /// The speed limit in km/h; 0 if unknown.
    var speedLimit: UInt8 = 0

    /// Adds the restrictions of the points at the line's ends; a toll booth does not outweigh
    /// `toll=no`.
    func restrictions(between ends: [NodeRuling]) -> UInt64 {
        ends.reduce(restrictions) { $0 | $1.touching & ~spared }
    }
}

/// An unusable tag, or an unusable clause of a tag.
struct OddTag: Hashable, Sendable {
    var kind: Finding.Kind
    /// Such tags are counted under this: the key, or the reason.
    var subject: String
    /// The tag as `key=value`.
    var text: String

    /// Describes an unreadable or implausible tag.
    init(kind: Finding.Kind, text: String) {
        self.init(kind: kind, subject: String(text.prefix { $0 != "=" }), text: text)
    }

    init(kind: Finding.Kind, subject: String, text: String) {
        self.kind = kind
        self.subject = subject
        self.text = text
    }
}

/// Everything the rules say about a way, except its names.
///
/// Streets share few different rulings, so an import stores each once.
struct WayRuling: Hashable, Sendable {
    var roadClass: RoadClass
    var descriptors: [UInt8]
    var forward: DirectionRuling
    var backward: DirectionRuling
    /// How long the whole way takes by timetable, whatever the speeds.
    var crossingSeconds: Double?
    /// How long one waits for a departure on average; the time of crossing is without it.
    var waitSeconds: Double?
    /// The driving side stated by the way's own tag.
    var drivingSide: DrivingSide?
    /// The country named by the way's own tags, in lower case; may be empty.
    var country = ""
    /// Whether the way's limit is in miles per hour; `nil` without a limit in numbers.
    var hasLimitInMiles: Bool?
    /// Unusable tags.
    var oddTags: [OddTag] = []
}

/// Whether a way is part of the network.
enum WayVerdict: Sendable {
    /// The way is part of the network.
    case kept(WayRuling)
    /// The way is no road: no road class rule holds.
    case notARoad
    /// The way would be a road, but a rule drops it or no family may use it.
    case dropped(reason: String)
}

/// What the rules say about a node.
struct NodeRuling: Hashable, Sendable {
    var flags: NodeFlags = []
    /// The bits of the restrictions barring passage.
    var barred: UInt64 = 0
    /// If the node is a gate, the bits of the restrictions on through traffic: only traffic with a
    /// stop behind it may pass.
    var gated: UInt64 = 0
    /// What bars passage under conditions, in addition to ``barred``.
    var timedBars: [TimedBar] = []
    /// Which gates the node is under conditions, in addition to ``gated``.
    var timedGates: [TimedBar] = []
    /// The bits of the restrictions that apply to segments touching the node.
    var touching: UInt64 = 0
    /// Limits on what passes the node; empty if there are none.
    var limits: [UInt32?] = []
    /// Unusable tags.
    var oddTags: [OddTag] = []

    /// The exit that ramps take here.
    var exit = ExitSign()

    /// Whether segments must end at the node for the ruling to take effect.
    var endsSegments: Bool {
        barred | touching | gated != 0 || !limits.isEmpty || !timedBars.isEmpty
            || !timedGates.isEmpty
    }
    /// Whether the node needs no ruling.
    var isPlain: Bool {
        flags.isEmpty && exit.isEmpty && !endsSegments && oddTags.isEmpty
    }
}

struct WayLabels: Hashable, Sendable {
    var name = ""
    var translated = TranslatedName()
    var reference = ""
    var forwardDestination = ""
    var backwardDestination = ""
    /// The destinations in other languages.
    var forwardTranslated = TranslatedName()
    var backwardTranslated = TranslatedName()
    var laneSigns = WayLaneSigns()
    var forwardExit = ""
    var backwardExit = ""
}
