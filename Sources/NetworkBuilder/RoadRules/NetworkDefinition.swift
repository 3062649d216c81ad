// A network definition: the declared attributes of a network and the rules that read tags into
// them.

package import RoadNetwork

/// What a network has and how tags become it, read from a YAML file.
///
/// The attributes are in ``description``; the evaluators stand in arrays parallel to it. A new
/// attribute, another speed or another access rule is a change of the file, never of this code.
package struct NetworkDefinition: Sendable {
    /// The attributes, families and origin as the dataset will state them.
    package var description: NetworkDescription
    /// The driving side of roads for which the data does not show it; `nil` when none is declared.
    var drivingSide: DrivingSide?

    /// Road classes; a way for which none holds is not a road.
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
    /// Where speeds of built-up areas hold.
    var builtUp: BuiltUpRule

    /// For each stored cost column its speeds; `nil` for lengths.
    var speeds: [SpeedTable?]
    /// For each stored cost column its turn costs; `nil` where turns are free.
    package var turnCosts: [TurnCoefficients?]
    /// For each restriction attribute what flags an edge.
    var restrictions: [RestrictionEvaluator]
    /// For each limit attribute its keys.
    var limits: [LimitReader]
    /// The nodes on which limits count.
    var limitNodes: TagCondition
    /// For each descriptor attribute its code.
    var descriptors: [DescriptorReader]

    /// The keys of which one is on every road: others need not be examined.
    var roadKeys: Set<String> { Set(classes.flatMap { $0.condition.keys }) }
    /// The keys of which one is on every node that means something.
    var nodeKeys: Set<String> {
        let tagged = restrictions.flatMap { evaluator -> Set<String> in
            switch evaluator {
            case .tagged(_, let nodes), .perVehicle(_, let nodes): return nodes.keys
            case .access, .accessValue, .direction, .allOf, .limit: return []
            }
        }
        return Set(nodeFlags.flatMap { $0.condition.keys }).union(tagged)
            .union(exits.nodeCondition.keys).union(limits.flatMap(\.keys))
            .union(streetPoints.keys).union([Self.barrierKey])
    }

    /// The first direction rule of the first family, with its bit. It says whether a street has one
    /// direction only.
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
    /// The key by which a way states its driving side.
    static let drivingSideKey = "driving_side"
}

/// What sets the bit of a restriction on an edge.
enum RestrictionEvaluator: Sendable {
    /// The mode has no access.
    case access(AccessRule)
    /// The value of the deciding access tag is one of these.
    case accessValue(AccessRule, Set<String>)
    /// The direction is closed.
    case direction(DirectionRule)
    /// All restrictions with these bits close the direction.
    case allOf(UInt64)
    /// The tags of the way, or of a node at its end, say so.
    case tagged(ways: TagCondition, nodes: TagCondition)
    /// The vehicle's form of a key says so on the way, or one of these nodes is at its end and does
    /// not say otherwise.
    case perVehicle(ModeKey, nodes: TagCondition)
    /// The edge has a value of the limit attribute.
    case limit(Int)
}

/// Finds the names of a way.
struct LabelReader: Hashable, Sendable {
    /// The first key present gives the name.
    var name: [String]
    /// The first key present gives the road number.
    var reference: [String]
    /// The keys that together make the destination sign, in the order they are written on it.
    var destination: [String]
    /// The languages that names are kept in; `nil` for those that the data suggests.
    var languages: [String]?

    func labels(of tags: TagSet, open: OpenDirections) -> WayLabels {
        let named = name.lazy.compactMap { key in tags[key].map { (key, TagList.joined($0)) } }
            .first { !$0.1.isEmpty }
        let forward = destination(of: tags, .forward, open: open)
        let backward = destination(of: tags, .backward, open: open)
        return WayLabels(
            name: named?.1 ?? "",
            translated: named.map {
                TranslatedName(of: $0.1, under: $0.0, in: tags, keeping: languages)
            } ?? TranslatedName(),
            // Numbers are compared one by one; their list stays one.
            reference: TagList.parts(of: reference.lazy.compactMap { tags[$0] }.first ?? "")
                .joined(separator: ";"),
            forwardDestination: forward.text, backwardDestination: backward.text,
            forwardTranslated: forward.translated, backwardTranslated: backward.translated,
            laneSigns: WayLaneSigns(
                forward: laneSigns(of: tags, .forward, isOnly: open == .forward),
                backward: laneSigns(of: tags, .backward, isOnly: open == .backward)))
    }

