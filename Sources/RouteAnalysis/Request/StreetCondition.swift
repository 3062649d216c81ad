// Which streets of the network's source a request's inputs may be placed on.

import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine

/// An SQL condition on the streets of a network.
///
/// Streets have the fields `OBJECTID` (what `SourceOID` names), `Name`, `Reference`, and every
/// attribute of the network by its name: a cost is its value along the drawn line, a restriction is
/// 1 where it bars a direction and 0 elsewhere, a descriptor is its code and its label in one.
/// Names match without regard to case, blanks and underscores: `ROAD_CLASS` is `RoadClass`.
struct StreetCondition: Sendable {
    private enum Source: Sendable {
        case id, name, reference
        case cost(Int)
        case restriction(UInt64)
        case descriptor(Int)
    }

    private let clause: WhereClause
    private let network: NetworkDataset
    /// By the field's name as the condition has it.
    private var sources: [String: Source] = [:]

    /// Reads a condition.
    ///
    /// - Throws: An error that says where the condition cannot be read, or names the field that
    ///   streets do not have, and those they have.
    init(_ text: String, on network: NetworkDataset) throws(RouteRequestError) {
        self.network = network
        do throws(WhereError) {
            clause = try WhereClause(text)
        } catch {
            throw Self.refusal(text, "\(error)")
        }
        let known = Self.fields(of: network.description)
        for field in clause.fields {
            let folded = Self.folded(field)
            guard let found = known.first(where: { Self.folded($0.name) == folded }) else {
                throw Self.refusal(
                    text,
                    "streets have no field \"\(field)\". "
                        + NearestName.sentences(for: field, among: known.map(\.name)))
            }
            sources[field] = found.source
        }
    }

    private static func refusal(_ text: String, _ problem: String) -> RouteRequestError {
        .invalidParameter(
            "locateSettings", "the condition \"\(text.prefix(200))\" cannot be judged: \(problem)")
    }

    private static func fields(
        of description: NetworkDescription
    ) -> [(name: String, source: Source)] {
        [("OBJECTID", .id), ("Name", .name), ("Reference", .reference)]
            + description.costs.indices.map { (description.costs[$0].name, .cost($0)) }
            + description.descriptors.indices.map {
                (description.descriptors[$0].name, .descriptor($0))
            }
            + description.restrictions.map { ($0.name, .restriction($0.mask)) }
    }

    private static func folded(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != " " }
    }

    /// Whether inputs may be placed on a street.
    func holds(segment: Int) -> Bool {
        clause.holds { sources[$0].map { value($0, segment) } ?? .null }
    }

    private func value(_ source: Source, _ segment: Int) -> WhereValue {
        let edge = EdgeID(row: UInt32(2 * segment))
        switch source {
        case .id: return .number(Double(2 * segment))
        case .name: return Self.text(network.streetName(of: edge))
        case .reference: return Self.text(network.reference(of: edge))
        case .cost(let position):
            let cost = network.description.costs[position]
            let quanta = network.costs[cost.column][edge.row]
            guard quanta != SearchCost.closed else { return .null }
            return .number(Double(quanta) * cost.unitsPerQuantum)
        case .restriction(let mask):
            let bits =
                network.edgeRestrictions[edge.row] | network.edgeRestrictions[edge.twin.row]
            return .number(bits & mask != 0 ? 1 : 0)
        case .descriptor(let position):
            let code = network.descriptors[position][segment]
            let labels = network.description.descriptors[position].labels
            guard Int(code) < labels.count else { return .number(Double(code)) }
            return .coded(Double(code), labels[Int(code)])
        }
    }

    private static func text(_ text: String) -> WhereValue { text.isEmpty ? .null : .text(text) }
}
