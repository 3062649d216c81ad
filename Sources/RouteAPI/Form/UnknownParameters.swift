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

    /// The greatest number of notes.
    private static let mostNotes = 20

    /// A sentence for each field that has no effect.
    static func notes(on form: FormParameters) -> [String] {
        var notes: [String] = []
        for name in unsupported where form.text(name)?.lowercased() == "true" {
            notes.append("Parameter \"\(name)\" is not supported; it was ignored.")
        }
        let known = Set(solve.map { $0.lowercased() })
        for field in form.fields where notes.count < mostNotes {
            let folded = field.name.lowercased()
            if folded.isEmpty || known.contains(folded) || accepted.contains(folded) { continue }
            let hint = nearest(to: folded).map { "; did you mean \"\($0)\"?" } ?? "."
            notes.append(
                "Parameter \(field.name.quoted) is not known and was ignored\(hint)")
        }
        return notes
    }

    /// The known name that a few slips of the keyboard turn into `name`, or `nil`.
    private static func nearest(to name: String) -> String? {
        guard name.utf8.count <= 60 else { return nil }
        let typed = Array(name.utf8)
        let candidates = solve.map { known in
            (known, distance: editDistance(typed, Array(known.lowercased().utf8)))
        }
        guard let best = candidates.min(by: { $0.distance < $1.distance }),
            best.distance <= max(1, min(typed.count, best.0.utf8.count) / 4)
        else { return nil }
        return best.0
    }

    /// Inserted, dropped, replaced and swapped bytes between two words.
    ///
    /// Method: optimal string alignment over three rows.
    /// - Complexity: The product of the two lengths.
    static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var older: [Int] = []
        var previous = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for j in b.indices {
                var cost = min(
                    previous[j + 1] + 1, row[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, older[j - 1] + 1)
                }
                row.append(cost)
            }
            (older, previous) = (previous, row)
        }
        return previous[b.count]
    }
}
