// From options to one request, the same for a network here and for a server.

import Geo
import RouteAPI
import RouteAnalysis

/// What was asked for, before its times are read: that may take the time zone of a server.
struct RequestDraft {
    private var fields: [String: String]
    private let stops: FeatureSet?
    private let windows: WindowTimes?
    private let zone: ZoneClock?
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
        zone = try travel.zone
        self.stops = try stops.features()
        windows = try self.stops.map { try WindowTimes($0) }
        let found = try barriers.features()
        for kind in BarrierClass.allCases {
            guard let set = found[kind] else { continue }
            fields[kind.parameter] = SolveRequest.text(set)
            fields[kind.returnParameter] = "true"
        }
        try answer.write(to: &fields)
        self.fields = fields
        guard self.stops != nil || fields["stops"] != nil else {
            throw CommandFailure(
                .usage, "no stops: give two or more places \"lon,lat\", or --stops FILE")
        }
    }

    /// What starts the request; `--set` may have said it.
    private var start: StartText? { fields["startTime"].flatMap(StartText.init) }

    /// Whether a time was written, so that the service's time zone counts.
    var hasWrittenTimes: Bool {
        windows?.isEmpty == false || start.map { $0.needsZone } ?? false
    }

    /// The request with its times as the contract has them.
    ///
    /// - Parameter service: The zone that the service reads local times in, where it tells;
    ///   ``hasWrittenTimes`` says whether it is looked at.
    /// - Throws: ``CommandFailure`` when a zone is needed and none is known.
    func request(in service: ServiceZone) throws -> SolveRequest {
        let clock = RequestClock(service: service.clock, asked: zone)
        var fields = fields
        if let start {
            let (text, isUTC) = try clock.fields(ofStart: start)
            fields["startTime"] = text
            if let isUTC { fields["startTimeIsUTC"] = "\(isUTC)" }
        }
        if let stops, fields["stops"] == nil {
            var set = stops
            if let windows, !windows.isEmpty {
                let isUTC = fields["timeWindowsAreUTC"].map { $0.lowercased() == "true" }
                let startIsUTC = fields["startTimeIsUTC"]?.lowercased() == "true"
                let settled = try windows.settled(
                    by: clock, day: clock.day(ofStart: start, isUTC: startIsUTC), isUTC: isUTC)
                set = settled.set
                fields["timeWindowsAreUTC"] = "\(settled.areUTC)"
            }
            fields["stops"] = SolveRequest.text(set)
        }
        var request = SolveRequest(fields: fields)
        let needsZone = windows?.needsZone ?? false || start?.needsZone ?? false
        if needsZone, zone == nil, !service.isNamed, service.clock != nil {
            request.notes.append(
                "times without a zone are read as UTC, which is all that the service names; "
                    + "--time-zone reads them in another zone, such as --time-zone Europe/Lisbon")
        }
        return request
    }
}

/// The zone that a service reads local times in.
struct ServiceZone {
    /// Its clocks; `nil` when the service does not tell.
    var clock: ZoneClock?
    /// Whether somebody chose it; a layer without a definition has UTC for want of another.
    var isNamed: Bool

    /// Nothing is known.
    static let unknown = ServiceZone(clock: nil, isNamed: false)

    init(clock: ZoneClock?, isNamed: Bool) {
        self.clock = clock
        self.isNamed = isNamed
    }

    /// The zone of a name.
    init(_ name: String) {
        self.init(clock: ZoneClock(name), isNamed: name != "UTC")
    }
}

/// A solve request as form fields of the REST contract.
///
/// A network on this machine gets the request by the same fields as a server would, so that both
/// answer alike and `--set` reaches everything.
struct SolveRequest: Hashable {
    var fields: [String: String]
    /// What a person should know of how the request was read.
    var notes: [String] = []

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

    /// A set as the contract sends it.
    static func text(_ set: FeatureSet) -> String {
        var writer = JSONWriter()
        writer.esriFeatureSet(set)
        return writer.text
    }
}
