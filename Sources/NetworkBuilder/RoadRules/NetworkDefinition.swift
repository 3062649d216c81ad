// A network definition: a network's declared attributes, and the rules that read tags into them.

package import RoadNetwork

/// What a network contains and how tags become it, read from a YAML file.
///
/// A definition has two halves. ``description`` holds the attributes the dataset states and
/// requests see: costs, restrictions, limits, descriptors, mode families. The evaluators, which
/// compute attributes from tags, are arrays parallel to it: `speeds` and `turnCosts` have one entry
/// per stored cost column, `restrictions` one per restriction bit, and so on.
///
/// To add an attribute, a speed or an access rule, change the file and never this code. Most rules
/// are lists in which the first matching condition decides (``Rule``, ``TagCondition``). Mistakes
/// in a file are reported with their line when it is read (``init(text:file:)``); the shipped file
/// is compiled in (``shipped()``). ``RoadRules`` applies a definition to ways and nodes,
/// ``NetworkDrafting`` uses its speeds, and assembly its turn costs. The comments in the shipped
/// file explain each section.
package struct NetworkDefinition: Sendable {
    /// The attributes, families and origin stated in the dataset.
    package var description: NetworkDescription
    /// The driving side of roads for which the data does not show it; `nil` if none is declared.
    var drivingSide: DrivingSide?

    /// Road classes; a way to which none applies is no road.
    var classes: [Rule<RoadClass>]
    /// Reasons to leave roads out.
    var drops: [Rule<String>]
    var labels: LabelReader
    var exits: ExitReader
    var flags: [Rule<EdgeFlags>]
    var nodeFlags: [Rule<NodeFlags>]
    var streetPoints: StreetPointReader
    var lanes: LaneReader
    var speedLimits: SpeedLimitReader
    var timetable: Timetable
    var openingHours: OpeningHours
    /// Where the speeds of built-up areas apply.
    var builtUp: BuiltUpRule

    /// Speeds by stored cost column; `nil` for lengths.
    var speeds: [SpeedTable?]
    /// Turn costs by stored cost column; `nil` if turns are free.
    package var turnCosts: [TurnCoefficients?]
    /// By restriction attribute, the evaluator that flags edges.
    var restrictions: [RestrictionEvaluator]
    /// By limit attribute, the reader of its tags.
    var limits: [LimitReader]
    /// The nodes on which limits count.
    var limitNodes: TagCondition
    /// The nodes, besides barriers, whose access tags are about passing them.
    var accessNodes: TagCondition
    /// By descriptor attribute, the reader of its code.
    var descriptors: [DescriptorReader]

    /// Keys of which every road has at least one, so other ways need not be examined.
    var roadKeys: Set<String> { Set(classes.flatMap { $0.condition.keys }) }
    /// Keys of which every node of interest has at least one.
    var nodeKeys: Set<String> {
        let tagged = restrictions.flatMap { evaluator -> Set<String> in
            switch evaluator {
            case .tagged(_, let nodes): return nodes.keys
            case .perVehicle(_, let nodes, let priced): return nodes.keys.union(priced.keys)
            case .access, .accessValue, .direction, .allOf, .limit: return []
            }
        }
        return Set(nodeFlags.flatMap { $0.condition.keys }).union(tagged)
            .union(exits.nodeCondition.keys).union(limitNodeKeys).union(accessNodes.keys)
            .union(streetPoints.keys)
            .union([Self.barrierKey, Self.barrierKey + ConditionalTag.suffix])
    }

    /// The keys with which a node limits what passes it.
    private var limitNodeKeys: Set<String> {
        let keys = limits.flatMap(\.keys)
        return Set(keys + keys.map { $0 + ConditionalTag.suffix }).union(swappedLimitKeys.keys)
    }

    /// The first direction rule of the first family, with its bit; it decides whether a street is
    /// one-way.
    var mainDirection: (rule: DirectionRule, mask: UInt64)? {
        let family = description.families.first?.name
        for (attribute, evaluator) in zip(description.restrictions, restrictions) {
            guard case .direction(let rule) = evaluator, attribute.family == family else {
                continue
            }
            return (rule, attribute.mask)
        }
        return nil
    }

    /// The key of nodes that may bar passage.
    static let barrierKey = "barrier"
    /// The key with which a way states its driving side.
    static let drivingSideKey = "driving_side"
}

/// What sets a restriction's bit on an edge.
enum RestrictionEvaluator: Sendable {
    /// The mode has no access.
    case access(AccessRule)
    /// The deciding access tag has a value from the set.
    case accessValue(AccessRule, Set<String>)
    /// The direction is closed.
    case direction(DirectionRule)
    /// All restrictions with these bits apply.
    case allOf(UInt64)
    /// The tags of the way or of a node at its end satisfy a condition.
    case tagged(ways: TagCondition, nodes: TagCondition)
    /// The vehicle's form of a key says so on the way, or a node at its end satisfies a condition
    /// and neither it nor the way says otherwise. On priced nodes a price counts, too.
    case perVehicle(ModeKey, nodes: TagCondition, priced: TagCondition)
    /// The edge has a value of the limit attribute.
    case limit(Int)
}

