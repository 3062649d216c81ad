// Samples of the documentation: waypoints, places, and routes from files.

import Geo
import Navigation
import RouteAPI
import RouteTaskClient
import Testing

@Suite struct ItinerarySamples {
    private let station = Coordinate(x: 7.4189, y: 43.7386)
    private let museum = Coordinate(x: 7.4256, y: 43.7308)
    private let beach = Coordinate(x: 7.4380, y: 43.7460)

    private var layer: JSONValue {
        get throws { try JSONValue.parse(Array(RouteServer.layer.utf8)) }
    }

    /// The attributes of a request's stops.
    private func rows(_ parameters: RouteParameters) throws -> [JSONValue] {
        try HTTPCall(url: RouteServer.url, form: parameters.formFields).stopRows
    }

    @Test func `follow a route through waypoints`() async throws {
        // A street is driven twice, and the waypoint is between the two times.
        let corners = [
            (0.0, 0.0), (1_000, 0), (1_000, 500), (0, 500), (0, 0), (1_000, 0), (1_000, -500),
        ].map { RouteSketch.place(east: $0, north: $1) }
        let server = RouteServer()
        server.set("solve", corners, waypoint: 3)
        let provider = try server.provider()
        let layer = try layer
        let itinerary = Itinerary(
            from: ItineraryPoint(coordinate: corners[0]),
            through: [ItineraryPoint(id: "school", coordinate: corners[3])],
            to: ItineraryPoint(coordinate: corners[6]))

        // sample: Follow a route through waypoints
        let request = try RouteOptions().parameters(along: itinerary, layer: layer)
        let session = NavigationSession(provider: provider, request: request)
        try await session.start(provider.calculate(request).answer(), time: 0)
        // end of sample

        _ = try await session.drive(corners, from: 0)
        await session.stop()
        let state = await session.state
        #expect(state.tracker.waypointsReached == 1)
        #expect(state.tracker.shownMeters > 4_000)
        var reached: [Int] = []
        for await case .navigator(.tracked(.waypointReached(let waypoint))) in session.events {
            reached.append(waypoint)
        }
        #expect(reached == [0])
        let waypoint = await session.activeRoute?.waypoints.first
        #expect(itinerary.point(stopID: waypoint.flatMap { Int($0.id) } ?? 0)?.id == "school")
    }

    @Test func `plan through coordinates`() throws {
        let layer = try layer

        // sample: Plan through coordinates
        let itinerary = Itinerary(
            from: ItineraryPoint(coordinate: station),
            through: [ItineraryPoint(coordinate: museum)],
            to: ItineraryPoint(coordinate: beach))
        let parameters: RouteParameters
        do throws(RouteRequestError) {
            parameters = try RouteOptions().parameters(along: itinerary, layer: layer)
        } catch {
            print(error.details.joined(separator: " "))
            return
        }
        // end of sample

        let stops = try #require(parameters.stops?.features)
        #expect(stops.features.map(\.geometry) == [station, museum, beach].map { .point($0) })
        #expect(parameters.findBestSequence == false)
    }

    @Test func `plan through a place with an address`() throws {
        let layer = try layer

        // sample: Plan through a place with an address
        let place = ItineraryPlace(
            name: "Oceanographic Museum", streetNumber: "2", street: "Avenue Saint-Martin",
            municipality: "Monaco", postalCode: "98000", country: "MC")
        let itinerary = Itinerary(
            from: ItineraryPoint(id: "station", coordinate: station),
            through: [ItineraryPoint(id: "museum", coordinate: museum, place: place)],
            to: ItineraryPoint(id: "beach", coordinate: beach))
        let parameters = try RouteOptions().parameters(along: itinerary, layer: layer)
        // end of sample

        let rows = try rows(parameters)
        #expect(rows.map { $0["PointID"]?.string } == ["station", "museum", "beach"])
        #expect(rows[1]["Name"]?.string == "Oceanographic Museum")
        #expect(rows[1]["StreetNumber"]?.string == "2")
        #expect(rows[1]["PostalCode"]?.string == "98000")
        #expect(rows[0]["Name"]?.string == nil)
    }

    @Test func `make a point from a coordinate`() {
        // sample: Make a point from a coordinate
        let point = ItineraryPoint(coordinate: Coordinate(x: 7.4256, y: 43.7308))
        // end of sample

        #expect(point.coordinate == museum)
        #expect(point.place == nil)
        #expect(point.position == nil)
    }

    @Test func `make a point from a place`() {
        let place = ItineraryPlace(name: "Oceanographic Museum")

        // sample: Make a point from a place
        let point = ItineraryPoint(coordinate: museum, place: place)
        // end of sample

        #expect(point.place?.name == "Oceanographic Museum")
        #expect(point.coordinate == museum)
    }

    @Test func `follow a line from a file`() async throws {
        let server = RouteServer()
        server.set("solve", [station, museum, beach])
        let provider = try server.provider()
        let layer = try layer
        let points = [station, museum, beach].map { "<trkpt lat=\"\($0.y)\" lon=\"\($0.x)\"/>" }
        let file = Array(
            """
            <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk>
            <trkseg>\(points.joined())</trkseg></trk></gpx>
            """.utf8)
        let itinerary = Itinerary(
            from: ItineraryPoint(coordinate: station), to: ItineraryPoint(coordinate: beach))

        // sample: Follow a line from a file
        var options = RouteOptions()
        options.legs = try GPXTrackReader().lines(file).map {
            LegOptions(supportingPoints: $0.points.map(\.coordinate))
        }
        options.maximumAlternatives = 1
        options.minimumDeviationMeters = 100
        options.minimumDeviationSeconds = 10
        let calculation = try provider.calculate(along: itinerary, options, layer: layer)
        let answer = try await calculation.answer()
        // end of sample

        #expect(answer.result.routes?.features.count == 1)
        let form = try #require(server.calls("solve").first?.form)
        #expect(form["alternatives"] == "1")
        #expect(form["minDeviationDistance"].flatMap(Double.init) == 100)
        #expect(form["minDeviationTime"].flatMap(Double.init) == 10)
        let legs = try JSONValue.parse(Array((form["legs"] ?? "").utf8)).array
        #expect(legs?.map { $0["supportingPoints"]?.array?.count } == [3])
        // A leg for each two points of the itinerary is needed.
        options.legs = []
        #expect(throws: RouteRequestError.self) {
            try provider.calculate(along: itinerary, options, layer: layer)
        }
    }
}
