// Writes tables of features as KML 2.2.

/// Writes tables of features as KML, piece by piece: each table is a folder, each row a placemark
/// with its values as extended data.
///
/// ```swift
/// var writer = KMLWriter()
/// var text = writer.beginning(named: "Routes") + writer.folder(named: "stops")
/// text += writer.placemarks(of: stops) + writer.end()
/// ```
///
/// All positions must be WGS 84 longitude and latitude. Lines that continue beyond the 180th
/// meridian are cut there.
public struct KMLWriter: Sendable {
    /// How many decimals coordinates get.
    public var decimals: Int
    /// How dates are written.
    public var dates: DateTexts
    private var isInFolder = false

    /// Makes a writer; by default coordinates are exact to a centimeter.
    public init(decimals: Int = 7, dates: DateTexts = .instants) {
        self.decimals = decimals
        self.dates = dates
    }

    /// Returns the text before the first folder.
    public func beginning(named name: String) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            + "<kml xmlns=\"http://www.opengis.net/kml/2.2\">\n<Document>\n"
            + "<name>\(Markup.escaped(name))</name>\n"
    }

    /// Ends the open folder, if there is one, and begins another.
    public mutating func folder(named name: String) -> String {
        defer { isInFolder = true }
        return (isInFolder ? "</Folder>\n" : "")
            + "<Folder>\n<name>\(Markup.escaped(name))</name>\n"
    }

    /// Returns the text for a set's rows.
    ///
    /// - Complexity: O(*n*) in the values and vertices.
    public func placemarks(of set: FeatureSet) -> String {
        let name = ["Name", "Text"].lazy.compactMap { set.fieldIndex($0) }.first
        var text = ""
        for feature in set.features {
            text += "<Placemark>"
            if let name, case .string(let value) = feature.values[name] {
                text += "<name>\(Markup.escaped(value))</name>"
            }
            text += "<ExtendedData>"
            for (field, value) in zip(set.fields, feature.values) where value != .null {
                text +=
                    "<Data name=\"\(Markup.escaped(field.name))\"><value>"
                    + "\(Markup.escaped(cell(value, of: field.name)))</value></Data>"
            }
            text += "</ExtendedData>\(feature.geometry.map(shape) ?? "")</Placemark>\n"
        }
        return text
    }

    /// Returns the text that ends the file.
    public func end() -> String {
        (isInFolder ? "</Folder>\n" : "") + "</Document>\n</kml>\n"
    }

    private func cell(_ value: AttributeValue, of field: String) -> String {
        if case .date(let time) = value { return dates.text(time, of: field) }
        return CSVFeatureWriter.cell(value)
    }

    private func shape(_ geometry: Geometry) -> String {
        switch geometry {
        case .empty: return ""
        case .point(let place): return point(place)
        case .multipoint(let places): return several(places.map(point))
        case .polyline(let lines, _): return several(lines.flatMap(MeridianCut.parts).map(line))
        case .polygon(let rings): return several(PolygonParts(rings: rings).polygons.map(polygon))
        }
    }

    private func several(_ shapes: [String]) -> String {
        switch shapes.count {
        case 0: ""
        case 1: shapes[0]
        default: "<MultiGeometry>\(shapes.joined())</MultiGeometry>"
        }
    }

    private func point(_ place: Coordinate) -> String {
        "<Point><coordinates>\(positions([place]))</coordinates></Point>"
    }

    private func line(_ places: [Coordinate]) -> String {
        "<LineString><tessellate>1</tessellate><coordinates>\(positions(places))"
            + "</coordinates></LineString>"
    }

    private func polygon(_ rings: [[Coordinate]]) -> String {
        let parts = rings.enumerated().map { row, ring in
            let role = row == 0 ? "outerBoundaryIs" : "innerBoundaryIs"
            return "<\(role)><LinearRing><coordinates>\(positions(ring))</coordinates>"
                + "</LinearRing></\(role)>"
        }
        return "<Polygon><tessellate>1</tessellate>\(parts.joined())</Polygon>"
    }

    private func positions(_ places: [Coordinate]) -> String {
        places.map { place in
            JSONWriter.text(ofCoordinate: place.x, decimals: decimals) + ","
                + JSONWriter.text(ofCoordinate: place.y, decimals: decimals)
        }.joined(separator: " ")
    }
}
