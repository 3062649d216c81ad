// Finds the street each lane leads to at a junction, so the sign over the lane becomes the street's
// sign.

import RoadNetwork

/// Gives streets without a sign the sign over the lanes leading into them.
///
/// If the lanes have arrows, each arrow belongs to a street of the junction. If not, neighboring
/// lanes with equal signs lead together, and all lanes lead onward in order.
struct BranchSigns {
    /// An arrow does not mean a street farther from it than this.
    private static let arrowDegrees = 60.0
    /// Lanes never lead into streets that turn back beyond this.
    private static let mostDegrees = 150.0
    /// Lanes without arrows lead onward within this angle.
    private static let onwardDegrees = 60.0

    /// A street that leaves the junction.
    private struct Branch {
        let edge: UInt32
        /// The change of direction; positive to the right.
        let degrees: Double
    }

    /// Copies the signs over lanes to the streets the lanes lead into.
    ///
    /// - Parameter prohibitions: Turns prohibited at all times lead nowhere.
    /// - Complexity: O(*d*²) for each edge with signs over lanes, at a node of degree *d*.
    static func add(to contents: inout NetworkContents, _ prohibitions: [TurnProhibition]) {
        guard !contents.laneSigns.isEmpty else { return }
        let forbidden = Set(prohibitions.lazy.filter { $0.condition == nil }.map(\.edges))
        var rows: [String: UInt32] = [:]
        for (edge, lanes) in contents.laneSigns {
            let branches = branches(after: edge, contents, forbidden)
            guard branches.count > 1 else { continue }
            for (branch, sign) in zip(branches, signs(lanes, after: edge, branches, contents))
            where !sign.isEmpty && contents.edgeDestination[Int(branch.edge)] == 0 {
                let text = LabelReader.distinct(sign).joined(separator: ", ")
                let row = rows[text] ?? contents.addName(text)
                rows[text] = row
                contents.edgeDestination[Int(branch.edge)] = row
            }
        }
        contents.laneSigns = []
    }

    /// Returns the streets open after an edge, from left to right.
    private static func branches(
        after edge: UInt32, _ contents: NetworkContents, _ forbidden: Set<[UInt32]>
    ) -> [Branch] {
        let family = contents.description.families.first
        let closed =
            family?.directionRestriction
            .flatMap { contents.description.restriction(named: $0)?.mask } ?? 0
        let arrival = Int(contents.edgeArriveBearing[Int(edge)])
        return contents.edges(leaving: contents.edgeHead[Int(edge)]).compactMap { branch in
            guard branch / 2 != edge / 2, contents.edgeFamilies[Int(branch)] & 1 != 0,
                contents.edgeRestrictions[Int(branch)] & closed == 0,
                !forbidden.contains([edge, branch])
            else { return nil }
            let turned = (Int(contents.edgeDepartBearing[Int(branch)]) - arrival + 54_000) % 36_000
            let degrees = Double(turned - 18_000) / 100
            return abs(degrees) <= mostDegrees ? Branch(edge: branch, degrees: degrees) : nil
        }.sorted { ($0.degrees, $0.edge) < ($1.degrees, $1.edge) }
    }

    private static func signs(
        _ lanes: [[String]], after edge: UInt32, _ branches: [Branch], _ contents: NetworkContents
    ) -> [[String]] {
        let turns = contents.lanes(of: edge)
        if turns.count == lanes.count, turns.contains(where: \.hasArrows) {
            return arrows(of: branches, on: turns).map { arrow in
                arrow.map { sign(of: $0, turns, lanes) } ?? []
            }
        }
        let groups = lanes.reduce(into: [[String]]()) { if $0.last != $1 { $0.append($1) } }
        let isOnward = branches.allSatisfy { abs($0.degrees) <= onwardDegrees }
        return isOnward && groups.count == branches.count ? groups : branches.map { _ in [] }
    }

    /// Returns the arrow that leads to each branch; `nil` if none does.
    private static func arrows(of branches: [Branch], on turns: [LaneTurns]) -> [LaneTurns?] {
        let arrows = LaneTurns.arrows(on: turns).filter { $0.turn != .reverse }
        func apart(_ branch: Branch, _ degrees: Double) -> Double { abs(branch.degrees - degrees) }
        if arrows.count == branches.count,
            zip(branches, arrows).allSatisfy({ apart($0, $1.degrees) <= arrowDegrees })
        {
            return arrows.map(\.turn)
        }
        return branches.map { branch in
            let nearest = arrows.min { apart(branch, $0.degrees) < apart(branch, $1.degrees) }
            guard let nearest, apart(branch, nearest.degrees) <= arrowDegrees,
                branches.allSatisfy({
                    $0.edge == branch.edge
                        || apart($0, nearest.degrees) > apart(branch, nearest.degrees)
                })
            else { return nil }
            return nearest.turn
        }
    }

    /// Returns what the lanes with an arrow say, without reserved ones. If some of them have no
    /// other arrow, only these count. Otherwise, drops what lanes that lead only elsewhere say too.
    private static func sign(
        of arrow: LaneTurns, _ turns: [LaneTurns], _ lanes: [[String]]
    ) -> [String] {
        let led = zip(turns, lanes).filter { !$0.0.contains(.reserved) }.map { turns, sign in
            (leads: turns.leads(arrow), isShared: LaneTurns.arrows(on: [turns]).count > 1, sign)
        }
        let own = led.filter { $0.leads && !$0.isShared }.flatMap(\.2)
        if !own.isEmpty { return own }
        let elsewhere = Set(led.filter { !$0.leads && !$0.isShared }.flatMap(\.2))
        return led.filter { $0.leads && $0.isShared }.flatMap(\.2)
            .filter { !elsewhere.contains($0) }
    }
}