    /// The tag that names a way when it has several names, `key=value`.
    func nameList(of tags: TagSet) -> String? {
        guard let key = name.first(where: { tags[$0] != nil }), let text = tags[key],
            TagList.parts(of: text).count > 1
        else { return nil }
        return "\(key)=\(text)"
    }
}

/// The signs where ramps leave a highway.
struct ExitSign: Hashable, Sendable {
    /// The number of the exit, or empty.
    var number = ""
    /// What the exit is called, or empty.
    var name = ""
    /// Where it leads, or empty.
    var destination = ""

    var isEmpty: Bool { number.isEmpty && name.isEmpty && destination.isEmpty }

    /// The number and the name of the exit, as far as there are any.
    ///
    /// - Parameter own: The number on a ramp itself, which comes before that of the node.
    func title(ownNumber own: String = "") -> String {
        let number = own.isEmpty ? number : own
        let isRepeated = name.split(separator: " ").contains { $0 == number }
        return (isRepeated ? [name] : [number, name]).filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}

/// Finds the numbers and names of highway exits.
struct ExitReader: Sendable {
    /// The first key present on a ramp is the number of its exit.
    var wayKeys: [String] = []
    /// The nodes at which ramps leave highways.
    var nodeCondition = TagCondition.never
    /// The first key present on such a node is the number of ramps without one of their own.
    var numberKeys: [String] = []
    /// The first key present on such a node is the name of its exit.
    var nameKeys: [String] = []
    /// The first key present on such a node is where ramps without signs of their own lead.
    var destinationKeys: [String] = []

    /// The number of the exit that a direction of a way is, or empty. A sign without a direction
    /// belongs to the one direction that is open.
    func number(of tags: TagSet, _ direction: LineDirection, open: OpenDirections) -> String {
        let isOnly = open != .both && open.includes(direction)
        return wayKeys.lazy.compactMap { key in
            isOnly ? tags.value(key, direction) : tags[key + direction.suffix]
        }.first.map(TagList.joined) ?? ""
    }

    /// The exit that ramps take at a node.
    func sign(ofNode tags: TagSet) -> ExitSign {
        guard nodeCondition.holds(for: tags) else { return ExitSign() }
        func text(_ keys: [String]) -> String {
            keys.lazy.compactMap { tags[$0] }.first.map(TagList.joined) ?? ""
        }
        return ExitSign(
            number: text(numberKeys), name: text(nameKeys), destination: text(destinationKeys))
    }
}

/// Finds how long a crossing takes by its timetable.
struct Timetable: Sendable {
    var keys: [String] = []
    var condition = TagCondition.never

    func seconds(for tags: TagSet) -> Double? {
        guard condition.holds(for: tags) else { return nil }
        return keys.lazy.compactMap { tags[$0] }.compactMap { Measure.seconds($0) }.first
    }

    /// Tags with durations that cannot be read, `key=value`.
    func unread(in tags: TagSet) -> [String] {
        guard condition.holds(for: tags) else { return [] }
        return keys.compactMap { key in
            tags[key].flatMap { Measure.seconds($0) == nil ? "\(key)=\($0)" : nil }
        }
    }
}

/// Reads the code of a descriptor.
enum DescriptorReader: Sendable {
    /// The road class.
    case roadClass
    /// The position of a label; 0 is "unknown".
    case label([Rule<UInt8>])
    /// The posted limit in km/h along the direction of drawing, else against it; 0 without any.
    case speedLimit(keys: [String])
    /// A count, 255 and more as 255, 0 unknown.
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
