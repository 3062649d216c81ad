// What the rules make of an object's tags.

import RoadNetwork

/// What the rules say about one direction of a way.
struct DirectionRuling: Hashable, Sendable {
    /// The speed in km/h outside built-up areas, by stored cost column; 0 for lengths.
    var speeds: [Double]
    /// The same inside built-up areas. If the tags state the area, both follow the tags.
    var builtUpSpeeds: [Double]
    /// Bits of the cost columns in which a posted limit sets the speed.
    var postedColumns: UInt64 = 0
    /// Whether the direction is in a built-up area; `nil` if the tags do not say.
    var isBuiltUp: Bool?
    /// Bits of the restrictions that apply.
    var restrictions: UInt64
    /// Bits of the restrictions that the tags say do not apply, whatever stands at the nodes:
    /// `toll=no`.
    var spared: UInt64 = 0
    /// Bits of the families that may use the direction, apart from their direction rule.
    var families: UInt8
    var flags: EdgeFlags
    /// For each limit attribute the value in centimeters or kilograms, or `nil`.
    var limits: [UInt32?]
    /// The speed limit in km/h, 0 where none is known.
    var speedLimit: UInt8 = 0

    /// What the line and the points at its ends say: a toll booth does not outweigh `toll=no`.
    func restrictions(between ends: [NodeRuling]) -> UInt64 {
        ends.reduce(restrictions) { $0 | $1.touching & ~spared }
    }
}

/// A tag, or a clause of one, that is not used.
struct OddTag: Hashable, Sendable {
    var kind: Finding.Kind
    /// What to count such tags by: the key, or the reason.
    var subject: String
    /// `key=value`.
    var text: String

    /// A tag that cannot be read, or is implausible.
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
/// Streets share few different rulings, so that an import keeps each once.
struct WayRuling: Hashable, Sendable {
    var roadClass: RoadClass
    var descriptors: [UInt8]
    var forward: DirectionRuling
    var backward: DirectionRuling
    /// How long the whole way takes by timetable, whatever the speeds.
    var crossingSeconds: Double?
    /// The driving side that the way's own tag states.
    var drivingSide: DrivingSide?
    /// The country that the way's own tags name, lower case, or empty.
    var country = ""
    /// Tags that are not used.
    var oddTags: [OddTag] = []
}

/// Whether a way is part of the network.
enum WayVerdict: Sendable {
    /// It is part of the network.
    case kept(WayRuling)
    /// No road class rule holds: it is not a road.
    case notARoad
    /// It would be a road, but a rule drops it or no family may use it.
    case dropped(reason: String)
}

/// What the rules say about a node.
struct NodeRuling: Hashable, Sendable {
    var flags: NodeFlags = []
    /// Bits of the restrictions that bar passage.
    var barred: UInt64 = 0
    /// If the node is a gate, bits of the restrictions on through traffic: only traffic with a stop
    /// behind it may pass.
    var gated: UInt64 = 0
    /// What bars passage under conditions, in addition to ``barred``.
    var timedBars: [TimedBar] = []
    /// What the node is a gate of under conditions, in addition to ``gated``.
    var timedGates: [TimedBar] = []
    /// Bits of the restrictions that apply to the segments that touch the node.
    var touching: UInt64 = 0
    /// Limits on what passes the node; empty for none.
    var limits: [UInt32?] = []
    /// Tags that are not used.
    var oddTags: [OddTag] = []

    /// The exit that ramps take here.
    var exit = ExitSign()

    /// Whether segments must end at the node for the ruling to take effect.
    var endsSegments: Bool {
        barred | touching | gated != 0 || !limits.isEmpty || !timedBars.isEmpty
            || !timedGates.isEmpty
    }
    /// Whether the node is like any other.
    var isPlain: Bool {
        flags.isEmpty && exit.isEmpty && !endsSegments && oddTags.isEmpty
    }
}

/// The names of a way.
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
