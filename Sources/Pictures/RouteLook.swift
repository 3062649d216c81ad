// Distinct looks for many routes in one picture: colors and patterns.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A route's look among many others: a color and a line pattern.
///
/// Up to five routes get the colors in ``RouteColor``. Beyond five there are 24 colors, twelve hues
/// in two lightnesses; from the 25th route on, patterns are added, and after 96 the looks repeat.
package struct RouteLook: Hashable, Sendable {
    /// The color on a light page: `#` and six hexadecimal digits.
    package let light: String
    /// The color on a dark page.
    package let dark: String
    /// The lengths of dashes and gaps; empty for a solid line.
    package let dashes: String

    /// How many distinct looks there are.
    package static let count = hues * lightnesses.count * patterns.count

    private static let hues = 12
    /// The lightness on a light page and on a dark page, and the chroma, in OKLCh.
    private static let lightnesses = [(0.44, 0.84, 0.13), (0.58, 0.68, 0.15)]
    private static let patterns = ["", "9 4", "2 4", "12 4 2 4"]
    /// Red means barriers and lateness, so routes use the other hues, in degrees.
    private static let hueRange = 50.0...350.0

    /// Makes a route's look among many.
    ///
    /// - Parameter number: The route's position among all, from 0.
    package init(ofRoute number: Int) {
        let number = max(0, number) % Self.count
        let color = number % (Self.hues * Self.lightnesses.count)
        // Consecutive routes get distant hues: 5 and 12 have no common factor.
        let step = Double(color * 5 % Self.hues) / Double(Self.hues - 1)
        let range = Self.hueRange
        let hue = range.lowerBound + step * (range.upperBound - range.lowerBound)
        let (low, high, chroma) = Self.lightnesses[color / Self.hues]
        light = Self.hexadecimal(lightness: low, chroma: chroma, hue: hue)
        dark = Self.hexadecimal(lightness: high, chroma: chroma * 0.8, hue: hue)
        dashes = Self.patterns[number / (Self.hues * Self.lightnesses.count)]
    }

    /// Converts an OKLCh color to sRGB, and reduces its chroma if sRGB cannot show it.
    ///
    /// Method: B. Ottosson, *A perceptual color space for image processing* (2020).
    private static func hexadecimal(lightness: Double, chroma: Double, hue: Double) -> String {
        var chroma = chroma
        while true {
            let parts = linear(lightness, chroma, hue)
            if chroma <= 0 || parts.allSatisfy({ (0...1).contains($0) }) {
                return "#" + parts.map(component).joined()
            }
            chroma -= 0.005
        }
    }

    /// Returns the linear red, green and blue components.
    private static func linear(_ lightness: Double, _ chroma: Double, _ hue: Double) -> [Double] {
        let angle = hue * .pi / 180
        let (a, b) = (chroma * cos(angle), chroma * sin(angle))
        func cube(_ root: Double) -> Double { root * root * root }
        let long = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
        let medium = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
        let short = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
        return [
            4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
            -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
            -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
        ]
    }

    /// Returns a linear component as two hexadecimal digits.
    private static func component(_ linear: Double) -> String {
        let part = min(max(linear, 0), 1)
        let value = part <= 0.0031308 ? 12.92 * part : 1.055 * pow(part, 1 / 2.4) - 0.055
        let byte = Int((value * 255).rounded())
        return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}

/// The looks for a page's routes; their number depends on the number of routes.
package struct RouteLooks: Hashable, Sendable {
    /// How many looks there are; routes take them in turn.
    package let count: Int

    /// Makes the looks for a number of routes.
    package init(routes: Int) {
        count = min(max(routes, RouteColor.all.count), RouteLook.count)
    }

    /// Whether there are more routes than ``RouteColor`` has colors.
    package var isMany: Bool { count > RouteColor.all.count }

    /// Returns a route's class in pictures, and its property name in style sheets after `--`.
    ///
    /// - Parameter number: The route's position among all, from 0.
    package func name(ofRoute number: Int) -> String { "r\(max(0, number) % count)" }

    /// The colors on a light page, as properties; empty if ``PictureStyle`` already has them.
    package var colors: String { properties { $0.light } }

    /// The colors on a dark page, as properties.
    package var darkColors: String { properties { $0.dark } }

    /// The rules for classes that ``PictureStyle`` lacks.
    package var rules: String {
        guard isMany else { return "" }
        return (0..<count).map { number in
            let (name, look) = (name(ofRoute: number), RouteLook(ofRoute: number))
            let color =
                number < RouteColor.all.count ? "" : "svg .\(name) { stroke: var(--\(name)) }"
            let line =
                look.dashes.isEmpty
                ? "" : " svg .route.\(name) { stroke-dasharray: \(look.dashes) }"
            return color + line
        }.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func properties(_ color: (RouteLook) -> String) -> String {
        guard isMany else { return "" }
        return (0..<count).map { "--r\($0): \(color(RouteLook(ofRoute: $0)));" }
            .joined(separator: " ")
    }
}
