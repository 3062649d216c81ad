// The fields of routes that an answer has on request only: handles, and the rank of alternatives.

package import Geo
import RoadNetwork
import RouteAPI

/// The fields of routes that an answer has on request only.
///
/// A handle is a field, so that every format of an answer and every client that reads features has
/// it. It is not declared with the class: layers of other programs could not hold its length.
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

    /// The values of a route.
    package func values(of route: SolvedRoute) -> [AttributeValue] {
        var values: [AttributeValue] = []
        if hasHandles { values.append(handle(of: route).map { .string($0) } ?? .null) }
        if hasRanks { values.append(route.alternativeRank.map { .integer($0) } ?? .null) }
        return values
    }

    /// Warnings about routes that are too long for a handle.
    var messages: [Message] {
        guard hasHandles else { return [] }
        // A handle has a few bytes for each element and vertex; short routes need not be written
        // twice.
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

    /// Routes with fewer elements have handles: an element has a hundred vertices at most in the
    /// mean, of nine bytes.
    private static let surelyShort = 800

    private func handle(of route: SolvedRoute) -> String? {
        RouteHandle(of: route, assembly.prepared, on: assembly.network).text(on: assembly.network)
    }
}
