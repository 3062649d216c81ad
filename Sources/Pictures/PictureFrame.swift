// Converts coordinates to positions in a picture.

package import Geo

/// A picture's extent and scale.
package struct PictureFrame: Sendable {
    /// The size in pixels; a page or a program may scale it.
    package let width: Double
    package let height: Double
    /// The extent, in coordinates.
    package let box: Envelope
    /// Pixels per unit of the coordinates.
    private let scale: (x: Double, y: Double)
    /// Meters per pixel, if the coordinate system has meters.
    package let metersPerPixel: Double?

    /// Pixels between the content and the edges.
    private static let margin = 24.0
    /// Additional pixels below the content, for the scale.
    private static let footer = 16.0
    /// The shorter side is at least this share of the longer one.
    private static let leastSide = 0.6

    /// Makes a frame around some content; `nil` if the content is empty or has no position in the
    /// plane.
    ///
    /// Degrees are drawn true to scale in the middle, by an equirectangular projection, so a town
    /// or region looks as it does on the ground. Other systems are already planes.
    ///
    /// - Parameter size: The longer side in pixels, without the margin for the scale.
    package init?(showing content: Envelope, in reference: SpatialReference, size: Double) {
        guard [content.minX, content.minY, content.maxX, content.maxY].allSatisfy(\.isFinite)
        else { return nil }
        let isDegrees = reference.isSame(as: .wgs84)
        let middle = (content.minY + content.maxY) / 2
        let meters = Geodesic.metersPerDegree(atLatitude: min(max(middle, -89), 89))
        let squeeze = isDegrees ? meters.x / meters.y : 1
        // A single place shows its surroundings.
        let least = isDegrees ? 0.002 : 200
        let wide = max((content.maxX - content.minX) * squeeze, least)
        let high = max(content.maxY - content.minY, least)
        let inner = size - 2 * Self.margin
        let perUnit = inner / max(wide, high)
        width = max(wide * perUnit, inner * Self.leastSide) + 2 * Self.margin
        let shownHeight = max(high * perUnit, inner * Self.leastSide) + 2 * Self.margin
        height = shownHeight + Self.footer
        scale = (perUnit * squeeze, perUnit)
        let center = Coordinate(x: (content.minX + content.maxX) / 2, y: middle)
        box = Envelope(
            minX: center.x - width / 2 / scale.x,
            minY: center.y - (shownHeight / 2 + Self.footer) / scale.y,
            maxX: center.x + width / 2 / scale.x, maxY: center.y + shownHeight / 2 / scale.y)
        metersPerPixel = isDegrees ? meters.y / perUnit : nil
    }

    /// Returns a coordinate's position, counted from the upper left corner.
    package func place(_ coordinate: Coordinate) -> PicturePoint {
        PicturePoint(
            x: (coordinate.x - box.minX) * scale.x, y: (box.maxY - coordinate.y) * scale.y)
    }

    /// Returns the positions of a line's visible vertices.
    ///
    /// - Parameter least: Vertices closer than this to the previous one are left out, in pixels.
    /// - Complexity: O(*n*) for *n* vertices.
    package func line(_ line: [Coordinate], leastStep least: Double = 0.4) -> [PicturePoint] {
        PicturePoint.thinned(line.map(place), leastStep: least)
    }

    /// A round length with its pixels; `nil` if lengths are not known.
    package var scaleBar: (pixels: Double, label: String)? {
        guard let metersPerPixel else { return nil }
        let meters = Self.roundMeters(atMost: width / 3 * metersPerPixel)
        let label = meters >= 1_000 ? "\(Int(meters / 1_000)) km" : "\(Int(meters)) m"
        return (meters / metersPerPixel, label)
    }

    /// Returns the greatest among 1, 2, 5, 10, 20 … meters within a length, or 1.
    static func roundMeters(atMost most: Double) -> Double {
        var step = 1.0
        while step * 10 <= most { step *= 10 }
        return [5, 2, 1].map { $0 * step }.first { $0 <= most } ?? step
    }
}

/// A position in a picture, in pixels from the upper left corner.
package struct PicturePoint: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Returns a line without points too close to the previous one to be seen.
    static func thinned(_ line: [PicturePoint], leastStep least: Double) -> [PicturePoint] {
        guard line.count > 2 else { return line }
        var kept = [line[0]]
        for point in line.dropFirst().dropLast() {
            let last = kept[kept.count - 1]
            if abs(point.x - last.x) + abs(point.y - last.y) >= least { kept.append(point) }
        }
        return kept + [line[line.count - 1]]
    }
}
