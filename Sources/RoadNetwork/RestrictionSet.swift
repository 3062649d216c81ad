// Looks up restrictions by name, with what they include and what replaces them.

import DataStructures
import Synchronization

/// What a list of restriction names means on a network.
package struct RestrictionSet: Sendable {
    /// The named restrictions in order, followed by those they include, such as a vehicle's
    /// direction rule. Each occurs once.
    package let restrictions: [RestrictionAttribute]
    /// The restrictions in effect under the access restrictions among them. Each comes with the
    /// named restriction, whose parameter values apply to it.
    package let effective: [(restriction: RestrictionAttribute, named: RestrictionAttribute)]
    /// The vehicles of the restrictions in effect.
    package let vehicles: VehicleKinds
    /// Whether an access restriction is among them.
    package let hasAccess: Bool

    /// - Parameter names: Names in any case; repeated names count once.
    /// - Returns: `nil` if a name is unknown.
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

/// Caches restriction sets by their names, since most requests name a travel mode's set.
final class RestrictionSets: Sendable {
    /// Bounded, because every request may name another set.
    private let known = Mutex(BoundedCache<[String], RestrictionSet>(budget: 10_000))

    /// Returns the set for some names; `nil` if one is unknown.
    ///
    /// - Complexity: O(*n*) in the names for a set that was asked for before, otherwise O(*n* *m*)
    ///   with *m* restrictions in the network.
    func find(_ names: [String], in description: NetworkDescription) -> RestrictionSet? {
        if let found = known.withLock({ $0.find(names) }) { return found }
        guard let set = RestrictionSet(names, in: description) else { return nil }
        known.withLock { $0.keep(set, for: names, size: names.count + 1) }
        return set
    }
}

extension NetworkDataset {
    /// Returns the restrictions for some names; `nil` if one is unknown.
    package func restrictionSet(named names: [String]) -> RestrictionSet? {
        restrictionSets.find(names, in: description)
    }
}
