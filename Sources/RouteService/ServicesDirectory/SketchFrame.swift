// Converts coordinates of an answer to positions on its sketch.

import Geo

/// The part of the plane that a sketch shows, and its scale.
struct SketchFrame {
    /// The width and height of the picture in its own units, which the page scales.
    let width: Double
    let height: Double
    private let box: Envelope
    /// Picture units in a unit of the coordinates.
    private let scale: (x: Double, y: Double)
    /// Meters in a picture unit, if the coordinate system defines them.
    private let metersPerUnit: Double?

    /// The longer side of a picture.
    private static let size = 480.0
    /// The margin around the content on each side.
    private static let margin = 22.0
    /// The margin below it, for the scale.
    private static let footer = 16.0
    /// The least distance of the vertices of a drawn line.
    static let leastStep = 0.4

    /// Makes a frame around some content, or `nil` when the content has no position in the plane.
    ///
    /// Degrees are drawn true to scale in the middle; other systems are planes already.
    init?(showing content: Envelope, in reference: SpatialReference) {
        guard content.minX.isFinite, content.minY.isFinite, content.maxX.isFinite,
            content.maxY.isFinite
        else { return nil }
        let isDegrees = reference.isSame(as: .wgs84)
        let middle = (content.minY + content.maxY) / 2
        let meters = Geodesic.metersPerDegree(atLatitude: min(max(middle, -89), 89))
        let squeeze = isDegrees ? meters.x / meters.y : 1
        // A single place gets a margin.
        let least = isDegrees ? 0.002 : 200
        let wide = max((content.maxX - content.minX) * squeeze, least)
        let high = max(content.maxY - content.minY, least)
        let inner = Self.size - 2 * Self.margin
        let perUnit = inner / max(wide, high)
        // Neither side shrinks below half of the other.
        width = max(wide * perUnit, inner / 2) + 2 * Self.margin
        let shownHeight = max(high * perUnit, inner / 2) + 2 * Self.margin
        height = shownHeight + Self.footer
        scale = (perUnit * squeeze, perUnit)
        let center = Coordinate(x: (content.minX + content.maxX) / 2, y: middle)
        box = Envelope(
            minX: center.x - width / 2 / scale.x,
            minY: center.y - (shownHeight / 2 + Self.footer) / scale.y,
            maxX: center.x + width / 2 / scale.x, maxY: center.y + shownHeight / 2 / scale.y)
        metersPerUnit = isDegrees ? meters.y / perUnit : nil
    }

    /// The position of a coordinate, from the upper left corner.
    func place(_ coordinate: Coordinate) -> (x: Double, y: Double) {
        ((coordinate.x - box.minX) * scale.x, (box.maxY - coordinate.y) * scale.y)
    }

    /// A number of picture units with one decimal.
    func text(_ units: Double) -> String {
        let tenths = Int(min(max(units * 10, -1e6), 1e6).rounded())
        let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
        return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
    }

    /// Lines or rings as the data of one path, without vertices that are too close to see.
    ///
    /// - Parameter leastStep: Vertices closer to the one before are left out, in picture units.
    func path(_ parts: [[Coordinate]], leastStep: Double = Self.leastStep) -> String {
        var data = ""
        for part in parts where part.count > 1 {
            var last = place(part[0])
            data += "M\(text(last.x)) \(text(last.y))"
            for (row, coordinate) in part.enumerated().dropFirst() {
                let next = place(coordinate)
                let isNear = abs(next.x - last.x) + abs(next.y - last.y) < leastStep
                if isNear, row < part.count - 1 { continue }
                data += "L\(text(next.x)) \(text(next.y))"
                last = next
            }
        }
        return data
    }

    /// A round length and its width in the picture, or `nil` where lengths are not known.
    var scaleBar: (width: Double, label: String)? {
        guard let metersPerUnit else { return nil }
        let most = metersPerUnit * width / 3
        var step = 1.0
        while step * 10 <= most { step *= 10 }
        let meters = [5, 2, 1].map { $0 * step }.first { $0 <= most } ?? step
        let label =
            meters >= 1_000
            ? "\(ShownNumber.grouped(Int(meters / 1_000))) km" : "\(Int(meters)) m"
        return (meters / metersPerUnit, label)
    }
}
