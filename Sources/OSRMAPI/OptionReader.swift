// Reads each option as OSRM does.

import Geo
import RouteAPI

/// Reads the options in a request to a service.
struct OptionReader {
    private let service: OSRMService
    /// The number of coordinates in the request.
    private let count: Int
    private var values: [String: String] = [:]
    private var own: [FormParameters.Field] = []

    /// The options common to all services.
    static let common: Set = [
        "radiuses", "bearings", "hints", "generate_hints", "approaches", "exclude", "snapping",
        "skip_waypoints", "format",
    ]
    /// Waypost's own options: for each name in the URL, the parameter to set.
    static let ownNames = [
        "travelMode": "travelMode", "barriers": "barriers",
        "polylineBarriers": "polylineBarriers", "polygonBarriers": "polygonBarriers",
        "restrictions": "restrictionAttributeNames", "startTime": "startTime",
        "startTimeIsUTC": "startTimeIsUTC", "useTraffic": "useTraffic",
        "attributeParameterValues": "attributeParameterValues",
    ]
    /// The most names in a list, if its length does not depend on the coordinates.
    private static let mostNames = 64
    /// The most cells in a table whose lists name a coordinate twice.
    private static let mostRepeatedCells = 1_000_000
    /// The options the server itself reads.
    static let ofServer: Set = ["callback", "f", "token"]

    /// Sorts the options.
    ///
    /// - Throws: ``OSRMError`` if an option is unknown.
    init(
        _ service: OSRMService, count: Int,
        _ fields: some Sequence<(name: String, value: String)>
    ) throws(OSRMError) {
        (self.service, self.count) = (service, count)
        let special = service.options
        for (name, value) in fields {
            if let parameter = Self.ownNames[name] {
                own.append(FormParameters.Field(name: parameter, value: value))
            } else if Self.common.contains(name) || special.contains(name) {
                values[name] = value
            } else if !Self.ofServer.contains(name) {
                let names = Self.common.union(special).union(Self.ownNames.keys).sorted()
                    .joined(separator: ", ")
                throw OSRMError(
                    .invalidQuery,
                    "\(service.rawValue) has no option \"\(name.excerpt(40))\"; it has \(names).")
            }
        }
    }

    /// Reads all options.
    ///
    /// - Throws: ``OSRMError`` if a value cannot be used; the message names the option.
    func options() throws(OSRMError) -> OSRMOptions {
        var options = OSRMOptions()
        options.own = own
        try readPlaces(&options)
        try readRoutes(&options)
        switch service {
        case .table: try readTable(&options)
        case .match: try readMatch(&options)
        case .trip: try readTrip(&options)
        case .nearest:
            options.number = try whole("number") ?? 1
            guard options.number >= 1 else { throw unfit("number", "1 or more is needed") }
        case .route: break
        }
        return options
    }

