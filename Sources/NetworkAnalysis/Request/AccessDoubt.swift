// What is said of a request that nobody in particular travels.

import RoadNetwork
import RouteAPI
import RoutingEngine

/// A request without an access restriction: it may use every street of its family.
struct AccessDoubt {
    private let family: ModeFamily
    private let keepsDirections: Bool

    /// The doubt about some settings, or `nil` where somebody's access is among them.
    init?(_ settings: TravelSettings, on description: NetworkDescription) {
        let isSomebodys = description.families.contains { family in
            family.accessRestrictions.contains(where: settings.restrictionNames.contains)
        }
        guard !isSomebodys else { return nil }
        family = description.families[settings.key.family]
        keepsDirections =
            family.directionRestriction.map(settings.restrictionNames.contains) ?? false
    }

    /// A warning that says what the routes ignore and what would keep them to it.
    var message: Message {
        let known = family.accessRestrictions.map { "\"\($0)\"" }.joined(separator: ", ")
        let directions = keepsDirections ? "" : ", against one-way directions too"
        return Message(
            .warning,
            "No access restriction is active: routes may use every street that any traveller of "
                + "the family \"\(family.name)\" may use\(directions). Name the kind of traveller "
                + "in restrictionAttributeNames: \(known).")
    }
}
