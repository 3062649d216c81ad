// Writes answers in OSRM's form. Start here: each service has its own function.

import Geo
package import RouteAPI

/// Turns an operation's result into OSRM's answer to a request.
///
/// Create one for each request, then call ``json(_:)`` with the result.
package struct OSRMAnswer: Sendable {
    private let request: OSRMRequest
    private let layer: OSRMLayer
    private let travel: OSRMTravel

    private var options: OSRMOptions { request.options }

    /// Prepares to answer a request to a layer.
    ///
    /// - Parameter own: The parameters made from `request`.
    /// - Throws: ``OSRMError`` if the layer lacks something the request names.
    package init(
        to request: OSRMRequest, on layer: OSRMLayer, _ own: AnalysisParameters
    ) throws(OSRMError) {
        (self.request, self.layer) = (request, layer)
        travel = try OSRMTravel(request, own, on: layer)
    }

    /// Writes the answer as JSON.
    ///
    /// - Throws: ``OSRMError`` if a street is farther away than the request allows, or if nothing
    ///   is found.
    /// - Complexity: O(*n*) in the size of the result.
    package func json(_ result: AnalysisResult) throws(OSRMError) -> [UInt8] {
        switch request.service {
        case .route: try route(result)
        case .trip: try trip(result)
        case .table: try table(result)
        case .match: try match(result)
        case .nearest: try nearest(result)
        }
    }

    /// Writes a failure with OSRM's code for it.
    package static func json(_ error: OSRMError) -> [UInt8] {
        json(code: error.code.rawValue, error.message)
    }

    /// Writes a failure with a code OSRM does not have.
    package static func json(code: String, _ message: String) -> [UInt8] {
        object { writer in
            writer.member("code", code)
            writer.member("message", message)
        }
    }

    private static func object(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        body(&writer)
        writer.endObject()
        return writer.bytes
    }

    private var writesRoutes: RouteWriter {
        RouteWriter(
            options: options, travel: travel, drivesOnLeft: layer.drivesOnLeft,
            weighsTime: layer.unit(of: travel.impedance).seconds != nil)
    }

    private func routes(_ result: AnalysisResult) throws(OSRMError) -> [OSRMRoute] {
        let routes = OSRMRoute.all(of: result, for: request, travel, on: layer)
        guard !routes.isEmpty else {
            throw OSRMError(
                request.service.nothingFound,
                "Nothing was found"
                    + (result.messages.isEmpty ? "." : ": ")
                    + result.messages.map(\.text).joined(separator: " "))
        }
        return routes
    }

    private func route(_ result: AnalysisResult) throws(OSRMError) -> [UInt8] {
        let routes = try routes(result)
        return object("routes", routes[...], through: try places(result.stops)) { _, _ in }
    }

    private func trip(_ result: AnalysisResult) throws(OSRMError) -> [UInt8] {
        let routes = try routes(result)
        let places = try places(result.stops)
        return object("trips", routes.prefix(1), through: places) { row, writer in
            writer.member("trips_index", 0)
            writer.member("waypoint_index", (places[row].integer("Sequence") ?? row + 1) - 1)
        }
    }

    /// Writes routes and the waypoints that they lead through.
    ///
    /// - Parameter more: Writes further members of a waypoint.
    private func object(
        _ key: String, _ routes: ArraySlice<OSRMRoute>, through places: [OSRMRow],
        _ more: (_ row: Int, inout JSONWriter) -> Void
    ) -> [UInt8] {
        let writes = writesRoutes
        return Self.object { writer in
            writer.member("code", "Ok")
            writer.array(key) { writer in
                for route in routes {
                    writer.beginObject()
                    writes.members(of: route, to: &writer)
                    writer.endObject()
                }
            }
            guard !options.skipsWaypoints else { return }
            writer.array("waypoints") { writer in
                for row in places.indices {
                    waypoint(places[row], at: row, to: &writer) { more(row, &$0) }
                }
            }
        }
    }

    private func nearest(_ result: AnalysisResult) throws(OSRMError) -> [UInt8] {
        let table = result[table: AnalysisClass.places.answerKey] ?? result.stops
        let nearest = try places(table)[0]
        let radius = options.radiuses?[0] ?? .infinity
        // Further rows are places on other streets.
        let places =
            [nearest]
            + OSRMRow.all(table).dropFirst().filter {
                $0.place != nil && ($0.number("DistanceToNetworkInMeters") ?? 0) <= radius
            }
        return Self.object { writer in
            writer.member("code", "Ok")
            guard !options.skipsWaypoints else { return }
            writer.array("waypoints") { writer in
                for place in places { waypoint(place, at: 0, to: &writer) { _ in } }
            }
        }
    }

    private func match(_ result: AnalysisResult) throws(OSRMError) -> [UInt8] {
        let routes = try routes(result)
        let writes = writesRoutes
        let points = MatchedPoints(result, request)
        if let missed = options.waypoints?.first(where: { points.rows[$0] == nil }) {
            throw OSRMError(
                .noMatch,
                "Requested waypoint parameter could not be matched: coordinate \(missed) lies on "
                    + "none of the matched streets.")
        }
        let matchings = Dictionary(
            routes.enumerated().map { ($1.id, $0) }
        ) { first, _ in first }
        return Self.object { writer in
            writer.member("code", "Ok")
            writer.array("matchings") { writer in
                for route in routes {
                    writer.beginObject()
                    writer.member(
                        "confidence", points.confidence(ofRoute: route.id).inThousandths)
                    writes.members(of: route, to: &writer)
                    writer.endObject()
                }
            }
            guard !options.skipsWaypoints else { return }
            writer.array("tracepoints") { writer in
                for row in request.coordinates.indices {
                    guard let point = points.rows[row],
                        let matching = point.integer("RouteID").flatMap({ matchings[$0] })
                    else {
                        writer.null()
                        continue
                    }
                    waypoint(point, at: row, to: &writer) { writer in
                        writer.member("matchings_index", matching)
                        if let index = points.waypointIndex(of: row) {
                            writer.member("waypoint_index", index)
                        } else {
                            writer.key("waypoint_index")
                            writer.null()
                        }
                        writer.member("alternatives_count", 0)
                    }
                }
            }
        }
    }

    private func table(_ result: AnalysisResult) throws(OSRMError) -> [UInt8] {
        guard let matrix = result.costMatrix else {
            throw OSRMError(.noTable, "No pair of coordinates has a path.")
        }
        let every = Array(request.coordinates.indices)
        let (sources, destinations) = (options.sources ?? every, options.destinations ?? every)
        let starts = try places(result[table: "origins"], of: sources)
        let ends = try places(result[table: "destinations"], of: destinations)
        let cells = TableCells(
            matrix, options, travel, layer, from: (sources, starts), to: (destinations, ends),
            request.coordinates)
        return Self.object { writer in
            writer.member("code", "Ok")
            if options.hasDurations { cells.write("durations", cells.seconds, to: &writer) }
            if options.hasDistances { cells.write("distances", cells.meters, to: &writer) }
            if options.fallbackSpeed != nil {
                writer.array("fallback_speed_cells") { writer in
                    for (row, column) in cells.estimated {
                        writer.beginArray()
                        writer.integer(row)
                        writer.integer(column)
                        writer.endArray()
                    }
                }
            }
            guard !options.skipsWaypoints else { return }
            for (name, indices, rows) in [
                ("sources", sources, starts), ("destinations", destinations, ends),
            ] {
                writer.array(name) { writer in
                    for (index, row) in zip(indices, rows) {
                        waypoint(row, at: index, to: &writer) { _ in }
                    }
                }
            }
        }
    }

    /// Returns the rows for `indices`, in their order; if it is `nil`, the rows for all
    /// coordinates.
    ///
    /// - Throws: ``OSRMError`` if a coordinate has no street near enough; the message names it.
    private func places(
        _ table: FeatureSet?, of indices: [Int]? = nil
    ) throws(OSRMError) -> [OSRMRow] {
        let rows = Dictionary(
            OSRMRow.all(table).map { ($0.integer("ObjectID") ?? 0, $0) }
        ) { first, _ in first }
        var found: [OSRMRow] = []
        for index in indices ?? Array(request.coordinates.indices) {
            guard let row = rows[index + 1], row.place != nil,
                row.number("SnapX") != nil || row.integer("Status") == 0
            else {
                throw OSRMError(
                    .noSegment,
                    "\(OSRMError.noSegment(at: index)): no street that may be used is near.")
            }
            if let radius = options.radiuses.map({
                $0[index] ?? layer.configuration.locateSettings.toleranceMeters
            }),
                let distance = row.number("DistanceToNetworkInMeters"), distance > radius
            {
                throw OSRMError(
                    .noSegment,
                    "\(OSRMError.noSegment(at: index)): the nearest street is "
                        + "\(distance.inThousandths) m away, and its radius is \(radius) m.")
            }
            found.append(row)
        }
        return found
    }

    /// Writes a waypoint, then the members `more` adds.
    private func waypoint(
        _ row: OSRMRow, at index: Int, to writer: inout JSONWriter,
        _ more: (inout JSONWriter) -> Void
    ) {
        let sent = request.coordinates[index]
        let place = row.place ?? sent
        writer.beginObject()
        if options.generatesHints, let hint = OSRMHint(row) {
            writer.member("hint", hint.text(for: sent, mark: layer.mark))
        }
        // A place at a junction that the row names is on no particular street.
        let isOnStreet = row.integer("SourceID") == 1
        let street = isOnStreet ? row.integer("SourceOID").map(layer.streetName) : nil
        writer.member("name", street ?? "")
        writer.key("location")
        writer.pair(place)
        writer.member(
            "distance",
            (row.number("DistanceToNetworkInMeters")
                ?? Geodesic.distanceMeters(from: sent, to: place)).inThousandths)
        more(&writer)
        writer.endObject()
    }
}
