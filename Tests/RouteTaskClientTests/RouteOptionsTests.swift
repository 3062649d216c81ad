// Options as requests: defaults, travel modes, what walking ignores, what is refused.

import Geo
import RouteAPI
import RouteTaskClient
import Testing

@Suite struct RouteOptionsTests {
    private let itinerary = Itinerary(
        from: ItineraryPoint(id: "a", coordinate: Coordinate(x: 7.4, y: 43.7)),
        to: ItineraryPoint(id: "b", coordinate: Coordinate(x: 7.5, y: 43.7)))

    /// A layer with two modes for cars and one for walking.
    private var layer: JSONValue {
        get throws {
            func mode(_ name: String, _ type: String, _ impedance: String) -> String {
                """
                {"name":"\(name)","type":"\(type)","impedanceAttributeName":"\(impedance)",
                "timeAttributeName":"TravelTime","distanceAttributeName":"Kilometers",
                "restrictionAttributeNames":["Oneway"]}
                """
            }
            let modes = [
                mode("Driving Distance", "AUTOMOBILE", "Kilometers"),
                mode("Driving Time", "AUTOMOBILE", "TravelTime"),
                mode("Walking Time", "WALK", "TravelTime"),
            ]
            return try JSONValue.parse(
                Array("{\"supportedTravelModes\":[\(modes.joined(separator: ","))]}".utf8))
        }
    }

    private func fields(_ change: (inout RouteOptions) -> Void) throws -> [String: String] {
        var options = RouteOptions()
        change(&options)
        return try options.parameters(along: itinerary, layer: layer).formFields
    }

    @Test func `the defaults are those of the guides`() throws {
        let fields = try fields { _ in }
        #expect(fields["travelMode"] == "Driving Time")
        #expect(fields["alternatives"] == "3")
        #expect(fields["useTraffic"] == "true")
        #expect(fields["trafficSnapshot"] == nil)
        #expect(fields["directionsLength"].flatMap(Double.init) == 20_000)
        #expect(fields["returnRouteHandle"] == "true")
        #expect(RouteOptions().ignored.isEmpty)
    }

    @Test func `each option changes its part of the request`() throws {
        #expect(try fields { $0.optimization = .shortest }["travelMode"] == "Driving Distance")
        #expect(try fields { $0.considersTraffic = false }["useTraffic"] == "false")
        #expect(try fields { $0.trafficSnapshot = "0c5e" }["trafficSnapshot"] == "0c5e")
        #expect(try fields { $0.buildsAllDirections = true }["directionsLength"] == nil)
        #expect(try fields { $0.maximumAlternatives = 0 }["alternatives"] == "0")
        let tolls = try fields { $0.avoidsTollRoads = true }["travelMode"] ?? ""
        #expect(tolls.contains("Driving Time"))
        #expect(tolls.contains("Oneway"))
        #expect(tolls.contains("Avoid Toll Roads"))
    }

    @Test func `walking ignores optimization, vehicle and tolls, and says so`() throws {
        var options = RouteOptions()
        options.isWalking = true
        options.optimization = .shortest
        options.vehicle = .truck
        options.avoidsTollRoads = true
        let fields = try options.parameters(along: itinerary, layer: layer).formFields
        #expect(fields["travelMode"] == "Walking Time")
        #expect(options.ignored == ["optimization", "vehicle", "avoidsTollRoads"])
    }

    @Test func `what the layer cannot do is refused with the parameter's name`() throws {
        let truck = try #require(throws: RouteRequestError.self) {
            try fields { $0.vehicle = .truck }
        }
        #expect(truck.details.joined().contains("no mode of the type TRUCK"))
        let many = try #require(throws: RouteRequestError.self) {
            try fields { $0.maximumAlternatives = 4 }
        }
        #expect(many.identifier == .invalidParameter)
        #expect(many.faults.map(\.parameter) == ["alternatives"])
    }
}
