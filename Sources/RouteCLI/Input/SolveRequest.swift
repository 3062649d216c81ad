// Builds a request from options, for a local network or a server.

import Geo
import Preparation
import RouteAPI
import RouteAnalysis

/// A request before its times are converted, which may need a server's time zone.
///
/// Options that are not given add no field, so the layer's default applies. Only the locations are
/// always requested (`returnStops`, `returnOrigins` and so on), because the exit code needs each
/// location's status.
///
/// A draft becomes a ``SolveRequest`` in two steps, because both need the layer. ``settled(on:)``
/// checks typed attribute names and applies `--avoid`, `--restrict` and the vehicle's size to the
/// layer's own restrictions. ``request(in:)`` converts written times, and needs the service's zone
/// only if ``hasWrittenTimes`` is true, so most requests to a server save one round trip.
/// `AnalysisSource.request(_:)` does both.
struct RequestDraft {
    let type: LayerType
    /// The operation; `nil` for the layer's main one.
    let operation: LayerOperation?
    /// The zone of `--time-zone`.
    let zone: ZoneClock?
    /// The attribute names in options. Unknown names are errors, because warnings are easily
    /// missed.
    private(set) var typedNames: TypedNames
    /// How options change the restrictions of the travel mode or the layer.
    private(set) var choice: TravelChoice
    /// The fields without locations; times are as written.
    private(set) var fields: [String: String]
    private let inputs: [InputDraft]

    /// Creates a request from options.
    ///
    /// - Parameters:
    ///   - type: The layer's type.
    ///   - operation: The operation; `nil` for the layer's main one.
    ///   - inputs: Its locations.
    ///   - write: Writes the command's own options.
    /// - Throws: ``CommandFailure`` naming the option or the file, row and column.
    init(
        _ type: LayerType, operation: LayerOperation? = nil, inputs: [InputDraft],
        barriers: BarrierOptions, travel: TravelOptions,
        writing write: (inout [String: String]) throws -> Void = { _ in }
    ) throws {
        self.type = type
        self.operation = operation
        self.inputs = inputs
        typedNames = try travel.typedNames()
        choice = try travel.choice()
        zone = try travel.zone
        var fields: [String: String] = [:]
        // Request each location's status; the exit code and most outputs need it.
        for input in inputs { fields[input.returnParameter] = "true" }
        try travel.write(to: &fields)
        let found = try barriers.features()
        for kind in BarrierClass.allCases {
            guard let set = found[kind] else { continue }
            fields[kind.parameter] = SolveRequest.text(set)
            fields[kind.returnParameter] = "true"
        }
        try write(&fields)
        for input in inputs where input.isEmpty && fields[input.name] == nil {
            throw CommandFailure(.usage, "no \(input.name): \(input.remedy)")
        }
        self.fields = fields
    }

    /// Applies options that change the layer's own settings.
    ///
    /// - Throws: ``CommandFailure`` for names that the layer does not have, and if access rules
    ///   would be left out.
    func settled(on layer: AnalysisSource) async throws -> RequestDraft {
        guard !typedNames.isEmpty || !choice.isEmpty else { return self }
        let resource = try await layer.layerResource()
        try typedNames.check(against: resource)
        var draft = self
        try choice.settle(&draft.fields, by: resource)
        return draft
    }

    /// Replaces the travel settings, before the layer's settings are applied.
    ///
    /// - Throws: ``CommandFailure`` naming the accepted values.
    func travelling(by travel: TravelOptions) throws -> RequestDraft {
        var draft = self
        draft.typedNames = try travel.typedNames()
        draft.choice = try travel.choice()
        for name in TravelOptions.ownFields { draft.fields[name] = nil }
        try travel.write(to: &draft.fields)
        return draft
    }

    /// Replaces the start, written as in options.
    func starting(at text: String) -> RequestDraft {
        var draft = self
        draft.fields[timeParameter] = text
        draft.fields["\(timeParameter)IsUTC"] = nil
        return draft
    }

    /// The parameter for the time of travel.
    private var timeParameter: String { type.timeParameter }

    /// The request's start time, from an option or `--set`.
    var start: StartText? { fields[timeParameter].flatMap(StartText.init) }

    /// Whether a time is given as text, so that the service's time zone matters.
    var hasWrittenTimes: Bool {
        inputs.contains { $0.windows?.isEmpty == false } || start.map { $0.needsZone } ?? false
    }

