// From options to one request, the same for a network here and for a server.

import Geo

/// A solve request as form fields of the REST contract.
///
/// A network on this machine gets the request by the same fields as a server would, so that both
/// answer alike and `--set` reaches everything.
struct SolveRequest: Hashable {
    var fields: [String: String]
    /// Names of attributes that were typed, which must be there: nobody reads warnings of scripts.
    let typedNames: TypedNames

    /// Gathers a request.
    ///
    /// - Throws: ``CommandFailure`` naming the option or the file, row and column.
    init(
        stops: StopOptions, barriers: BarrierOptions, travel: TravelOptions, answer: AnswerOptions
    ) throws {
        // Stops tell what became of each, which the exit code and every output but one need.
        var fields = ["returnStops": "true"]
        typedNames = try travel.typedNames()
        try travel.write(to: &fields)
        if let set = try stops.features() { fields["stops"] = Self.text(set) }
        let found = try barriers.features()
        for (name, flag, set) in [
            ("barriers", "returnBarriers", found.points),
            ("polylineBarriers", "returnPolylineBarriers", found.polylines),
            ("polygonBarriers", "returnPolygonBarriers", found.polygons),
        ] {
            guard let set else { continue }
            fields[name] = Self.text(set)
            fields[flag] = "true"
        }
        try answer.write(to: &fields)
        self.fields = fields
        guard fields["stops"] != nil else {
            throw CommandFailure(
                .usage, "no stops: give two or more places \"lon,lat\", or --stops FILE")
        }
    }

    /// Asks for what the format of an output demands: longitude and latitude.
    ///
    /// - Throws: ``CommandFailure`` when another spatial reference was asked for.
    mutating func demandWGS84(for format: OutputFormat) throws {
        if let asked = fields["outSR"], asked != "4326" {
            throw CommandFailure(
                .usage,
                "\(format.rawValue) is in WGS 84; leave --out-sr \(asked) out, or write Esri JSON")
        }
        fields["outSR"] = "4326"
        // Lines that cut corners by the usual 10 m would visibly leave the streets of a picture.
        if format == .svg, fields["outputGeometryPrecision"] == nil {
            fields["outputGeometryPrecision"] = "1"
            fields["outputGeometryPrecisionUnits"] = "esriMeters"
        }
    }

    private static func text(_ set: FeatureSet) -> String {
        var writer = JSONWriter()
        writer.esriFeatureSet(set)
        return writer.text
    }
}
