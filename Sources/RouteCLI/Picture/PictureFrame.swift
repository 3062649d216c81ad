// Maps longitude and latitude to positions in a picture.

import Geo

/// The extent and scale of a picture.
struct PictureFrame: Hashable {
    /// Pixels.
    let width: Double
    let height: Double
    /// The extent.
    let box: Envelope
    private let pixelsPerDegree: (x: Double, y: Double)

    /// Frames an extent with a margin; the longer side gets `size` pixels.
    ///
    /// The projection is equirectangular with its standard parallel in the middle, so a town or a
    /// region is nearly undistorted.
    init(showing content: Envelope, size: Double = 1_000) {
        var content = content
        if content.isEmpty { content = Envelope(minX: 0, minY: 0, maxX: 0, maxY: 0) }
        let middle = (content.minY + content.maxY) / 2
        let squeeze = max(0.05, Geodesic.metersPerDegree(atLatitude: middle).x / 111_320)
        // At least about 200 m, so that a single location has some context.
        let across = max((content.maxX - content.minX) * squeeze, 0.002)
        let up = max(content.maxY - content.minY, 0.002)
        let margin = 0.09 * max(across, up)
        // Neither side is shorter than 0.6 of the other.
        let (wide, high) = (across + 2 * margin, up + 2 * margin)
        let shown = (wide: max(wide, 0.6 * high), high: max(high, 0.6 * wide))
        let center = Coordinate(x: (content.minX + content.maxX) / 2, y: middle)
        box = Envelope(
            minX: center.x - shown.wide / squeeze / 2, minY: center.y - shown.high / 2,
            maxX: center.x + shown.wide / squeeze / 2, maxY: center.y + shown.high / 2)
        let scale = size / max(shown.wide, shown.high)
        (width, height) = (shown.wide * scale, shown.high * scale)
        pixelsPerDegree = (scale * squeeze, scale)
    }

    /// The place of a coordinate, from the upper left corner.
    func place(_ coordinate: Coordinate) -> (x: Double, y: Double) {
        (
            (coordinate.x - box.minX) * pixelsPerDegree.x,
            (box.maxY - coordinate.y) * pixelsPerDegree.y
        )
    }

    /// Meters per pixel in the middle of the picture.
    var metersPerPixel: Double {
        Geodesic.metersPerDegree(atLatitude: (box.minY + box.maxY) / 2).y / pixelsPerDegree.y
    }

    static func == (a: PictureFrame, b: PictureFrame) -> Bool {
        a.box == b.box && a.width == b.width && a.height == b.height
    }

    func hash(into hasher: inout Hasher) { hasher.combine(box) }
}
