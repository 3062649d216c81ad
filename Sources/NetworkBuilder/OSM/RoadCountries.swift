// Finds the country of each road, whose law limits speeds if no limit is posted.

import RoadNetwork

/// The country of every piece of road. A road's own tags name it (`DE:urban`); otherwise most roads
/// nearby do.
struct RoadCountries {
    /// How far to look for roads that name a country.
    private static let reachMeters = 50_000.0
    /// The weight of one road. All roads of a cell that name the same country weigh at most as much
    /// as four.
    private static let roadWeight = 0.25
    private static let enoughWeight = 3.0

    /// Country codes in lower case; the first is empty, for none.
    private(set) var names = [""]
    /// Each piece's country as a row in ``names``.
    private var rows: [UInt16] = []

    /// Finds the countries.
    ///
    /// - Complexity: O(*n*) in pieces and roads, with one tree look-up per cell.
    init(_ roads: RoadCollection, _ nodes: NodeTable, _ pieces: RoadPieces, nodeRows: [UInt32]) {
        let stated = roads.rulings.map(\.country)
        guard stated.contains(where: { !$0.isEmpty }) else { return }
        names += Set(stated).subtracting([""]).sorted().prefix(Int(UInt16.max) - 1)
        let rowOf = Dictionary(uniqueKeysWithValues: zip(names, UInt16(0)...))
        func row(ofWay way: Int) -> UInt16 {
            rowOf[stated[Int(roads.wayRuling[way])]] ?? 0
        }
        var near = VotedMap(
            Self.votes(roads, nodes, nodeRows: nodeRows, row), reachMeters: Self.reachMeters,
            enoughWeight: Self.enoughWeight)
        rows = pieces.pieces.map { piece in
            let own = row(ofWay: Int(piece.way))
            if own != 0 { return own }
            return near.value(
                near: nodes.place(Int(nodeRows[(piece.first + piece.last) / 2]))) ?? 0
        }
    }

    /// Returns a piece's country in lower case; may be empty.
    func country(ofPiece index: Int) -> String { rows.isEmpty ? "" : names[Int(rows[index])] }

    /// Returns one vote per cell and country, in a fixed order.
    private static func votes(
        _ roads: RoadCollection, _ nodes: NodeTable, nodeRows: [UInt32], _ row: (Int) -> UInt16
    ) -> [PlacedVote<UInt16>] {
        struct Key: Hashable {
            var cell: UInt64
            var country: UInt16
        }
        var votes: [PlacedVote<UInt16>] = []
        var known: [Key: Int] = [:]
        for way in 0..<roads.wayCount {
            let country = row(way)
            guard country != 0 else { continue }
            let present = roads.nodeRange(ofWay: way).map { Int(nodeRows[$0]) }
                .filter { nodes.isPresent($0) }
            guard !present.isEmpty else { continue }
            let place = nodes.place(present[present.count / 2])
            let key = Key(cell: VotedMap<UInt16>.cell(place), country: country)
            if let index = known[key] {
                votes[index].weight = min(1, votes[index].weight + roadWeight)
            } else {
                known[key] = votes.count
                votes.append(
                    PlacedVote(
                        value: country, place: PlacedVote<UInt16>.place(place), weight: roadWeight))
            }
        }
        return votes
    }
}
