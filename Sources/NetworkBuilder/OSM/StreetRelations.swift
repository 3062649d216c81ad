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
        var name: UInt32
    }

    private var houses: [House] = []
    private var streets: [Key: Street] = [:]

    /// Adds a relation, if it names a street.
    mutating func add(_ relation: OSMObject, fileRank: Int, _ texts: inout TextRows) {
        guard !relation.isDeleted, relation.isTagged else { return }
        let tags = relation.tags
        guard ["associatedstreet", "street"].contains(tags["type"]?.lowercased() ?? "") else {
            return
        }
        let name = NamedTags.plain(tags["name"] ?? tags["addr:street"] ?? "")
        guard !name.isEmpty else { return }
        let stamp = relation.stamp(fileRank: fileRank)
        for member in relation.members where ["house", "address", "addr"].contains(member.role) {
            guard member.kind == .nodes || member.kind == .ways else { continue }
            let key = Key(id: member.id, isWay: member.kind == .ways)
            guard stamp > (streets[key]?.stamp ?? EditStamp.none) else { continue }
            streets[key] = Street(stamp: stamp, name: texts.row(of: name))
        }
    }

    /// Remembers a house without a street.
    mutating func addHouse(_ id: Int64, isWay: Bool, row: Int, village: UInt32) {
        houses.append(House(id: id, isWay: isWay, row: row, village: village))
    }

    /// Gives the houses their streets. That of a relation outranks that of a line of numbers, which
    /// they may have, and this the village.
    func apply(to entries: inout [NameCollection.Entry]) {
        for house in houses {
            let street = streets[Key(id: house.id, isWay: house.isWay)]
            if let street {
                entries[house.row].street = street.name
            } else if entries[house.row].street == 0 {
                entries[house.row].street = house.village
            }
        }
    }
}
