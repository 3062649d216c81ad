// The colors of routes and barriers, in pictures, reports and the styles of GIS programs.

/// The colors of routes, without red, which is the color of barriers and of what is late.
package enum RouteColor {
    /// The colors, which routes have in turns.
    package static let all = ["#0b5cad", "#7a3fc4", "#0a6b4e", "#8f4a00", "#a3195b"]
    /// The color of barriers.
    package static let barrier = "#b3151f"

    /// The color of a route.
    ///
    /// - Parameter number: The place of the route among all, from 0.
    package static func color(ofRoute number: Int) -> String {
        all[max(0, number) % all.count]
    }
}
