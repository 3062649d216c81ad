// Translates the inputs of Esri's tools into the operations' parameters. Travel settings are in
// ToolReader+Travel.swift, features in ToolFeatures.swift.

import DataStructures
import Geo
import RouteAPI

/// Translates a request for an Esri tool into a request for an operation.
///
/// It reads the form once, input by input, and collects the operation's `fields`. Along the way it
/// notes in ``ToolSettings`` what the outputs need later, such as units: a tool totals time and
/// length in the units its request names, while the operation knows only the network's costs.
///
/// It is as strict as Esri's tools. A value outside an enumeration is an error that names the
/// tool's input and what is accepted. But restrictions, costs and parameters that the network does
/// not have are dropped with a warning, and so are inputs the tool does not know, since the same
/// request may be sent to servers with other networks. The declared defaults are always accepted,
/// because clients send them back.
///
/// Words are compared without case, blanks and signs (``ToolWords/folded(_:)``), and `#` stands for
/// an input's default, as in ArcGIS.
struct ToolReader {
    let tool: GPTool
    let form: FormParameters
    let layer: LayerDescription
    var fields: [(name: String, value: String)] = []
    var messages: [Message] = []
    var settings = ToolSettings()
    /// What to do with rows that are fetched later, by the operation's parameter.
    var fetched: [String: ToolFeatures] = [:]

    init(tool: GPTool, form: FormParameters, layer: LayerDescription) {
        self.tool = tool
        self.form = form
        self.layer = layer
    }

    /// Reads the request.
    ///
    /// - Parameter inputs: The tool's inputs, to warn about any others.
    mutating func read(_ inputs: [GPParameter]) throws(RouteRequestError) -> GPRequest {
        noteUnknown(inputs)
        settings.edgeSourceName = layer.edgeSourceName
        try readUnits()
        let travel = try readTravel()
        try readCutoffs(travel)
        try readOrder()
        try readTime()
        try readShapes()
        try readDirections()
        try readOutput()
        for (input, parameter) in tool.locations {
            try readFeatures(input, as: parameter, travel, isRequired: true)
        }
        for (input, kind) in GPTool.barriers {
            try readFeatures(input, as: kind.parameter, travel)
        }
        return GPRequest(
            fields: FormParameters(fields), layerName: nil, messages: messages,
            settings: settings, fetched: fetched)
    }

    // MARK: - Values

    /// Returns an input's text; `nil` if it is absent, empty or the mark for a default.
    func text(_ name: String) -> String? {
        guard let text = form.text(name), text != "#", text.lowercased() != "null" else {
            return nil
        }
        return text
    }

    func truth(_ name: String) throws(RouteRequestError) -> Bool? {
        guard let text = text(name) else { return nil }
        switch text.lowercased() {
        case "true", "1", "yes": return true
        case "false", "0", "no": return false
        default:
            throw .invalidParameter(name, "is \"\(text.excerpt(60))\"; true or false is needed")
        }
    }

    /// Finds which choice an input names, in any case and with any signs between.
    func choice<Value>(
        _ name: String, _ choices: [(words: [String], value: Value)]
    ) throws(RouteRequestError) -> Value? {
        guard let text = text(name) else { return nil }
        let wanted = ToolWords.folded(text)
        for choice in choices where choice.words.contains(where: { ToolWords.folded($0) == wanted })
        {
            return choice.value
        }
        let words = choices.compactMap(\.words.first)
        throw .invalidParameter(
            name,
            "is \"\(text.excerpt(60))\"; one of \(words.joined(separator: ", ")) is needed"
                + NearestName.question(for: text, among: words))
    }

    func json(_ name: String, _ text: String) throws(RouteRequestError) -> JSONValue {
        do {
            return try JSONValue.parse(text, limits: .features(maximumBytes: 64 << 20))
        } catch {
            throw .invalidParameter(name, "is not valid JSON at \(error)")
        }
    }

