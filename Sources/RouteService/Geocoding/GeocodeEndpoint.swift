// Answers requests for search by name.

import AccessControl
import Geo
import Geocoding
import Hummingbird
import Preparation
import PublishedServices
import RouteAPI
import ServiceLifecycle
import ServicePages
import ServiceTransport

/// Answers one request to a geocode service, on a thread of ``SolveQueue``.
///
/// A search takes some milliseconds and is bounded (`NameSearch`). The first one builds the index
/// of names, and a batch takes as long as its searches; both run in the lane for heavy work.
struct GeocodeEndpoint: Sendable {
    /// Meters within which reverse geocoding looks, if the request does not say.
    private static let reverseMeters = 100.0

    let service: GeocodeService
    let operation: GeocodeOperation
    let asking: Asking
    let queue: SolveQueue
    let client: ClientPresence?

    private var form: GeocodeForm { GeocodeForm(asking.request.fields) }
    private var geocoder: Geocoder { service.network.geocoder }
    private var formPage: GeocodeFormPage {
        GeocodeFormPage(service: service, operation: operation, fields: asking.request.fields)
    }

    /// Answers the request.
    ///
    /// - Throws: `RouteRequestError` naming the parameter; ``ServiceError`` with 503 if a program
    ///   wrote into the network; ``LaneRefusal`` if no thread is free.
    func respond() async throws -> Response {
        if asking.request.format == .html, !formPage.isAsked {
            return asking.writer.response(formPage)
        }
        guard !service.network.hasChangedFile else {
            throw ErrorTable.changedNetwork(of: service.layer)
        }
        let ticket = WorkTicket()
        let token = client?.onDisconnect { ticket.cancel(.clientClosed) }
        defer { if let token { client?.removeHandler(token) } }
        let order = WorkOrder(ticket, caller: asking.caller.key)
        let seconds = service.layer.limits.maximumSolveSeconds
        return try await withTaskCancellationHandler {
            try await withGracefulShutdownHandler {
                if operation != .geocodeAddresses, geocoder.isPrepared {
                    let quick = try await queue.runLight(order, timeLimitSeconds: seconds) {
                        try response($0)
                    }
                    if let quick { return quick }
                }
                return try await queue.run(order, timeLimitSeconds: seconds) { try response($0) }
            } onGracefulShutdown: { [queue, asking] in
                queue.drain(graceSeconds: asking.server.shutdownGraceSeconds)
            }
        } onCancel: {
            ticket.cancel(.serverStopping)
        }
    }

    private func response(_ control: SolveControl) throws -> Response {
        switch operation {
        case .findAddressCandidates: return try found()
        case .suggest: return try suggested()
        case .geocodeAddresses: return try located(control)
        case .reverseGeocode: return try reversed()
        }
    }

    private func found() throws -> Response {
        let request = try form.find()
        let named = request.magicKey.flatMap { geocoder.candidate(forKey: $0) }
        let candidates =
            try named.map { [$0] } ?? geocoder.candidates(query(request, isUnfinished: false))
        return asking.writer.response(
            GeocodeAnswer(
                .candidates(candidates, request.outFields), try placed(candidates, request.outSR)))
    }

    private func suggested() throws -> Response {
        let request = try form.suggest()
        let candidates = geocoder.candidates(try query(request, isUnfinished: true))
        var seen: Set<String> = []
        return asking.writer.response(
            GeocodeAnswer(
                .suggestions(candidates.filter { seen.insert($0.address).inserted }),
                try placed([], nil)))
    }

    private func located(_ control: SolveControl) throws -> Response {
        let outSR = try form.outSR()
        let types = GeocodeKinds.types(ofCategories: try form.kinds())
        let takesNearestHouse = try form.takesNearestHouse()
        let area = try form.extent().map { try projected($0) }
        var found: [(record: GeocodeRecord, candidate: GeocodeCandidate?)] = []
        for record in try form.records() {
            try control.check()
            var query = GeocodeQuery(record.text, most: 1)
            (query.types, query.takesNearestHouse) = (types, takesNearestHouse)
            query.area = area
            let first = geocoder.candidates(query).first
            found.append((record, first))
        }
        return asking.writer.response(
            GeocodeAnswer(.locations(found), try placed(found.compactMap(\.candidate), outSR)))
    }

    private func reversed() throws -> Response {
        let request = try form.reverse()
        guard let location = request.location else { preconditionFailure("the form checks it") }
        let place = try projected(location)
        let meters = request.distance ?? Self.reverseMeters
        let types = try GeocodeKinds.types(ofFeatures: request.kinds)
        guard let found = geocoder.address(at: place, within: meters, types: types) else {
            // Clients take this sentence in the details for an answer without a place.
            let message = "Unable to find address for the specified location."
            throw RouteRequestError(
                .notLocated, message: message,
                details: [
                    message,
                    "No \(types == nil ? "address or named street" : "such place") lies within "
                        + "\(ShownNumber.text(meters)) m of \"location\"; \"distance\" says how "
                        + "far to look.",
                ])
        }
        return asking.writer.response(
            GeocodeAnswer(.address(found), try placed([found], request.outSR)))
    }

    private func query(
        _ request: GeocodeRequest, isUnfinished: Bool
    ) throws(RouteRequestError) -> GeocodeQuery {
        var query = GeocodeQuery(request.text, isUnfinished: isUnfinished)
        if let location = request.location { query.near = try projected(location) }
        if let extent = request.extent { query.area = try projected(extent) }
        query.types = GeocodeKinds.types(ofCategories: request.kinds)
        query.takesNearestHouse = request.takesNearestHouse
        query.most = request.most ?? (isUnfinished ? 5 : 20)
        return query
    }

    private func projected(
        _ location: ReferencedPlace
    ) throws(RouteRequestError) -> Coordinate {
        try service.network.projected(
            location.place, from: location.spatialReference, parameter: "location")
    }

    /// Returns the box around an extent's corners in degrees.
    private func projected(
        _ extent: MapContext.Extent
    ) throws(RouteRequestError) -> Envelope {
        let box = extent.envelope
        var envelope = Envelope()
        for (x, y) in [
            (box.minX, box.minY), (box.minX, box.maxY), (box.maxX, box.minY), (box.maxX, box.maxY),
        ] {
            envelope.add(
                try service.network.projected(
                    Coordinate(x: x, y: y), from: extent.spatialReference,
                    parameter: "searchExtent"))
        }
        return envelope
    }

    /// Returns candidates' places and boxes in the answer's system.
    private func placed(
        _ candidates: [GeocodeCandidate], _ outSR: SpatialReference?
    ) throws(RouteRequestError) -> GeocodeAnswer.Places {
        let system = outSR ?? .wgs84
        let corners = candidates.flatMap { candidate in
            [
                candidate.location,
                Coordinate(x: candidate.extent.minX, y: candidate.extent.minY),
                Coordinate(x: candidate.extent.maxX, y: candidate.extent.maxY),
            ]
        }
        let moved = try service.network.transformed(corners, to: system, parameter: "outSR")
        let path = PathPattern<GeocodeService>.geocodeService.path(of: service)
        return GeocodeAnswer.Places(
            form: formPage,
            link: asking.request.fields.linkQuery.map { "\(path)/\(operation.rawValue)?\($0)" },
            system: system,
            rows: candidates.indices.map { row in
                (moved[3 * row], Envelope([moved[3 * row + 1], moved[3 * row + 2]]))
            })
    }
}
