// Projects shapes vertex by vertex.

package import Geo

extension CoordinateTransformer {
    /// Projects a shape vertex by vertex; the lines between stay straight.
    ///
    /// Points get longitudes in `-180...180`. Lines and rings that cross the antimeridian stay
    /// whole: their longitudes continue past 180 instead of jumping to the other side of the map.
    ///
    /// - Throws: ``SpatialReferenceError`` for the first vertex without a place in the target
    ///   system.
    package func project(_ geometry: Geometry) throws(SpatialReferenceError) -> Geometry {
        if isIdentity {
            _ = try transformUnwrapped(geometry.coordinates)
            return geometry
        }
        switch geometry {
        case .point(let coordinate): return .point(try transform(coordinate))
        case .multipoint(let coordinates): return .multipoint(try transform(coordinates))
        case .polyline(let paths, let measures):
            return .polyline(paths: try projectParts(paths), measures: measures)
        case .polygon(let rings): return .polygon(rings: try projectParts(rings))
        case .empty: return .empty
        }
    }

    private func projectParts(
        _ parts: [[Coordinate]]
    ) throws(SpatialReferenceError) -> [[Coordinate]] {
        var result: [[Coordinate]] = []
        result.reserveCapacity(parts.count)
        for part in parts { result.append(try projectLine(part)) }
        return result
    }

    private func projectLine(_ line: [Coordinate]) throws(SpatialReferenceError) -> [Coordinate] {
        var result = try transformUnwrapped(line)
        guard route == .projected, targetSystem.isGeographic, !sourceSystem.isGeographic else {
            return result
        }
        let turn = 360 / targetSystem.degreesPerUnit
        var shift = 0.0
        for index in result.indices.dropFirst() {
            let last = result[index - 1].x
            let next = result[index].x + shift
            if abs(next - last) > turn / 2 {
                let step = next > last ? -turn : turn
                let middle = try longitudeBetween(line[index - 1], line[index])
                let direct = distance((last + next) / 2, middle, turn: turn)
                let across = distance((last + next + step) / 2, middle, turn: turn)
                if across < direct { shift += step }
            }
            result[index].x += shift
        }
        return result
    }

    /// Returns the longitude halfway along a line that is straight in the source's plane. It
    /// distinguishes a line across the antimeridian from one around the rest of the world.
    private func longitudeBetween(
        _ a: Coordinate, _ b: Coordinate
    ) throws(SpatialReferenceError) -> Double {
        try transformUnwrapped([Coordinate(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)])[0].x
    }

    private func distance(_ a: Double, _ b: Double, turn: Double) -> Double {
        abs((a - b).remainder(dividingBy: turn))
    }
}
