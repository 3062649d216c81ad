// Reads and writes the parameter `context`.

import Geo

extension FormParameters {
    /// Reads a context: `{"extent":{"xmin":…,…},"outSR":…}`.
    func context(_ name: String) throws(RouteRequestError) -> MapContext? {
        guard let text = try value(name) else { return nil }
        let value = try json(name, text)
        guard value.object != nil else {
            throw RouteRequestError.invalidParameter(
                name, "is \(value.excerpt); an object is needed"
            ).with(extendedCode: .badContext)
        }
        var context = MapContext()
        do throws(FeatureReadError) {
            context.outSR = try value["outSR"].flatMap { json throws(FeatureReadError) in
                try SpatialReference(esriJSON: json)
            }
            if let extent = value["extent"], !extent.isNull {
                context.extent = try MapContext.Extent(esriJSON: extent)
            }
        } catch {
            throw RouteRequestError.invalidParameter(name, error.reason)
                .with(extendedCode: .badContext)
        }
        return context == MapContext() ? nil : context
    }
}

extension MapContext.Extent {
    fileprivate init(esriJSON value: JSONValue) throws(FeatureReadError) {
        func corner(_ key: String) throws(FeatureReadError) -> Double {
            if let number = value[key]?.number, number.isFinite { return number }
            throw FeatureReadError(
                "\(key) of the extent is \(value[key]?.excerpt ?? "missing"); a number is needed")
        }
        let envelope = Envelope(
            minX: try corner("xmin"), minY: try corner("ymin"), maxX: try corner("xmax"),
            maxY: try corner("ymax"))
        guard !envelope.isEmpty else {
            throw FeatureReadError("extent has an xmin or ymin greater than its xmax or ymax")
        }
        let reference = try value["spatialReference"].flatMap { json throws(FeatureReadError) in
            try SpatialReference(esriJSON: json)
        }
        self.init(envelope: envelope, spatialReference: reference ?? .wgs84)
    }
}

extension JSONWriter {
    mutating func context(_ context: MapContext) {
        beginObject()
        if let extent = context.extent {
            object("extent") { writer in
                writer.member("xmin", extent.envelope.minX)
                writer.member("ymin", extent.envelope.minY)
                writer.member("xmax", extent.envelope.maxX)
                writer.member("ymax", extent.envelope.maxY)
                writer.key("spatialReference")
                writer.esriSpatialReference(extent.spatialReference)
            }
        }
        if let reference = context.outSR {
            key("outSR")
            esriSpatialReference(reference)
        }
        endObject()
    }
}
