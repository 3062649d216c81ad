// The requests of a batch without their stops: one plan for all routes, or one for each driver.

import DataStructures
import Geo
package import RouteAPI

/// The plans for all routes of a batch.
///
/// Each driver's row becomes a plan, once, before any route is searched: the travel settings with
/// the driver's vehicle, the shift on local clocks, the break and the current time. If a row has a
/// bad cell, or its vehicle a wrong setting, the plan is a failure instead, which ``plan(for:)``
/// throws for that driver's route alone. Without drivers, all routes share ``usual``.
package struct RoutePlans: Sendable {
    /// The plan for routes without drivers.
    package let usual: RoutePlan
    private let drivers: Drivers?
    private let plans: [RouteNameKey: Result<RoutePlan, GroupFailure>]
    /// The costs whose totals routes may have, if vehicles use different ones.
    package let costNames: Set<String>

    /// - Parameter plans: The plans of `drivers`, by their names.
    package init(
        usual: RoutePlan, drivers: Drivers?,
        plans: [RouteNameKey: Result<RoutePlan, GroupFailure>], costNames: Set<String>
    ) {
        self.usual = usual
        self.drivers = drivers
        self.plans = plans
        self.costNames = costNames
    }

    /// Returns the plan for a route.
    ///
    /// - Throws: `GroupFailure` if the route's driver has no row, or a row with a bad cell.
    package func plan(for name: String) throws(GroupFailure) -> RoutePlan {
        guard let drivers else { return usual }
        if let plan = plans[RouteNameKey(name)] { return try plan.get() }
        throw GroupFailure(
            "no-driver",
            "\(drivers.source) has no row whose \(DriverField.name.rawValue) is "
                + "\"\(name.excerpt(60))\". "
                + NearestName.sentences(for: name, among: drivers.all.prefix(20).map(\.name)))
    }
}
