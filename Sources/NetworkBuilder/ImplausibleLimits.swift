// Limits on vehicles in the source that are implausible.

/// Tags of one key with numbers that no road has: they limit no vehicle.
public struct ImplausibleLimits: Codable, Hashable, Sendable {
    /// Tags that are quoted at most.
    static let mostExamples = 5

    /// The key, such as `maxheight`.
    public var key: String
    /// How many objects have such a tag.
    public var count: Int
    /// The first of them: the object and its tag.
    public var examples: [String]
}

extension ImplausibleLimits {
    /// The implausible limits of the roads and nodes of a network, by key.
    ///
    /// - Complexity: O(*n*) in the roads and the nodes that are not plain.
    static func found(in roads: RoadCollection, _ nodes: NodeTable) -> [ImplausibleLimits] {
        var found: [String: ImplausibleLimits] = [:]
        func note(_ tag: String, _ object: String) {
            let key = String(tag.prefix { $0 != "=" })
            var limits = found[key] ?? ImplausibleLimits(key: key, count: 0, examples: [])
            limits.count += 1
            if limits.examples.count < mostExamples { limits.examples.append("\(object): \(tag)") }
            found[key] = limits
        }
        if roads.rulings.contains(where: { !$0.implausibleLimits.isEmpty }) {
            for way in 0..<roads.wayCount {
                for tag in roads.rulings[Int(roads.wayRuling[way])].implausibleLimits {
                    note(tag, "way \(roads.wayIDs[way])")
                }
            }
        }
        let odd = nodes.rulings.filter { !$0.value.implausibleLimits.isEmpty }
        for (row, ruling) in odd.sorted(by: { $0.key < $1.key }) {
            for tag in ruling.implausibleLimits { note(tag, "node \(nodes.ids[row])") }
        }
        return found.values.sorted { $0.key < $1.key }
    }
}