    /// Converts the times to the form in the contract.
    ///
    /// - Parameter service: The service's time zone, if known; used only if ``hasWrittenTimes`` is
    ///   true.
    /// - Throws: `MissingZone` if a zone is needed and none is known.
    func request(in service: ServiceZone) throws -> SolveRequest {
        let clock = WrittenClock(service: service.clock, chosen: zone)
        var fields = fields
        if let start {
            let (text, isUTC) = try clock.fields(ofStart: start)
            fields[timeParameter] = text
            if let isUTC { fields["\(timeParameter)IsUTC"] = "\(isUTC)" }
        }
        var notes: [String] = []
        for input in inputs where fields[input.name] == nil {
            guard let set = try settled(input, by: clock, &fields, &notes) else {
                fields[input.name] = input.definition
                continue
            }
            fields[input.name] = SolveRequest.text(set)
        }
        var request = SolveRequest(type: type, operation: operation, fields: fields)
        request.notes = notes
        let needsZone =
            inputs.contains { $0.windows?.needsZone ?? false } || start?.needsZone ?? false
        if needsZone, zone == nil, !service.isNamed, service.clock != nil {
            request.notes.append(
                "times without a zone are read as UTC, because the service states no other zone; "
                    + "--time-zone sets one, such as --time-zone Europe/Lisbon")
        }
        return request
    }

    /// What a request's fields say about the stop with which a shift begins.
    static func shiftOrder(of fields: [String: String]) -> ShiftBeginnings.Order {
        guard fields["findBestSequence"]?.lowercased() == "true" else { return .given }
        return fields["preserveFirstStop"]?.lowercased() == "false" ? .free : .onlyFirst
    }

    /// Converts an input's time windows to milliseconds.
    private func settled(
        _ input: InputDraft, by clock: WrittenClock, _ fields: inout [String: String],
        _ notes: inout [String]
    ) throws -> FeatureSet? {
        guard let windows = input.windows, !windows.isEmpty else { return input.features }
        let isUTC = fields["timeWindowsAreUTC"].map { $0.lowercased() == "true" }
        let startIsUTC = fields["\(timeParameter)IsUTC"]?.lowercased() == "true"
        let settled: WindowTimes.Settled
        do {
            settled = try windows.settled(
                by: WindowTimes.Rules(
                    clock: clock,
                    start: start.flatMap { clock.local(ofStart: $0, isUTC: startIsUTC) },
                    order: Self.shiftOrder(of: fields), isUTC: isUTC,
                    areUsed: fields["useTimeWindows"]?.lowercased() == "true"))
        } catch let error as FeatureReadError {
            throw CommandFailure(.invalidInput, "\(input.label): \(error)")
        }
        fields["timeWindowsAreUTC"] = "\(settled.areUTC)"
        notes += settled.notes.prefix(6)
        return settled.set
    }
}

/// The time zone for a service's local times.
struct ServiceZone {
    /// The zone's clock; `nil` if unknown.
    var clock: ZoneClock?
    /// Whether the zone was configured; a layer without a definition has UTC by default.
    var isNamed: Bool

    static let unknown = ServiceZone(clock: nil, isNamed: false)

    init(clock: ZoneClock?, isNamed: Bool) {
        self.clock = clock
        self.isNamed = isNamed
    }

    /// Creates the zone with a name.
    init(_ name: String) {
        self.init(clock: ZoneClock(name), isNamed: name != "UTC")
    }
}

/// A request to a layer as form fields in the REST contract.
///
/// A local network gets the same fields as a server, so both give the same answers, and `--set` can
/// change any parameter.
struct SolveRequest {
    let type: LayerType
    /// The operation; `nil` for the layer's main one.
    var operation: LayerOperation?
    var fields: [String: String]
    /// Notes for the user on how the options were interpreted.
    var notes: [String] = []

    /// Sets the spatial reference that an output format requires.
    ///
    /// - Throws: ``CommandFailure`` if the options set another spatial reference.
    mutating func requireWGS84(for format: OutputFormat) throws {
        if let requested = fields["outSR"], requested != "4326" {
            throw CommandFailure(
                .usage,
                "\(format.rawValue) is in WGS 84; omit --out-sr \(requested), or write Esri JSON")
        }
        fields["outSR"] = "4326"
        // With the default tolerance of 10 m, lines would visibly deviate from the streets.
        if format == .svg, fields["outputGeometryPrecision"] == nil {
            fields["outputGeometryPrecision"] = "1"
            fields["outputGeometryPrecisionUnits"] = "esriMeters"
        }
    }

    /// Writes a set as JSON in the contract's form.
    static func text(_ set: FeatureSet) -> String {
        JSONWriter.text { $0.esriFeatureSet(set) }
    }
}
