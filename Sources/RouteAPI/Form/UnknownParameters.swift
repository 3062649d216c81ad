// Notes on fields that no solve knows, most often misspelled ones.

/// Finds fields that would be ignored silently, and says what they may have meant.
enum UnknownParameters {
    /// What a solve reads.
    static let solve = [
        "stops", "barriers", "polylineBarriers", "polygonBarriers", "travelMode", "startTime",
        "startTimeIsUTC", "timeWindowsAreUTC", "useTimeWindows", "findBestSequence",
        "preserveFirstStop", "preserveLastStop", "impedanceAttributeName",
        "accumulateAttributeNames", "restrictionAttributeNames", "attributeParameterValues",
        "restrictUTurns", "useHierarchy", "ignoreInvalidLocations", "returnDirections",
        "directionsLanguage", "directionsOutputType", "directionsStyleName",
        "directionsLengthUnits", "directionsTimeAttributeName", "outputLines", "returnRoutes",
        "returnStops", "returnBarriers", "returnPolylineBarriers", "returnPolygonBarriers",
        "outSR", "outputGeometryPrecision", "outputGeometryPrecisionUnits", "geometryPrecision",
        "preserveObjectID", "returnEmptyResults", "locateSettings", "returnQuanta",
        "deterministic",
    ]

    /// What belongs to the protocol, or is accepted without effect because it changes nothing here.
    static let accepted: Set<String> = [
        "f", "token", "callback", "overrides", "context", "travel_mode", "returnz",
        "geometryprecisionz", "geometryprecisionm", "returntraversededges",
        "returntraversedjunctions", "returntraversedturns", "referer", "_ts",
        "dojo.preventcache", "apikey",
    ]

    /// What real servers return more than this one does.
    private static let unsupported = [
        "returnTraversedEdges", "returnTraversedJunctions", "returnTraversedTurns",
    ]

    /// What a solve reads, in lower case.
    private static let known = Set(solve.map { $0.lowercased() })

    /// The greatest number of notes.
    private static let mostNotes = 20

    /// A sentence for each field that has no effect.
    static func notes(on form: FormParameters) -> [String] {
        var notes: [String] = []
        for name in unsupported where form.text(name)?.lowercased() == "true" {
            notes.append("Parameter \"\(name)\" is not supported; it was ignored.")
        }
        for field in form.fields where notes.count < mostNotes {
            let folded = field.name.lowercased()
            if folded.isEmpty || known.contains(folded) || accepted.contains(folded) { continue }
            let hint =
                NearestName.of(folded, among: solve).map { "; did you mean \"\($0)\"?" } ?? "."
            notes.append(
                "Parameter \(field.name.quoted) is not known and was ignored\(hint)")
        }
        return notes
    }
}