    func unit(
        _ name: String, among words: [String]
    ) throws(RouteRequestError) -> NetworkUnit? {
        guard let text = text(name) else { return nil }
        guard let unit = ToolUnits.unit(text, among: words) else {
            throw .invalidParameter(
                name,
                "is \"\(text.excerpt(60))\"; one of \(words.joined(separator: ", ")) is needed"
                    + NearestName.question(for: text, among: words))
        }
        return unit
    }

    /// Sets a parameter of the operation.
    mutating func set(_ parameter: String, _ value: String?) {
        if let value { fields.append((parameter, value)) }
    }

    mutating func set(_ parameter: String, _ value: Bool?) {
        set(parameter, value.map { $0 ? "true" : "false" })
    }

    mutating func warn(_ name: String, _ text: String) {
        messages.append(Message(.warning, "Parameter \"\(name)\": \(text)"))
    }

    // MARK: - Parts

    /// Names that all resources read.
    private static let common: Set<String> = [
        "f", "token", "callback", "env:outsr", "env:processsr", "returnz", "returnm",
        "returntruecurves",
        "returnfeaturecollection", "returncolumnname", "returnmessages", "context", "layer",
    ]

    private mutating func noteUnknown(_ inputs: [GPParameter]) {
        let known = Set(inputs.map { $0.name.lowercased() }).union(Self.common)
        for field in form.fields where !known.contains(field.name.lowercased()) {
            let hint = NearestName.hint(for: field.name, among: inputs.map(\.name))
            let isNear = hint.hasPrefix("did you mean")
            warn(
                field.name.excerpt(60),
                "is not a parameter of \(tool.name) and was ignored"
                    + (isNear ? "; \(hint)" : "."))
        }
    }

    private mutating func readUnits() throws(RouteRequestError) {
        if tool.has(.pairs) {
            settings.timeUnit =
                try unit("Time_Units", among: ToolUnits.times) ?? .minutes
            settings.lengthUnit =
                try unit("Distance_Units", among: ToolUnits.lengths) ?? .kilometers
        } else {
            settings.unit = try unit("Measurement_Units", among: ToolUnits.all) ?? .minutes
        }
    }

    private mutating func readCutoffs(_ travel: ToolTravel) throws(RouteRequestError) {
        guard let targets = tool.targets else { return }
        set(targets.parameter, text(targets.input))
        if let text = text("Cutoff") {
            guard let number = Double(text), number.isFinite, number >= 0 else {
                throw .invalidParameter(
                    "Cutoff", "is \"\(text.excerpt(60))\"; 0 or a positive number is needed")
            }
            set("defaultCutoff", JSONValue.number(number * travel.cutoffFactor).text)
        }
        if tool.has(.direction) {
            set(
                "travelDirection",
                try choice(
                    "Travel_Direction",
                    [
                        (
                            ["Incident to Facility", "TRAVEL_TO", "To Facilities"],
                            TravelDirection.toFacility.rawValue
                        ),
                        (
                            ["Facility to Incident", "TRAVEL_FROM", "From Facilities"],
                            TravelDirection.fromFacility.rawValue
                        ),
                    ]))
        }
    }

    private mutating func readOrder() throws(RouteRequestError) {
        guard tool.has(.order) else { return }
        let isReordered = try truth("Reorder_Stops_to_Find_Optimal_Routes") ?? false
        let returns = try truth("Return_to_Start") ?? false
        var kept =
            try choice(
                "Preserve_Terminal_Stops",
                [
                    (["Preserve First"], (first: true, last: false)),
                    (["Preserve Last"], (first: false, last: true)),
                    (["Preserve First and Last"], (first: true, last: true)),
                    (["Preserve None"], (first: false, last: false)),
                ]) ?? (first: true, last: false)
        if returns && isReordered {
            guard kept.first, !kept.last else {
                throw .invalidParameter(
                    "Return_to_Start",
                    "is true while stops are reordered; Preserve_Terminal_Stops must be Preserve "
                        + "First then")
            }
            kept.last = true
        }
        set("findBestSequence", isReordered)
        set("preserveFirstStop", kept.first)
        set("preserveLastStop", kept.last)
        set("useTimeWindows", try truth("Use_Time_Windows") ?? false)
    }

