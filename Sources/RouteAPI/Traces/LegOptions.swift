// A leg given by points on it.

public import Geo

/// A leg to rebuild instead of searching for it.
public struct LegOptions: Hashable, Sendable {
    /// Points on the leg in WGS 84, in the order of travel; at least two.
    public var supportingPoints: [Coordinate]

    /// Creates a leg.
    public init(supportingPoints: [Coordinate]) { self.supportingPoints = supportingPoints }
}

extension LegOptions {
    /// The most legs in a request, and the most points in all of them.
    private static let mostPoints = 200_000

    /// Reads `[{"supportingPoints":…}]`. Points are `[[longitude,latitude],…]`, a GeoJSON
    /// `LineString`, an Esri JSON line in WGS 84, or an encoded polyline with `precision` 5 or 6.
    ///
    /// - Throws: A sentence that names the leg, what was found and what is needed.
    static func legs(_ value: JSONValue) throws(FeatureReadError) -> [LegOptions] {
        guard let list = value.array else {
            throw FeatureReadError(
                "is \(value.excerpt); a list such as "
                    + "[{\"supportingPoints\":[[7.42,43.73],[7.43,43.74]]}] is needed")
        }
        var (legs, count): ([LegOptions], Int) = ([], 0)
        for (row, element) in list.enumerated() {
            guard let points = element.object?.value(ignoringCase: "supportingPoints"),
                !points.isNull
            else {
                throw FeatureReadError(
                    "leg \(row + 1) is \(element.excerpt); an object with supportingPoints is "
                        + "needed")
            }
            let decimals = element.object?.value(ignoringCase: "precision")?.integer ?? 5
            guard decimals == 5 || decimals == 6 else {
                throw FeatureReadError("leg \(row + 1) has precision \(decimals); 5 or 6 is needed")
            }
            do throws(FeatureReadError) {
                legs.append(LegOptions(supportingPoints: try Self.points(points, decimals)))
            } catch {
                let place = error.feature.map { ", point \($0)" } ?? ""
                throw FeatureReadError("leg \(row + 1)\(place): \(error.reason)")
            }
            count += legs[row].supportingPoints.count
            guard count <= mostPoints else {
                throw FeatureReadError("has more than \(mostPoints) supporting points")
            }
        }
        return legs
    }

    private static func points(
        _ value: JSONValue, _ decimals: Int
    ) throws(FeatureReadError) -> [Coordinate] {
        if let text = value.string {
            return try EncodedPolyline(decimals: decimals)
                .decoded(text, maximumVertices: mostPoints)
        }
        let list = value.array ?? value["coordinates"]?.array ?? value["points"]?.array
        guard let list = list ?? value["paths"]?.array?.flatMap({ $0.array ?? [] }) else {
            throw FeatureReadError("supportingPoints is \(value.excerpt); a list is needed")
        }
        var points: [Coordinate] = []
        points.reserveCapacity(list.count)
        for (row, pair) in list.enumerated() {
            guard let pair = pair.array, (2...4).contains(pair.count), let x = pair[0].number,
                let y = pair[1].number, let place = Coordinate(x: x, y: y).onEarth
            else {
                throw FeatureReadError(
                    feature: row + 1,
                    "is \(pair.excerpt); [longitude, latitude] in degrees is needed")
            }
            points.append(place)
        }
        return points
    }
}

extension JSONWriter {
    /// Writes legs in the form that ``LegOptions/legs(_:)`` reads.
    mutating func legs(_ legs: [LegOptions]) {
        beginArray()
        for leg in legs {
            beginObject()
            array("supportingPoints") { writer in
                for point in leg.supportingPoints {
                    writer.beginArray()
                    writer.number(point.x)
                    writer.number(point.y)
                    writer.endArray()
                }
            }
            endObject()
        }
        endArray()
    }
}
