// Colors for routes and barriers, in pictures, reports and styles for GIS programs.

/// Route colors. Red is left out: it marks barriers and lateness.
package enum RouteColor {
    /// The colors, which routes take in turn.
    package static let all = ["#0b5cad", "#7a3fc4", "#0a6b4e", "#8f4a00", "#a3195b"]
    package static let barrier = "#b3151f"
}
