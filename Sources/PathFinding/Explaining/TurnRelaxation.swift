// Turn restrictions as a cause, and walking, to which they do not apply.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

extension RelaxationTable {
    /// The most junctions a sentence names.
    private static let mostJunctions = 4
    /// The longest walk to suggest, in meters.
    static let farthestWalkMeters = 5_000.0

    /// Ignores turn restrictions.
    var turnRules: Relaxation {
        Relaxation(
            cause: .turnRestrictions, claim: "every path is closed by turn restrictions",
            remedy: "", isAdvised: false, ignoresTurnRules: true
        ) { _ in nil }
    }

    /// Claims that some forbidden turns close every path; names their streets and places.
    func claim(of turns: [TurnCut.Turn]) -> String {
        var junctions: [NodeID] = []
        var texts: [NodeID: [String]] = [:]
        for turn in turns {
            let node = network.head(of: turn.from)
            let text = "from \(street(turn.from)) into \(street(turn.to))"
            if texts[node] == nil { junctions.append(node) }
            // If both carriageways have one name, say it once.
            if texts[node]?.contains(text) != true { texts[node, default: []].append(text) }
        }
        var parts = junctions.prefix(Self.mostJunctions).map { node in
            LabelList.joined(texts[node] ?? []) + " at \(place(of: node))"
        }
        let more = junctions.count - parts.count
        if more > 0 { parts.append("at \(more) more junction\(more == 1 ? "" : "s")") }
        guard !parts.isEmpty else { return turnRules.claim }
        return turnRules.claim + ": " + parts.joined(separator: ", ")
    }

    /// Names an edge's street, in quotes if it has a name.
    private func street(_ edge: EdgeID) -> String {
        let names = [network.streetName(of: edge), network.reference(of: edge)]
        return names.first { !$0.isEmpty }.map { "\"\($0)\"" } ?? "a street without a name"
    }

    /// Writes a junction as longitude and latitude, as on the command line.
    private func place(of node: NodeID) -> String {
        let place = network.coordinate(of: node)
        return [place.x, place.y].map { JSONValue.number(($0 * 1e5).rounded() / 1e5).text }
            .joined(separator: ",")
    }

    /// Returns a route's length in meters.
    func meters(of route: SolvedRoute) -> Double {
        route.legs.reduce(0) { sum, leg in
            sum
                + leg.path.elements.reduce(0) {
                    $0 + Double(network.lengthCentimeters(of: $1.edge)) / 100 * ($1.to - $1.from)
                }
        }
    }

    /// The travel modes on foot, for requests in other families.
    var walking: [Relaxation] {
        let family = request.settings.key.family
        return layer.travelModes.filter { mode in
            mode.type == "WALK" && description(ofFamilyOf: mode).map { $0 != family } ?? false
        }.prefix(1).map { mode in
            Relaxation(
                cause: .restrictedEdgesOnly, claim: "",
                remedy: "the travel mode \"\(mode.name)\""
            ) { _ in .parameter("travelMode", .string(mode.name)) }
        }
    }

    /// Returns the family that declares the mode's access restriction.
    private func description(ofFamilyOf mode: TravelMode) -> Int? {
        network.description.families.firstIndex { family in
            network.description.accessRestrictions(of: family)
                .contains(where: mode.restrictionAttributeNames.contains)
        }
    }
}
