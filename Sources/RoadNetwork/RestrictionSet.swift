// The restrictions of a request, with what they include and what they stand for.

import DataStructures
import Synchronization

/// The restrictions that some names mean on a network.
package struct RestrictionSet: Sendable {
    /// The named restrictions in their order, then those that they include, which are added to a
    /// request of itself: the direction rule of its vehicles. Every one once.
    package let restrictions: [RestrictionAttribute]
    /// The restrictions that these stand for under the access restrictions among them, each with
    /// the one that was named, whose parameter values it takes.
    package let effective: [(restriction: RestrictionAttribute, named: RestrictionAttribute)]
    /// The vehicles of those in effect.
    package let vehicles: VehicleKinds
    /// Whether an access restriction is among them.
    package let hasAccess: Bool

    /// - Parameter names: Names in any case; one that is given twice counts once.
    /// - Returns: `nil` when a name is not known.
    fileprivate init?(_ names: [String], in description: NetworkDescription) {
        var named: [RestrictionAttribute] = []
        for name in names {
            guard let restriction = description.namedRestriction(name) else { return nil }
            if named.contains(where: { $0.bit == restriction.bit }) { continue }
            named.append(restriction)
        }
        description.addImplied(to: &named)
        restrictions = named
        let effective = description.effective(named)
        self.effective = effective
        vehicles = effective.reduce(into: VehicleKinds()) { kinds, found in
            if let keys = found.restriction.vehicles { kinds.formUnion(VehicleKinds(keys)) }
        }
        hasAccess = description.families.contains { family in
            description.accessRestrictions(of: family)
                .contains { name in effective.contains { $0.restriction.name == name } }
        }
    }
}

/// The restriction sets that requests have named: most name those of a travel mode.
final class RestrictionSets: Sendable {
    /// Each request may name others, so that few are kept, by their names.
    private let known = Mutex(BoundedCache<[String], RestrictionSet>(budget: 10_000))

    /// The set of some names; `nil` when one is not known.
    ///
    /// - Complexity: O(*n*) in the names for a set that was asked for before, O(*n* *m*) in the
    ///   restrictions of the network for another.
    func find(_ names: [String], in description: NetworkDescription) -> RestrictionSet? {
        if let found = known.withLock({ $0.find(names) }) { return found }
        guard let set = RestrictionSet(names, in: description) else { return nil }
        known.withLock { $0.keep(set, for: names, size: names.count + 1) }
        return set
    }
}

extension NetworkDataset {
    /// The restrictions that some names mean here; `nil` when a name is not known.
    package func restrictionSet(named names: [String]) -> RestrictionSet? {
        restrictionSets.find(names, in: description)
    }
}
