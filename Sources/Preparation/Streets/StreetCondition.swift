// A condition on the streets on which a request's inputs may be placed.

import DataStructures
import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine

/// An SQL condition on a network's streets.
///
/// Streets have the fields `OBJECTID` (what `SourceOID` names), `Name`, `Reference`, and every
/// network attribute by its name: a cost is its value along the drawn line, a restriction is 1 if
/// it bars a direction and 0 otherwise, a descriptor is both its code and its label. Names match
/// without regard to case, blanks and underscores: `ROAD_CLASS` is `RoadClass`.
struct StreetCondition: Sendable {
    private enum Source: Sendable {
        case id, name, reference
        case cost(Int)
        case restriction(UInt64)
        case descriptor(Int)
    }

    let clause: WhereClause
    private let network: NetworkDataset
    /// The sources by field name, as written in the condition.
    private var sources: [String: Source] = [:]

    /// Reads a condition.
    ///
    /// - Throws: An error saying where the condition cannot be read, or names a field that streets
    ///   do not have, with the nearest known field.
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
            "locateSettings",
            "the condition \"\(text.excerpt(200))\" cannot be evaluated: \(problem)")
    }

    private static func fields(
        of description: NetworkDescription
    ) -> [(name: String, source: Source)] {
        [("OBJECTID", .id), ("Name", .name), ("Reference", .reference)]
            + description.costs.indices.flatMap { position in
                description.costs[position].names.map { ($0, .cost(position)) }
            }
            + description.descriptors.indices.map {
                (description.descriptors[$0].name, .descriptor($0))
            }
            + description.namedRestrictions.map { ($0.name, .restriction($0.mask)) }
    }

    private static func folded(_ name: String) -> String {
        name.lowercased().filter { $0 != "_" && $0 != " " }
    }

    /// Whether inputs may be placed on a street.
    func holds(segment: Int) -> Bool {
        clause.holds { source(of: $0).map { value($0, segment) } ?? .null }
    }

    private func source(of field: String) -> Source? {
        if let source = sources[field] { return source }
        // The same field, written differently.
        let folded = Self.folded(field)
        return sources.first { Self.folded($0.key) == folded }?.value
    }

    /// Returns functions that map a street to a code for its value, one for each field in the
    /// condition; `nil` if most streets differ in some field, such as a length.
    ///
    /// Streets with the same codes give the same result.
    func codes() -> [(Int) -> UInt64]? {
        var codes: [(Int) -> UInt64] = []
        for source in sources.values {
            switch source {
            case .id, .cost: return nil
            case .name:
                let names = network.segmentName
                codes.append { UInt64(names[$0]) }
            case .reference:
                let references = network.segmentRef
                codes.append { UInt64(references[$0]) }
            case .restriction(let mask):
                let bits = network.edgeRestrictions
                codes.append { (bits[2 * $0] | bits[2 * $0 + 1]) & mask }
            case .descriptor(let position):
                let column = network.descriptors[position]
                codes.append { UInt64(column[$0]) }
            }
        }
        return codes
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
