// Solve requests from form fields: start here. FormParameters has the small syntaxes, LocationForm
// the inputs, RouteParameters+FormFields the way back.

public import Geo

extension RouteParameters {
    /// Reads the form of a `solve` request.
    ///
    /// Absent and empty fields stay `nil`. Fields that no solve knows are named in ``notes``, with
    /// the known name that they resemble.
    ///
    /// - Parameters:
    ///   - form: The decoded fields.
    ///   - limits: Bounds on each feature set.
    ///   - locateDefaults: What `locateSettings` completes when it states only a part.
    /// - Throws: ``RouteRequestError`` naming the parameter, what was found and what is accepted.
    public init(
        form: FormParameters, limits: FeatureLimits = FeatureLimits(),
        locateDefaults: LocateSettings = LocateSettings(toleranceMeters: 5_000)
    ) throws(RouteRequestError) {
        self.init()
        let inputs = LocationForm(form: form, limits: limits)
        stops = try inputs.locations("stops")
        barriers = try inputs.locations("barriers")
        polylineBarriers = try inputs.features("polylineBarriers", .polyline)?.features
        polygonBarriers = try inputs.features("polygonBarriers", .polygon)?.features
        travelMode = try form.travelMode("travelMode")
        if travelMode == nil { travelMode = try form.travelMode("travel_mode") }
        locateSettings = try form.locateSettings("locateSettings", defaults: locateDefaults)
        try readTimes(form)
        try readNetworkOptions(form)
        try readSequenceOptions(form)
        try readDirectionsOptions(form)
        try readOutputOptions(form)
        notes = UnknownParameters.notes(on: form)
    }

    private mutating func readTimes(_ form: FormParameters) throws(RouteRequestError) {
        startTime = try form.startTime("startTime")
        startTimeIsUTC = try form.bool("startTimeIsUTC")
        timeWindowsAreUTC = try form.bool("timeWindowsAreUTC")
        useTimeWindows = try form.bool("useTimeWindows")
    }

    private mutating func readNetworkOptions(_ form: FormParameters) throws(RouteRequestError) {
        impedanceAttributeName = try form.value("impedanceAttributeName")
        accumulateAttributeNames = try form.names("accumulateAttributeNames").map(Self.withoutNone)
        restrictionAttributeNames = try form.names("restrictionAttributeNames")
            .map(Self.withoutNone)
        if form.text("restrictionAttributeNames")?.isNullWord == true {
            restrictionAttributeNames = []
        }
        attributeParameterValues = try form.attributeParameterValues("attributeParameterValues")
        restrictUTurns = try form.word("restrictUTurns", UTurnPolicy.self)
        useHierarchy = try form.bool("useHierarchy")
        ignoreInvalidLocations = try form.bool("ignoreInvalidLocations")
    }

    private mutating func readSequenceOptions(_ form: FormParameters) throws(RouteRequestError) {
        findBestSequence = try form.bool("findBestSequence")
        preserveFirstStop = try form.bool("preserveFirstStop")
        preserveLastStop = try form.bool("preserveLastStop")
        preserveObjectID = try form.bool("preserveObjectID")
    }

    private mutating func readDirectionsOptions(_ form: FormParameters) throws(RouteRequestError) {
        returnDirections = try form.bool("returnDirections")
        directionsLanguage = try form.value("directionsLanguage")
        directionsOutputType = try form.word("directionsOutputType", DirectionsOutputType.self)
        directionsStyleName = try form.value("directionsStyleName")
        directionsTimeAttributeName = try form.value("directionsTimeAttributeName")
        do {
            directionsLengthUnits = try form.word("directionsLengthUnits", NetworkUnit.self) {
                $0.meters != nil
            }
        } catch {
            throw error.with(extendedCode: -2_147_200_912)
        }
    }

    private mutating func readOutputOptions(_ form: FormParameters) throws(RouteRequestError) {
        outputLines = try form.outputLines("outputLines")
        returnRoutes = try form.bool("returnRoutes")
        returnStops = try form.bool("returnStops")
        returnBarriers = try form.bool("returnBarriers")
        returnPolylineBarriers = try form.bool("returnPolylineBarriers")
        returnPolygonBarriers = try form.bool("returnPolygonBarriers")
        returnEmptyResults = try form.bool("returnEmptyResults")
        returnQuanta = try form.bool("returnQuanta")
        deterministic = try form.bool("deterministic")
        outSR = try form.spatialReference("outSR")
        if outSR == nil { outSR = try form.contextSpatialReference() }
        outputGeometryPrecision = try form.number("outputGeometryPrecision")
        if let offset = outputGeometryPrecision, offset < 0 {
            throw .invalidParameter(
                "outputGeometryPrecision", "is \(offset); 0 or a positive number is needed")
        }
        outputGeometryPrecisionUnits = try form.word(
            "outputGeometryPrecisionUnits", MapUnit.self)
        geometryPrecision = try form.decimals("geometryPrecision")
    }

    /// A list without the word that stands for an empty one.
    private static func withoutNone(_ names: [String]) -> [String] {
        names.count == 1 && names[0].lowercased() == "none" ? [] : names
    }
}

extension FormParameters {
    /// The first instant of 1900 and the last of 9999, the range that the wire knows.
    private static let times: ClosedRange<Double> = -2_208_988_800_000...253_402_300_799_999

    func startTime(_ name: String) throws(RouteRequestError) -> StartTime? {
        guard let text = try value(name) else { return nil }
        if text.lowercased() == "now" { return .now }
        guard let milliseconds = Double(text), milliseconds.isFinite else {
            throw .invalidParameter(
                name, "is \(text.quoted); now or milliseconds since 1970 are needed")
        }
        guard Self.times.contains(milliseconds) else {
            throw RouteRequestError.invalidParameter(
                name,
                "is \(text.quoted); a time between the years 1900 and 9999 is needed, in "
                    + "milliseconds since 1970"
            ).with(extendedCode: milliseconds < 0 ? -2_147_200_753 : -2_147_200_752)
        }
        return .milliseconds(Int64(milliseconds.rounded()))
    }

    func outputLines(_ name: String) throws(RouteRequestError) -> OutputLineType? {
        if let number = text(name).flatMap({ Int($0) }),
            OutputLineType.allCases.indices.contains(number)
        {
            return OutputLineType.allCases[number]
        }
        do {
            return try word(name, OutputLineType.self)
        } catch {
            throw error.with(extendedCode: -2_147_200_914)
        }
    }

    func decimals(_ name: String) throws(RouteRequestError) -> Int? {
        guard let number = try number(name) else { return nil }
        guard number == number.rounded(), (0...100).contains(number) else {
            throw .invalidParameter(
                name, "is \(number); a whole number of decimals, 0 or more, is needed")
        }
        // More decimals than doubles have are all of them.
        return number > 15 ? nil : Int(number)
    }

    func attributeParameterValues(
        _ name: String
    ) throws(RouteRequestError) -> [AttributeParameterValue]? {
        guard let text = try value(name) else { return nil }
        let value = try json(name, text)
        guard let list = value.array ?? value.object.map({ [.object($0)] }) else {
            throw .invalidParameter(
                name,
                "is \(value.excerpt); an array of objects with attributeName, parameterName "
                    + "and value is needed")
        }
        return try AttributeParameterValue.list(list, of: name)
    }
}

extension RouteRequestError {
    /// The same error under another extended code.
    func with(extendedCode: Int) -> RouteRequestError {
        var error = self
        error.extendedCode = extendedCode
        return error
    }
}
