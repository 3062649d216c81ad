// Solve requests as form fields: what a client sends. The way back is RouteParameters+Form.

public import Geo

extension RouteParameters {
    /// Reads the form of a `solve` request from fields whose names occur once.
    ///
    /// - Throws: ``RouteRequestError`` naming the parameter, what was found and what is accepted.
    public init(
        fields: [String: String], limits: FeatureLimits = FeatureLimits(),
        locateDefaults: LocateSettings = LocateSettings(toleranceMeters: 5_000)
    ) throws(RouteRequestError) {
        let form = FormParameters(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        try self.init(form: form, limits: limits, locateDefaults: locateDefaults)
    }

    /// The form fields that make a server read these parameters; what is `nil` is left out.
    ///
    /// ``notes`` are not sent: they are about a request as it came.
    public var formFields: [String: String] {
        var form = FormFields()
        form.locations("stops", stops)
        form.locations("barriers", barriers)
        form.features("polylineBarriers", polylineBarriers)
        form.features("polygonBarriers", polygonBarriers)
        addNetworkOptions(to: &form)
        addTimes(to: &form)
        addDirectionsOptions(to: &form)
        addOutputOptions(to: &form)
        return form.values
    }

    private func addNetworkOptions(to form: inout FormFields) {
        switch travelMode {
        case .named(let word): form.text("travelMode", word)
        case .settings(let mode): form.json("travelMode") { $0.travelMode(mode) }
        case nil: break
        }
        form.text("impedanceAttributeName", impedanceAttributeName)
        form.names("accumulateAttributeNames", accumulateAttributeNames)
        form.names("restrictionAttributeNames", restrictionAttributeNames)
        if let values = attributeParameterValues {
            form.json("attributeParameterValues") { writer in
                writer.beginArray()
                for value in values { writer.attributeParameter(value) }
                writer.endArray()
            }
        }
        form.text("restrictUTurns", restrictUTurns?.rawValue)
        form.bool("useHierarchy", useHierarchy)
        form.bool("ignoreInvalidLocations", ignoreInvalidLocations)
        if let locateSettings {
            form.json("locateSettings") { $0.locateSettings(locateSettings) }
        }
    }

    private func addTimes(to form: inout FormFields) {
        switch startTime {
        case .now: form.text("startTime", "now")
        case .milliseconds(let time): form.text("startTime", String(time))
        case nil: break
        }
        form.bool("startTimeIsUTC", startTimeIsUTC)
        form.bool("timeWindowsAreUTC", timeWindowsAreUTC)
        form.bool("useTimeWindows", useTimeWindows)
        form.bool("findBestSequence", findBestSequence)
        form.bool("preserveFirstStop", preserveFirstStop)
        form.bool("preserveLastStop", preserveLastStop)
    }

    private func addDirectionsOptions(to form: inout FormFields) {
        form.bool("returnDirections", returnDirections)
        form.text("directionsLanguage", directionsLanguage)
        form.text("directionsOutputType", directionsOutputType?.rawValue)
        form.text("directionsStyleName", directionsStyleName)
        form.text("directionsLengthUnits", directionsLengthUnits?.rawValue)
        form.text("directionsTimeAttributeName", directionsTimeAttributeName)
    }

    private func addOutputOptions(to form: inout FormFields) {
        form.text("outputLines", outputLines?.rawValue)
        form.bool("returnRoutes", returnRoutes)
        form.bool("returnStops", returnStops)
        form.bool("returnBarriers", returnBarriers)
        form.bool("returnPolylineBarriers", returnPolylineBarriers)
        form.bool("returnPolygonBarriers", returnPolygonBarriers)
        form.bool("returnEmptyResults", returnEmptyResults)
        form.bool("returnQuanta", returnQuanta)
        form.bool("deterministic", deterministic)
        form.bool("preserveObjectID", preserveObjectID)
        if let outSR { form.json("outSR") { $0.esriSpatialReference(outSR) } }
        form.text(
            "outputGeometryPrecision", outputGeometryPrecision.map { JSONValue.number($0).text })
        form.text("outputGeometryPrecisionUnits", outputGeometryPrecisionUnits?.rawValue)
        form.text("geometryPrecision", geometryPrecision.map { String($0) })
    }
}

/// Fields being collected; `nil` adds nothing.
private struct FormFields {
    var values: [String: String] = [:]

    mutating func text(_ name: String, _ text: String?) {
        if let text { values[name] = text }
    }

    mutating func bool(_ name: String, _ flag: Bool?) {
        if let flag { values[name] = flag ? "true" : "false" }
    }

    mutating func json(_ name: String, _ body: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        body(&writer)
        values[name] = writer.text
    }

    /// A comma list where the names allow it, which every server reads; `none` for no names, since
    /// an empty value would mean an absent one.
    mutating func names(_ name: String, _ names: [String]?) {
        guard let names else { return }
        let isPlain = names.allSatisfy { word in
            !word.isEmpty && !word.contains(",") && word.first != "[" && word.lowercased() != "none"
                && word.lowercased() != "null"
        }
        if names.isEmpty {
            values[name] = "none"
        } else if isPlain {
            values[name] = names.joined(separator: ",")
        } else {
            json(name) { writer in
                writer.beginArray()
                for word in names { writer.string(word) }
                writer.endArray()
            }
        }
    }

    mutating func locations(_ name: String, _ input: LocationInput?) {
        guard let input else { return }
        json(name) { writer in
            writer.esriFeatureSet(input.features) { writer in
                writer.member("type", "features")
                writer.member(
                    "doNotLocateOnRestrictedElements", input.doNotLocateOnRestrictedElements)
            }
        }
    }

    mutating func features(_ name: String, _ set: FeatureSet?) {
        guard let set else { return }
        json(name) { writer in
            writer.esriFeatureSet(set) { $0.member("type", "features") }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func locateSettings(_ settings: LocateSettingsByInput) {
        beginObject()
        if let fallback = settings.fallback { locate("default", fallback) }
        if settings.stops != nil || settings.barriers != nil {
            object("overrides") { writer in
                if let stops = settings.stops { writer.locate("stops", stops) }
                if let barriers = settings.barriers { writer.locate("barriers", barriers) }
            }
        }
        endObject()
    }

    /// Writes locate settings as a member.
    mutating func locate(_ name: String, _ settings: LocateSettings, sources: [String] = []) {
        object(name) { writer in
            writer.member("tolerance", settings.toleranceMeters)
            writer.member("toleranceUnits", MapUnit.meters.rawValue)
            writer.member("allowAutoRelocate", settings.allowAutoRelocate)
            if sources.isEmpty { return }
            writer.array("sources") { writer in
                for source in sources {
                    writer.beginObject()
                    writer.member("name", source)
                    writer.endObject()
                }
            }
        }
    }
}
