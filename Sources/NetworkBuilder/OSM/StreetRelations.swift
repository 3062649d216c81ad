// Houses whose street a relation names.

/// Gives houses without a street the street of their relation (`type=associatedStreet`,
/// `type=street`), or else the village whose houses are numbered without streets.
struct StreetRelations {
    private struct House {
        var id: Int64
        var isWay: Bool
        /// The row of its entry.
        var row: Int
        /// The village's name as a row of texts; 0 for none.
        var village: UInt32
    }

    private struct Key: Hashable {
        var id: Int64
        var isWay: Bool
    }

    private struct Street {
        var stamp: EditStamp
        /// The row of its name; 0 if the relation names no street.
        var name: UInt32 = 0
        var houses: [Key] = []
    }

    private var houses: [House] = []
    private var streets: [Int64: Street] = [:]

    /// Adds a relation, if it names a street. If an id comes several times, the newest version
    /// counts.
    ///
    /// - Parameter remembersAll: Whether the input may hold several versions of a relation.
    mutating func add(
        _ relation: OSMObject, fileRank: Int, remembersAll: Bool, _ texts: inout TextRows
    ) {
        let name = Self.street(relation)
        guard !name.isEmpty || remembersAll else { return }
        var street = Street(stamp: relation.stamp(fileRank: fileRank))
        guard street.stamp > streets[relation.id]?.stamp ?? .none else { return }
        if !name.isEmpty {
            street.name = texts.row(of: name)
            street.houses = relation.members.compactMap(Self.house)
        }
        streets[relation.id] = street
    }

    /// Returns the name of a relation's street; an empty text if it names none.
    private static func street(_ relation: OSMObject) -> String {
        guard !relation.isDeleted, relation.isTagged else { return "" }
        let tags = relation.tags
        guard ["associatedstreet", "street"].contains(tags["type"]?.lowercased() ?? "") else {
            return ""
        }
        return NamedTags.plain(tags["name"] ?? tags["addr:street"] ?? "")
    }

    private static func house(_ member: OSMMember) -> Key? {
        guard ["house", "address", "addr"].contains(member.role),
            member.kind == .nodes || member.kind == .ways
        else { return nil }
        return Key(id: member.id, isWay: member.kind == .ways)
    }

    /// Returns the name of each house's street. If several relations have a house, the one edited
    /// last counts.
    private func names() -> [Key: UInt32] {
        var names: [Key: UInt32] = [:]
        let inOrder = streets.sorted { ($0.value.stamp, $0.key) < ($1.value.stamp, $1.key) }
        for (_, street) in inOrder {
            for house in street.houses { names[house] = street.name }
        }
        return names
    }

    /// Remembers a house without a street.
    mutating func addHouse(_ id: Int64, isWay: Bool, row: Int, village: UInt32) {
        houses.append(House(id: id, isWay: isWay, row: row, village: village))
    }

    /// Gives each house its street: from a relation; otherwise from a line of numbers; otherwise it
    /// is the village.
    func apply(to entries: inout [NameCollection.Entry]) {
        let names = names()
        for house in houses {
            if let street = names[Key(id: house.id, isWay: house.isWay)] {
                entries[house.row].street = street
            } else if entries[house.row].street == 0 {
                entries[house.row].street = house.village
            }
        }
    }
}
