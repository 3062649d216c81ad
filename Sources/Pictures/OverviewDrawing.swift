// A small picture of all streets, to see before a map is drawn.

package import Geo
package import RouteAPI

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A picture of a network's streets that covers a box exactly, in Web Mercator. If you lay it over
/// the box on a map, its streets lie on the map's.
///
/// It stays small: streets that continue each other become one line, positions are whole pixels,
/// and if the streets would still be too large, vertices close together, minor ranks, and of the
/// most prominent rank the short lines are left out, in this order. It shows something wherever
/// there are streets.
package struct OverviewDrawing {
    /// How to draw streets of a rank.
    package struct Look: Hashable, Sendable {
        package var color: String
        /// In pixels of the screen, however large the picture is shown.
        package var width: Double
        /// The color of its rim; `nil` for none.
        package var casing: String?

        package init(color: String, width: Double, casing: String? = nil) {
            self.color = color
            self.width = width
            self.casing = casing
        }
    }

    /// The most bytes that all streets may take. Compressed, these are less than half.
    package static let mostBytes = 40_000
    /// The longer side, in pixels.
    private static let side = 1_000.0
    /// The distances between vertices to try, in pixels.
    private static let steps = [1.5, 3, 6, 12]
    /// How much wider a casing is than its street, in pixels.
    private static let rim = 1.2

    private let width: Double
    private let height: Double
    private let drawing: StreetDrawing

    /// Draws streets.
    ///
    /// - Parameters:
    ///   - streets: Streets, in degrees.
    ///   - box: The box to cover, in degrees.
    /// - Complexity: O(*n*) for *n* vertices.
    package init(_ streets: [StreetLine], covering box: Envelope) {
        let north = Self.ordinate(box.maxY)
        let (wide, high) = (box.maxX - box.minX, north - Self.ordinate(box.minY))
        let longest = max(wide, high)
        let scale = longest.isFinite && longest > 0 ? Self.side / longest : 1
        // A street that runs due east has no height.
        (width, height) = (max(wide * scale, 1), max(high * scale, 1))
        // Placed once, in whole pixels: most vertices fall together.
        let placed = streets.map { street in
            var pixels: [Coordinate] = []
            for coordinate in street.line {
                let pixel = Coordinate(
                    x: ((coordinate.x - box.minX) * scale).rounded(),
                    y: ((north - Self.ordinate(coordinate.y)) * scale).rounded())
                if pixel != pixels.last { pixels.append(pixel) }
            }
            return StreetLine(rank: street.rank, line: pixels)
        }
        func points(_ pixels: [Coordinate]) -> [PicturePoint] {
            pixels.map { PicturePoint(x: $0.x, y: $0.y) }
        }
        var best = StreetDrawing([], mostBytes: 0, leastStep: 0, points)
        let ranks = Set(streets.map(\.rank)).count
        for step in Self.steps where best.wholeRanks < ranks {
            let drawn = StreetDrawing(
                placed, mostBytes: Self.mostBytes, leastStep: step, points)
            // Of ranks that are cut, the widest step leaves most lines.
            if drawn.wholeRanks > best.wholeRanks || best.wholeRanks == 0 { best = drawn }
        }
        drawing = best
    }

    /// Returns the northing of a latitude in Web Mercator, in degrees at the equator.
    ///
    /// Method: EPSG Guidance Note 7-2, *Popular Visualisation Pseudo Mercator*.
    private static func ordinate(_ latitude: Double) -> Double {
        asinh(tan(max(-89.9, min(89.9, latitude)) * .pi / 180)) * 180 / .pi
    }

    /// Returns the picture as a file.
    ///
    /// - Parameters:
    ///   - attribution: Where the streets come from.
    ///   - look: Returns how a rank looks.
    package func document(
        attribution: String, _ look: (StreetLine.Rank) -> Look
    ) -> String {
        var svg = SVGWriter()
        svg.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg",
                "viewBox": "0 0 \(SVGWriter.number(width)) \(SVGWriter.number(height))",
                // Round caps and joins take long to draw without a graphics processor.
                "fill": "none", "stroke-linejoin": "bevel",
            ])
        svg.title(attribution.isEmpty ? "Streets" : "Streets. \(attribution)")
        svg.open("defs", [:])
        for (rank, data) in drawing.paths {
            svg.path(data: data, ["id": "\(rank)", "vector-effect": "non-scaling-stroke"])
        }
        svg.close("defs")
        // All casings lie below all streets, so that crossings are open.
        for (rank, _) in drawing.paths {
            let look = look(rank)
            guard let casing = look.casing else { continue }
            svg.use("\(rank)", Self.stroke(casing, look.width + Self.rim))
        }
        for (rank, _) in drawing.paths {
            svg.use("\(rank)", Self.stroke(look(rank).color, look(rank).width))
        }
        svg.close("svg")
        return svg.takeElements()
    }

    private static func stroke(
        _ color: String, _ width: Double
    ) -> KeyValuePairs<String, String> {
        ["stroke": color, "stroke-width": SVGWriter.number(width)]
    }
}
