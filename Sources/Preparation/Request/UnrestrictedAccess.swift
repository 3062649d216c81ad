// The warning about a request without an access restriction.

import RoadNetwork
import RouteAPI
import RoutingEngine

/// A request without an access restriction: it may use every street of its family.
struct UnrestrictedAccess {
    private let family: String
    /// The family's access restrictions.
    private let access: [String]
    private let keepsDirections: Bool

    /// Returns `nil` if the settings have an access restriction.
    init?(_ settings: TravelSettings, on description: NetworkDescription) {
        guard !settings.restrictsAccess else { return nil }
        let family = description.families[settings.key.family]
        self.family = family.name
        access = description.accessRestrictions(of: family)
        let direction = family.directionRestriction.flatMap { description.restriction(named: $0) }
        keepsDirections = direction.map { settings.key.prohibitingMask & $0.mask != 0 } ?? false
    }

    /// A warning saying what the routes ignore, and names the restrictions that would change it.
    var message: Message {
        let known = access.map { "\"\($0)\"" }.joined(separator: ", ")
        let directions = keepsDirections ? "" : ", also against one-way directions"
        return Message(
            .warning,
            "No access restriction is active: routes may use every street that is open to any "
                + "traffic of the family \"\(family)\"\(directions). Name one of the access "
                + "restrictions in restrictionAttributeNames: \(known).")
    }
}