    private func readPlaces(_ options: inout OSRMOptions) throws(OSRMError) {
        options.radiuses = try each("radiuses") { text throws(OSRMError) in
            if text == "unlimited" { return Double.infinity }
            let meters = try number("radiuses", text)
            guard meters >= 0 else { throw range("radiuses", "0 or more is needed") }
            return meters
        }
        options.bearings = try each("bearings") { text throws(OSRMError) in
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw unread("bearings", text, "bearing,range is needed")
            }
            let degrees = try number("bearings", parts[0])
            let range = try number("bearings", parts[1])
            guard (0...360).contains(degrees), (0...180).contains(range) else {
                throw unfit(
                    "bearings", "a bearing from 0 to 360 and a range from 0 to 180 are needed")
            }
            return OSRMOptions.Bearing(degrees: degrees == 360 ? 0 : degrees, range: range)
        }
        options.hints = try each("hints") { text throws(OSRMError) in String(text) }
        options.approaches = try each("approaches") { text throws(OSRMError) in
            try word("approaches", text, OSRMOptions.Approach.self)
        }
        options.generatesHints = try truth("generate_hints") ?? true
        options.skipsWaypoints = try truth("skip_waypoints") ?? false
        let names = (values["exclude"] ?? "").split(separator: ",", maxSplits: Self.mostNames)
        guard names.count <= Self.mostNames else {
            throw range("exclude", "at most \(Self.mostNames) names are read")
        }
        var known: Set<Substring> = []
        options.exclude = names.filter { known.insert($0).inserted }.map { String($0) }
        if let snapping = values["snapping"], !["default", "any"].contains(snapping) {
            throw unread("snapping", snapping[...], "default or any is needed")
        }
        if let format = values["format"], format != "json" {
            throw OSRMError(.notImplemented, "format is \"\(format.excerpt(20))\"; leave it out.")
        }
    }

    private func readRoutes(_ options: inout OSRMOptions) throws(OSRMError) {
        if let text = values["geometries"] {
            options.geometries = try word("geometries", text[...], OSRMOptions.Geometries.self)
        }
        if let text = values["overview"] {
            options.overview = try word("overview", text[...], OSRMOptions.Overview.self)
        }
        options.steps = try truth("steps") ?? false
        if service != .table, let text = values["annotations"] {
            options.annotations = try annotations(text)
        }
        if let text = values["alternatives"] {
            switch text {
            case "true": options.alternatives = 1
            case "false": options.alternatives = 0
            default: options.alternatives = try whole("alternatives") ?? 0
            }
            guard options.alternatives >= 0 else {
                throw unread("alternatives", text[...], "true, false or a number from 0 is needed")
            }
            options.alternatives = min(options.alternatives, 3)
        }
        if let text = values["continue_straight"], text != "default" {
            options.continueStraight = try truth("continue_straight")
        }
        options.waypoints = try indices("waypoints", most: count)
        guard let waypoints = options.waypoints else { return }
        guard waypoints.first == 0, waypoints.last == count - 1,
            zip(waypoints, waypoints.dropFirst()).allSatisfy({ $0 < $1 })
        else {
            throw OSRMError(
                .invalidValue,
                "waypoints must ascend from 0, the first coordinate, to \(count - 1), the last.")
        }
    }

    private func annotations(_ text: String) throws(OSRMError) -> Set<OSRMOptions.Annotation> {
        if text == "false" { return [] }
        // Take all except nodes. Those are refused only if you name them.
        if text == "true" { return Set(OSRMOptions.Annotation.allCases).subtracting([.nodes]) }
        var found: Set<OSRMOptions.Annotation> = []
        for name in names(text) {
            found.insert(try word("annotations", name, OSRMOptions.Annotation.self))
        }
        guard !found.contains(.nodes) else {
            throw OSRMError(
                .notImplemented,
                "annotations has nodes, which the network does not keep; use distance, duration, "
                    + "datasources, weight or speed.")
        }
        return found
    }

    private func readTable(_ options: inout OSRMOptions) throws(OSRMError) {
        // Like OSRM, take lists that are longer than the coordinates: those name some twice.
        options.sources = try indices("sources", most: Self.mostRepeatedCells)
        options.destinations = try indices("destinations", most: Self.mostRepeatedCells)
        // Such lists make more cells than the limits of tables see.
        let lists = [options.sources, options.destinations]
        let cells = lists.reduce(1) { $0 * ($1?.count ?? count) }
        guard
            cells <= Self.mostRepeatedCells
                || lists.allSatisfy({ $0.map { Set($0).count == $0.count } ?? true })
        else {
            throw OSRMError(
                .tooBig,
                "sources or destinations name coordinates twice, and the table has \(cells) "
                    + "cells; at most \(Self.mostRepeatedCells) may have such lists.")
        }
        if let text = values["annotations"] {
            let names = names(text)
            guard names.allSatisfy({ $0 == "duration" || $0 == "distance" }) else {
                throw unread("annotations", text[...], "duration, distance or both are needed")
            }
            options.hasDurations = names.contains("duration")
            options.hasDistances = names.contains("distance")
        }
        if let text = values["fallback_speed"] {
            let speed = try number("fallback_speed", text[...])
            guard speed > 0 else { throw unfit("fallback_speed", "more than 0 is needed") }
            options.fallbackSpeed = speed
        }
        if let text = values["fallback_coordinate"] {
            options.fallbackCoordinate = try word(
                "fallback_coordinate", text[...], OSRMOptions.FallbackCoordinate.self)
        }
        if let text = values["scale_factor"] {
            let factor = try number("scale_factor", text[...])
            guard factor > 0 else { throw unfit("scale_factor", "more than 0 is needed") }
            options.scaleFactor = factor
        }
    }

    private func readMatch(_ options: inout OSRMOptions) throws(OSRMError) {
        let times = try each("timestamps") { text throws(OSRMError) -> Int64 in
            // Use the years from 1 to 9999, as for every trace.
            guard let seconds = Int64(text), (-62_135_596_800...253_402_300_799).contains(seconds)
            else { throw unread("timestamps", text, "seconds since 1970 are needed") }
            return seconds
        }
        if let times {
            let known = times.compactMap { $0 }
            guard known.count == times.count, zip(known, known.dropFirst()).allSatisfy({ $0 <= $1 })
            else {
                throw OSRMError(
                    .invalidValue, "timestamps must be one for each coordinate, ascending.")
            }
            options.timestamps = known
        }
        switch values["gaps"] {
        case nil, "split": options.ignoresGaps = false
        case "ignore": options.ignoresGaps = true
        case let other?: throw unread("gaps", other[...], "split or ignore is needed")
        }
        options.isTidy = try truth("tidy") ?? false
    }

    private func readTrip(_ options: inout OSRMOptions) throws(OSRMError) {
        options.isRoundtrip = try truth("roundtrip") ?? true
        for (name, end) in [("source", "first"), ("destination", "last")] {
            guard let text = values[name] else { continue }
            guard text == "any" || text == end else {
                throw unread(name, text[...], "any or \(end) is needed")
            }
            if name == "source" {
                options.startsAtFirst = text == end
            } else {
                options.endsAtLast = text == end
            }
        }
    }

    /// Reads a list with one element per coordinate; an empty element becomes `nil`.
    private func each<Value>(
        _ name: String, _ read: (Substring) throws(OSRMError) -> Value
    ) throws(OSRMError) -> [Value?]? {
        guard let text = values[name], !text.isEmpty else { return nil }
        let parts = elements(text)
        guard parts.count == count else {
            let found = parts.count > count ? "more than \(count)" : "\(parts.count)"
            throw OSRMError(
                .invalidOptions,
                "\(name) has \(found) elements and there are \(count) coordinates; each needs "
                    + "one, which may be empty.")
        }
        var found: [Value?] = []
        for part in parts { found.append(part.isEmpty ? nil : try read(part)) }
        return found
    }

    /// Reads a list of positions among the coordinates.
    private func indices(_ name: String, most: Int) throws(OSRMError) -> [Int]? {
        guard let text = values[name], text != "all", !text.isEmpty else { return nil }
        let parts = text.split(
            separator: ";", maxSplits: most, omittingEmptySubsequences: false)
        guard parts.count <= most else {
            throw OSRMError(
                service == .table ? .tooBig : .invalidOptions,
                "\(name) has more than \(most) elements; at most that many are read.")
        }
        var found: [Int] = []
        for part in parts {
            guard let index = Int(part) else {
                throw unread(name, part, "positions of coordinates from 0 are needed")
            }
            guard (0..<count).contains(index) else {
                let needed = "positions from 0 to \(count - 1) are needed"
                throw service == .table ? unfit(name, needed) : range(name, needed)
            }
            found.append(index)
        }
        return found
    }

    /// Splits a list by coordinate, and stops once it is clear that the list is too long.
    private func elements(_ text: String) -> [Substring] {
        text.split(separator: ";", maxSplits: count, omittingEmptySubsequences: false)
    }

    /// Splits a list of words. If there are too many, the last one holds the rest.
    private func names(_ text: String) -> [Substring] {
        text.split(separator: ",", maxSplits: 16, omittingEmptySubsequences: false)
    }

    private func truth(_ name: String) throws(OSRMError) -> Bool? {
        switch values[name] {
        case nil: nil
        case "true": true
        case "false": false
        case let other?: throw unread(name, other[...], "true or false is needed")
        }
    }

    private func whole(_ name: String) throws(OSRMError) -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text) else { throw unread(name, text[...], "a number is needed") }
        return number
    }

    private func number(_ name: String, _ text: Substring) throws(OSRMError) -> Double {
        guard let number = Double(decimal: String(text)) else {
            throw unread(name, text, "a number is needed")
        }
        return number
    }

    private func word<Word: RawRepresentable & CaseIterable>(
        _ name: String, _ text: Substring, _ type: Word.Type
    ) throws(OSRMError) -> Word where Word.RawValue == String {
        guard let word = Word(rawValue: String(text)) else {
            let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw unread(name, text, "one of \(words) is needed")
        }
        return word
    }

    private func unread(_ name: String, _ text: Substring, _ needed: String) -> OSRMError {
        OSRMError(.invalidQuery, "\(name) has \"\(String(text).excerpt(60))\"; \(needed).")
    }

    /// Returns the failure for a value that OSRM reads and then does not accept.
    private func unfit(_ name: String, _ needed: String) -> OSRMError {
        OSRMError(.invalidOptions, "\(name) is out of its range; \(needed).")
    }

    private func range(_ name: String, _ needed: String) -> OSRMError {
        OSRMError(.invalidValue, "\(name) is out of its range; \(needed).")
    }
}
