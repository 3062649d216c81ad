// When two values of RouteName mean one route.

import Geo

/// A route's name as names are compared: in any case, without surrounding white space.
///
///     RouteNameKey("Ann") == RouteNameKey("ANN ")    // true
///
/// Answers keep the first spelling. Tables of stops come from several hands; a driver who is "Ann"
/// in one row and "ANN" in another has one route, not two.
package struct RouteNameKey: Hashable, Comparable, Sendable {
    private let text: String

    package init(_ name: String) { text = name.trimmingBlanks.lowercased() }

    /// Whether the name has no visible character, which means no route.
    package var isEmpty: Bool { text.isEmpty }

    package static func < (a: RouteNameKey, b: RouteNameKey) -> Bool { a.text < b.text }
}
