// Route fields an answer has on request only: handles, and alternatives' ranks.

package import Geo
package import PathFinding
import Preparation
import RoadNetwork
import RouteAPI

/// The route fields an answer has on request only.
///
/// Handles are a field so that every answer format and every feature client gets them. The class
/// does not declare the field, because other programs' layers could not hold its length.
package struct RouteFields {
    private let assembly: ResultAssembly
    private let hasHandles: Bool
    private let hasRanks: Bool

    package init(of assembly: ResultAssembly) {
        self.assembly = assembly
        hasHandles = assembly.request.effective.value(\.service.returnRouteHandle) ?? false
        hasRanks = assembly.found.routes.contains { $0.alternativeRank != nil }
    }

    /// The fields, in the order of ``values(of:)``.
    package var fields: [Field] {
        (hasHandles ? [Field("RouteHandle", .string, length: RouteHandle.maximumLength)] : [])
            + (hasRanks ? [Field("AlternativeRank", .integer)] : [])
    }

    /// Returns a route's values for ``fields``.
    package func values(of route: SolvedRoute) -> [AttributeValue] {
        var values: [AttributeValue] = []
        if hasHandles { values.append(handle(of: route).map { .string($0) } ?? .null) }
        if hasRanks { values.append(route.alternativeRank.map { .integer($0) } ?? .null) }
        return values
    }

    /// Warnings about routes too long for a handle.
    var messages: [Message] {
        guard hasHandles else { return [] }
        // A handle takes a few bytes for each element and vertex, so short routes need no second
        // writing.
        return assembly.found.routes.filter { route in
            route.legs.reduce(0) { $0 + $1.path.elements.count } > Self.surelyShort
                && handle(of: route) == nil
        }.map { route in
            Message(
                .warning,
                "Route \"\(route.name)\" has no RouteHandle: it would be longer than "
                    + "\(RouteHandle.maximumLength) characters. Fewer stops or a shorter route "
                    + "have one.")
        }
    }

    /// Routes with fewer elements always have handles: an element has at most a hundred vertices on
    /// average, at nine bytes each.
    private static let surelyShort = 800

    private func handle(of route: SolvedRoute) -> String? {
        RouteHandle(of: route, assembly.prepared, on: assembly.network).text(on: assembly.network)
    }
}