/// Reads a way's names.
///
/// A key may state one value for each side or direction instead (`name:left`, `ref:forward`): along
/// a border, each side has its own name. The road then has both.
struct LabelReader: Hashable, Sendable {
    /// The first of these keys present gives the name.
    var name: [String]
    /// The first of these keys present gives the road number.
    var reference: [String]
    /// Keys that together make up the destination sign, in the order on the sign.
    var destination: [String]
    /// The languages in which to keep names; `nil` if the data decides.
    var languages: [String]?

    func labels(of tags: TagSet, open: OpenDirections) -> WayLabels {
        let named = name.lazy.compactMap { key in Self.name(key, tags).map { (key, $0) } }.first
        let forward = destination(of: tags, .forward, open: open)
        let backward = destination(of: tags, .backward, open: open)
        return WayLabels(
            name: named?.1 ?? "",
            translated: named.map {
                TranslatedName(of: $0.1, under: $0.0, in: tags, keeping: languages)
            } ?? TranslatedName(),
            // Numbers are compared one by one, so their list is kept as one.
            reference: reference.lazy.map { Self.numbers($0, tags) }.first { !$0.isEmpty }?
                .joined(separator: ";") ?? "",
            forwardDestination: forward.text, backwardDestination: backward.text,
            forwardTranslated: forward.translated, backwardTranslated: backward.translated,
            laneSigns: WayLaneSigns(
                forward: laneSigns(of: tags, .forward, isOnly: open == .forward),
                backward: laneSigns(of: tags, .backward, isOnly: open == .backward)))
    }

    private static let sides = [[":left", ":right"], [":forward", ":backward"]]
    /// What mappers and imports write where there is no name.
    private static let noNames: Set = [
        "unnamed", "unnamed road", "unnamed street", "no name", "noname", "unknown", "fixme", "n/a",
        "?", "-",
    ]

    /// Returns what a key or its forms for sides and directions say; `nil` if that is nothing.
    private static func name(_ key: String, _ tags: TagSet) -> String? {
        if let text = tags[key].map(names), !text.isEmpty { return text }
        return sides.lazy.map { suffixes in
            distinct(suffixes.compactMap { tags[key + $0].map(names) }).filter { !$0.isEmpty }
        }
        .first { !$0.isEmpty }?.joined(separator: ", ")
    }

    /// Returns a list of names as text, without words for none.
    private static func names(_ text: String) -> String {
        TagList.parts(of: text).filter { !noNames.contains($0.lowercased()) }
            .joined(separator: ", ")
    }

    /// Returns the road numbers that a key or its forms for sides and directions state.
    private static func numbers(_ key: String, _ tags: TagSet) -> [String] {
        let own = TagList.parts(of: tags[key] ?? "")
        guard own.isEmpty else { return own }
        let texts = sides.lazy.map { $0.compactMap { tags[key + $0] } }.first { !$0.isEmpty }
        return distinct((texts ?? []).flatMap(TagList.parts))
    }

    /// Returns the tag that names a way with several names at once, as `key=value`.
    func nameList(of tags: TagSet) -> String? {
        guard let key = name.first(where: { tags[$0] != nil }), let text = tags[key],
            TagList.parts(of: text).count > 1
        else { return nil }
        return "\(key)=\(text)"
    }
}

/// The sign where a ramp leaves a highway.
struct ExitSign: Hashable, Sendable {
    /// The exit's number; may be empty.
    var number = ""
    /// The exit's name; may be empty.
    var name = ""
    /// Where the exit leads; may be empty.
    var destination = ""

    var isEmpty: Bool { number.isEmpty && name.isEmpty && destination.isEmpty }

    /// Joins the exit's number and name, as far as it has them.
    ///
    /// - Parameter own: The number on the ramp itself, which takes precedence.
    func title(ownNumber own: String = "") -> String {
        let number = own.isEmpty ? number : own
        let isRepeated = name.split(separator: " ").contains { $0 == number }
        return (isRepeated ? [name] : [number, name]).filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}

/// Reads the numbers and names of highway exits.
struct ExitReader: Sendable {
    /// The first of these keys present on a ramp is its exit's number.
    var wayKeys: [String] = []
    /// The nodes at which ramps leave highways.
    var nodeCondition = TagCondition.never
    /// The first of these keys present on such a node is the number of ramps without their own.
    var numberKeys: [String] = []
    /// The first of these keys present on such a node is the exit's name.
    var nameKeys: [String] = []
    /// The first of these keys present on such a node tells where ramps without signs lead.
    var destinationKeys: [String] = []

