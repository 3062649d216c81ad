// Finds the country of each road, whose law limits speeds if no limit is posted.

import RoadNetwork

/// The country of every piece of road. A road's own tags name it (`DE:urban`); otherwise most roads
/// nearby do. Where none does and most limits nearby are in miles per hour, the driving side tells.
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
    /// - Parameters:
    ///   - sides: The driving side of each piece.
    ///   - miles: The countries with limits in miles per hour; `nil` to take none for that.
    /// - Complexity: O(*n*) in pieces and roads, with one tree look-up per cell.
    init(
        _ roads: RoadCollection, _ nodes: NodeTable, _ pieces: RoadPieces, nodeRows: [UInt32],
        sides: DrivingSides, miles: MilesCountries?
    ) {
        let stated = roads.rulings.map(\.country)
        let isInMiles = roads.rulings.map(\.hasLimitInMiles)
        let miles = isInMiles.contains(true) ? miles : nil
        guard miles != nil || stated.contains(where: { !$0.isEmpty }) else { return }
        let all = Set(stated + (miles.map { [$0.right, $0.left] } ?? []))
        names += all.subtracting([""]).sorted().prefix(Int(UInt16.max) - 1)
        let rowOf = Dictionary(uniqueKeysWithValues: zip(names, UInt16(0)...))
        func row(ofWay way: Int) -> UInt16 {
            rowOf[stated[Int(roads.wayRuling[way])]] ?? 0
        }
        func map<Value>(_ value: (Int) -> Value?) -> VotedMap<Value> {
            VotedMap(
                Self.votes(roads, nodes, nodeRows: nodeRows, value), reachMeters: Self.reachMeters,
                enoughWeight: Self.enoughWeight)
        }
        var near = map { way -> UInt16? in
            let country = row(ofWay: way)
            return country == 0 ? nil : country
        }
        var units = map { way in miles == nil ? nil : isInMiles[Int(roads.wayRuling[way])] }
        rows = pieces.pieces.enumerated().map { index, piece in
            let own = row(ofWay: Int(piece.way))
            if own != 0 { return own }
            let place = nodes.place(Int(nodeRows[(piece.first + piece.last) / 2]))
            if let country = near.value(near: place) { return country }
            guard let miles, units.value(near: place) == true else { return 0 }
            return rowOf[sides.keepsLeft[index] ? miles.left : miles.right] ?? 0
        }
    }

    /// Returns a piece's country in lower case; may be empty.
    func country(ofPiece index: Int) -> String { rows.isEmpty ? "" : names[Int(rows[index])] }

    /// Returns one vote per cell and value, in a fixed order.
    ///
    /// - Parameter value: What a way says; `nil` for nothing.
    private static func votes<Value: Hashable>(
        _ roads: RoadCollection, _ nodes: NodeTable, nodeRows: [UInt32], _ value: (Int) -> Value?
    ) -> [PlacedVote<Value>] {
        var votes: [PlacedVote<Value>] = []
        var known: [VoteKey<Value>: Int] = [:]
        for way in 0..<roads.wayCount {
            guard let value = value(way) else { continue }
            let present = roads.nodeRange(ofWay: way).map { Int(nodeRows[$0]) }
                .filter { nodes.isPresent($0) }
            guard !present.isEmpty else { continue }
            let place = nodes.place(present[present.count / 2])
            let key = VoteKey(cell: VotedMap<Value>.cell(place), value: value)
            if let index = known[key] {
                votes[index].weight = min(1, votes[index].weight + roadWeight)
            } else {
                known[key] = votes.count
                votes.append(
                    PlacedVote(
                        value: value, place: PlacedVote<Value>.place(place), weight: roadWeight))
            }
        }
        return votes
    }
}

/// Identifies equal votes by roads in one cell.
private struct VoteKey<Value: Hashable>: Hashable {
    var cell: UInt64
    var value: Value
}