    private static let zones: [(words: [String], value: Bool)] = [
        (["Geographically Local", "GEO_LOCAL"], false), (["UTC"], true),
    ]

    /// Returns the text of a date sent as an object, `{"date":…,"format":…}`; any other stays.
    ///
    /// Formats are not read: a date in ISO 8601 or in milliseconds needs none.
    private static func date(_ text: String) -> String {
        guard text.first == "{", let json = try? JSONValue.parse(text), let date = json["date"]
        else { return text }
        return date.string ?? date.text
    }

    private mutating func readTime() throws(RouteRequestError) {
        let isUTC = try choice("Time_Zone_for_Time_of_Day", Self.zones) ?? false
        var time = text("Time_of_Day").map(Self.date)
        if tool.has(.direction) {
            let usage =
                try choice(
                    "Time_of_Day_Usage",
                    [
                        (["Start Time"], TimeOfDayUsage.startTime),
                        (["End Time"], TimeOfDayUsage.endTime),
                        (["Not Used"], TimeOfDayUsage?.none),
                    ]) ?? .startTime
            if usage == nil { time = nil }
            set("timeOfDayUsage", usage?.rawValue)
        }
        set(tool.timeParameter, time)
        set("\(tool.timeParameter)IsUTC", isUTC)
        if tool.has(.order) {
            set("timeWindowsAreUTC", try choice("Time_Zone_for_Time_Windows", Self.zones) ?? false)
        }
    }

    private mutating func readShapes() throws(RouteRequestError) {
        if tool.has(.pairs) {
            set(
                "outputType",
                try choice(
                    "Origin_Destination_Line_Shape",
                    [
                        (["None", "No Lines"], MatrixOutputType.noLines.rawValue),
                        (["Straight Line"], MatrixOutputType.straightLines.rawValue),
                    ]) ?? MatrixOutputType.noLines.rawValue)
        }
        if tool.has(.routes) {
            set(
                "outputLines",
                try choice(
                    "Route_Shape",
                    ToolWords.shapes.map { ([$0.word] + $0.others, $0.shape.rawValue) }))
        }
        if tool.has(.edges) {
            settings.hasEdges = try truth("Populate_Route_Edges") ?? false
            set("returnTraversedEdges", settings.hasEdges)
        }
    }

    private mutating func readDirections() throws(RouteRequestError) {
        guard tool.has(.routes) else { return }
        settings.hasDirections = try truth("Populate_Directions") ?? tool.populatesDirections
        set("returnDirections", settings.hasDirections)
        set("directionsOutputType", DirectionsOutputType.complete.rawValue)
        set("directionsLanguage", text("Directions_Language"))
        let unit = try unit("Directions_Distance_Units", among: ToolUnits.lengths)
        set("directionsLengthUnits", unit?.rawValue)
        set("directionsStyleName", text("Directions_Style_Name"))
    }

    private mutating func readOutput() throws(RouteRequestError) {
        set("ignoreInvalidLocations", try truth("Ignore_Invalid_Locations"))
        set("locateSettings", text("Locate_Settings"))
        set("overrides", text("Overrides"))
        set("outSR", form.text("env:outSR"))
        set("returnZ", try truth("returnZ"))
        set("context", form.text("context"))
        settings.fileFormat =
            try choice(
                "Output_Format",
                [
                    (["Feature Set"], nil), (["JSON File", "JSON"], .json),
                    (["GeoJSON File", "GeoJSON"], .geoJSON), (["CSV File", "CSV"], .csv),
                ] as [(words: [String], value: ResultFileFormat?)]) ?? nil
        for name in ["Save_Output_Network_Analysis_Layer", "Save_Route_Data"]
        where try truth(name) == true {
            warn(name, "is not supported; the output stays empty.")
        }
        for parameter in tool.returned { set(parameter, true) }
    }
}
