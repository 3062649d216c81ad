// Changes JSON but keeps it JSON, so the change reaches readers of the values.

import DataStructures
import Geo
import RouteTesting

/// One change somewhere in a tree.
struct TreeChange {
    private static let odd: [JSONValue] = [
        nil, true, false, 0, -0.0, -1, 1e308, .number(.leastNonzeroMagnitude), 0x1p53, 9.3e18, "",
        "NaN", "null", "-1e400",
        [], [nil], [[]], [[[]]], [1], [1, "2"], .object(JSONObject()), ["x": "NaN"], ["x": 1e308],
        "\u{0}", "🚗", .string(String(repeating: "a", count: 5_000)),
        .array(Array(repeating: 0, count: 300)),
    ]

    let trees: [JSONValue]
    private var isDone = false

    init(trees: [JSONValue]) { self.trees = trees }

    /// A tree as text, with one or two changes.
    mutating func text(of tree: JSONValue, _ random: inout SeededGenerator) -> [UInt8] {
        var tree = tree
        for _ in 0..<(1 + random.below(3)) {
            isDone = false
            tree = changed(tree, &random)
        }
        var writer = JSONWriter()
        writer.value(tree)
        return writer.bytes
    }

    /// Descends at random, and changes something on the path or at its end.
    private mutating func changed(
        _ value: JSONValue, _ random: inout SeededGenerator
    ) -> JSONValue {
        if random.chance(0.12) { return replacement(of: value, &random) }
        switch value {
        case .array(var items) where !items.isEmpty:
            let place = random.below(items.count)
            switch random.below(8) {
            case 0: items.remove(at: place)
            case 1: items.insert(items[random.below(items.count)], at: place)
            case 2: items += Array(repeating: items[place], count: random.below(40))
            default: items[place] = changed(items[place], &random)
            }
            return .array(items)
        case .object(let object) where !object.members.isEmpty:
            var members = object.members.map { ($0.key, $0.value) }
            let place = random.below(members.count)
            switch random.below(8) {
            case 0: members.remove(at: place)
            case 1: members[place].0 = members[random.below(members.count)].0
            case 2: members.insert((members[place].0.uppercased(), members[place].1), at: 0)
            default: members[place].1 = changed(members[place].1, &random)
            }
            return .object(JSONObject(members.map { (key: $0.0, value: $0.1) }))
        default: return replacement(of: value, &random)
        }
    }

    private func replacement(
        of value: JSONValue, _ random: inout SeededGenerator
    ) -> JSONValue {
        switch random.below(4) {
        case 0: return .array([value])
        case 1:
            // A part of any tree.
            var part = trees[random.below(trees.count)]
            while random.chance(0.8) {
                if let items = part.array, !items.isEmpty {
                    part = items[random.below(items.count)]
                } else if let members = part.object?.members, !members.isEmpty {
                    part = members[random.below(members.count)].value
                } else {
                    break
                }
            }
            return part
        default: return Self.odd[random.below(Self.odd.count)]
        }
    }
}