    /// Returns the exit number of a direction of a way; may be empty. If only one direction is
    /// open, a sign without a direction belongs to it.
    func number(of tags: TagSet, _ direction: LineDirection, open: OpenDirections) -> String {
        let isOnly = open != .both && open.includes(direction)
        return wayKeys.lazy.compactMap { key in
            isOnly ? tags.value(key, direction) : tags[key + direction.suffix]
        }.first.map(Self.numbers) ?? ""
    }

    /// What tags say of an exit that has no number or name.
    private static let noText: Set = ["none", "no", "-", "n/a"]
    /// Words for an exit before its number, which sentences have anyway.
    private static let words: Set = [
        "exit", "exits", "sortie", "ausfahrt", "uscita", "salida", "saída", "afrit", "afslag",
    ]

    /// Returns a list of numbers: `Exit 12A;13` as `12A, 13`.
    private static func numbers(_ text: String) -> String {
        TagList.parts(of: text).map { part in
            let found = part.split(separator: " ", maxSplits: 1)
            return found.count == 2 && words.contains(found[0].lowercased())
                ? String(found[1]) : part
        }.filter { !noText.contains($0.lowercased()) }.joined(separator: ", ")
    }

    /// Returns the exit that ramps take at a node.
    func sign(ofNode tags: TagSet) -> ExitSign {
        guard nodeCondition.holds(for: tags) else { return ExitSign() }
        func text(_ keys: [String]) -> String {
            let text = keys.lazy.compactMap { tags[$0] }.first.map(TagList.joined) ?? ""
            return Self.noText.contains(text.lowercased()) ? "" : text
        }
        return ExitSign(
            number: numberKeys.lazy.compactMap { tags[$0] }.first.map(Self.numbers) ?? "",
            name: text(nameKeys), destination: text(destinationKeys))
    }
}

/// Reads how long a crossing takes by its timetable.
struct Timetable: Sendable {
    var keys: [String] = []
    var condition = TagCondition.never
    /// From how many meters on a ferry without a timetable sails at which speed, in km/h; `nil` if
    /// its speed is the same everywhere.
    var openWater: (meters: Double, kilometersPerHour: Double)?
    /// The keys with the time from one departure to the next.
    var intervalKeys: [String] = []
    /// The longest time that anybody waits for a departure, in seconds.
    var longestWait = 0.0

    /// Returns the mean speed in km/h of a ferry without a timetable.
    ///
    /// - Parameters:
    ///   - slow: The speed near the shores, with what it waits and takes to land.
    ///   - meters: The length of the crossing.
    func speed(_ slow: Double, over meters: Double) -> Double {
        guard let openWater, meters > openWater.meters, slow > 0,
            slow < openWater.kilometersPerHour
        else { return slow }
        let rest = meters - openWater.meters
        return meters / (openWater.meters / slow + rest / openWater.kilometersPerHour)
    }

    func seconds(for tags: TagSet) -> Double? {
        guard condition.holds(for: tags) else { return nil }
        return keys.lazy.compactMap { tags[$0] }.compactMap { Measure.seconds($0) }.first
    }

    /// Returns the seconds that one waits for a departure on average; `nil` if the tags do not say.
    func waitSeconds(for tags: TagSet) -> Double? {
        guard condition.holds(for: tags) else { return nil }
        return intervalKeys.lazy.compactMap { tags[$0] }.compactMap { Measure.seconds($0) }.first
            .map { min($0 / 2, longestWait) }
    }

    /// Returns tags with unreadable durations, as `key=value`.
    func unread(in tags: TagSet) -> [String] {
        guard condition.holds(for: tags) else { return [] }
        return keys.compactMap { key in
            tags[key].flatMap { Measure.seconds($0) == nil ? "\(key)=\($0)" : nil }
        }
    }
}

/// Reads a descriptor's code.
enum DescriptorReader: Sendable {
    case roadClass
    /// The index of a label; 0 is "unknown".
    case label([Rule<UInt8>])
    /// The posted limit in km/h along the drawn line, otherwise against it; 0 if there is none.
    case speedLimit(keys: [String])
    /// A count; 255 stands for 255 and more, 0 for unknown.
    case count(keys: [String])

    func code(for tags: TagSet, _ roadClass: RoadClass, _ limits: SpeedLimitReader) -> UInt8 {
        switch self {
        case .roadClass:
            return roadClass.rawValue
        case .label(let rules):
            return rules.firstValue(for: tags) ?? 0
        case .speedLimit(let keys):
            let forward = limits.limit(under: keys, for: tags, .forward)
            return forward != 0 ? forward : limits.limit(under: keys, for: tags, .backward)
        case .count(let keys):
            let count = keys.lazy.compactMap { tags[$0] }.compactMap { Double($0) }
                .first { $0 >= 0 }
            return UInt8(min(255, (count ?? 0).rounded()))
        }
    }
}
