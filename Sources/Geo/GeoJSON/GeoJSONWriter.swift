// Writes features as GeoJSON (RFC 7946).

extension JSONWriter {
    /// Writes a FeatureCollection with all features from some sets.
    ///
    /// - Parameter decimals: How many decimals coordinates get; `nil` for all.
    /// - Precondition: Every shape is in WGS 84, as RFC 7946 requires.
    public mutating func geoJSONFeatureCollection(_ sets: [FeatureSet], decimals: Int? = nil) {
        beginObject()
        member("type", "FeatureCollection")
        array("features") { writer in
            for set in sets {
                for feature in set.features {
                    writer.geoJSONFeature(feature, fields: set.fields, decimals: decimals)
                }
            }
        }
        endObject()
    }

    /// Writes a Feature.
    ///
    /// - Parameters:
    ///   - id: The feature's id; `nil` for none.
    ///   - layer: If given, written first, as the property `layer`.
    ///   - decimals: How many decimals coordinates get; `nil` for all.
    ///   - dates: How dates are written as texts; `nil` for milliseconds since 1970.
    public mutating func geoJSONFeature(
        _ feature: Feature, fields: [Field], id: Int? = nil, layer: String? = nil,
        decimals: Int? = nil, dates: DateTexts? = nil
    ) {
        beginObject()
        member("type", "Feature")
        if let id { member("id", id) }
        object("properties") { writer in
            if let layer { writer.member("layer", layer) }
            for (field, value) in zip(fields, feature.values) {
                writer.key(field.name)
                if let dates, case .date(let milliseconds) = value {
                    writer.string(dates.text(milliseconds, of: field.name))
                } else {
                    writer.attribute(value)
                }
            }
        }
        key("geometry")
        if let geometry = feature.geometry {
            geoJSONGeometry(geometry, decimals: decimals)
        } else {
            null()
        }
        endObject()
    }

    /// Writes a geometry; an empty one becomes `null`. Outer rings go counter-clockwise and holes
    /// clockwise; containment decides which is which, not the order of rings. Lines that continue
    /// beyond the 180th meridian are cut there.
    public mutating func geoJSONGeometry(_ geometry: Geometry, decimals: Int? = nil) {
        switch geometry {
        case .empty: null()
        case .point(let coordinate):
            shape("Point") { $0.position(coordinate, decimals) }
        case .multipoint(let coordinates):
            shape("MultiPoint") { $0.positions(coordinates, decimals) }
        case .polyline(let lines, _):
            let paths = lines.flatMap(MeridianCut.parts)
            if paths.count == 1 {
                shape("LineString") { $0.positions(paths[0], decimals) }
            } else {
                shape("MultiLineString") { $0.lists(paths, decimals) }
            }
        case .polygon(let rings):
            let polygons = PolygonParts(rings: rings).polygons
            if polygons.count == 1 {
                shape("Polygon") { $0.lists(polygons[0], decimals) }
            } else {
                shape("MultiPolygon") { writer in
                    writer.beginArray()
                    for polygon in polygons { writer.lists(polygon, decimals) }
                    writer.endArray()
                }
            }
        }
    }

    private mutating func shape(_ type: String, _ coordinates: (inout JSONWriter) -> Void) {
        beginObject()
        member("type", type)
        key("coordinates")
        coordinates(&self)
        endObject()
    }

    private mutating func position(_ coordinate: Coordinate, _ decimals: Int?) {
        beginArray()
        self.coordinate(coordinate.x, decimals: decimals)
        self.coordinate(coordinate.y, decimals: decimals)
        endArray()
    }

    private mutating func positions(_ coordinates: [Coordinate], _ decimals: Int?) {
        beginArray()
        for coordinate in coordinates { position(coordinate, decimals) }
        endArray()
    }

    private mutating func lists(_ parts: [[Coordinate]], _ decimals: Int?) {
        beginArray()
        for part in parts { positions(part, decimals) }
        endArray()
    }
}
