// Reads and writes traces and given legs.

import Geo

extension ParameterSyntax<TraceInput> {
    /// The longest traces in bytes.
    private static var longest: Int { 64 << 20 }

    /// Traces as Esri JSON, GeoJSON, GPX, or `x,y;x,y` in degrees.
    static var traces: Self {
        Self(.json(.traces)) { form, name throws(RouteRequestError) in
            guard let text = form.fields.text(name), !text.isNullWord else { return nil }
            guard text.utf8.count <= longest else {
                throw .invalidParameter(
                    name, "has \(text.utf8.count) bytes; at most \(longest) are accepted")
            }
            do throws(FeatureReadError) {
                switch text.first {
                case "{", "[", "<":
                    return try TraceReader(limits: form.limits).traces(Array(text.utf8))
                default: return try pairs(text, form.limits)
                }
            } catch {
                throw RouteRequestError(
                    .invalidGeometry, extendedCode: .invalidInput,
                    message: "Invalid or missing input parameters.", parameter: name, "\(error)")
            }
        } write: { input in
            JSONWriter.text { $0.esriFeatureSet(input.featureSet) }
        }
    }

    private static func pairs(
        _ text: String, _ limits: FeatureLimits
    ) throws(FeatureReadError) -> TraceInput {
        var fixes: [TraceFix] = []
        for place in text.split(separator: ";") {
            if place.trimmingSpace().isEmpty { continue }
            let pair = place.split(separator: ",", omittingEmptySubsequences: false)
                .map { Double(decimal: String($0.trimmingSpace())) }
            guard pair.count == 2, let x = pair[0], let y = pair[1] else {
                throw FeatureReadError(
                    feature: fixes.count + 1,
                    "is \(String(place).quoted); longitude and latitude are needed, such as "
                        + "7.4189,43.7311, or traces as JSON or GPX")
            }
            guard fixes.count < limits.maximumFeatures else {
                throw FeatureReadError("has more than \(limits.maximumFeatures) positions")
            }
            fixes.append(TraceFix(Coordinate(x: x, y: y)))
        }
        return TraceInput([Trace(isLine: true, fixes: fixes)])
    }
}

extension ParameterSyntax<[String]> {
    /// Encoded polylines: a JSON array of texts, or texts with white space between.
    static var encodedPolylines: Self {
        Self(.json(.encodedPolylines)) { form, name throws(RouteRequestError) in
            guard let text = form.fields.text(name), !text.isNullWord else { return nil }
            // Encoded polylines never contain a quote, but they may contain a bracket.
            guard text.first == "[", text.dropFirst().trimmingSpace().first == "\"" else {
                return text.split(whereSeparator: \.isWhitespace).map(String.init)
            }
            let limits = JSONLimits(maximumBytes: 64 << 20, maximumValues: 1_000_000)
            let list = try form.fields.json(name, text, limits: limits).array ?? []
            var lines: [String] = []
            for element in list {
                guard let line = element.string else {
                    throw .invalidParameter(
                        name, "has \(element.excerpt) in its list; only strings are accepted")
                }
                lines.append(line)
            }
            return lines
        } write: { lines in
            JSONWriter.text { writer in
                writer.beginArray()
                for line in lines { writer.string(line) }
                writer.endArray()
            }
        }
    }
}

extension ParameterSyntax<[LegOptions]> {
    /// `[{"supportingPoints":…}]`.
    static var legs: Self {
        Self(.json(.legs)) { form, name throws(RouteRequestError) in
            guard let text = form.fields.text(name), !text.isNullWord else { return nil }
            let limits = JSONLimits(maximumBytes: 64 << 20)
            let value = try form.fields.json(name, text, limits: limits)
            do throws(FeatureReadError) {
                return try LegOptions.legs(value)
            } catch {
                throw .invalidParameter(name, "\(error)")
            }
        } write: { legs in
            JSONWriter.text { $0.legs(legs) }
        }
    }
}
