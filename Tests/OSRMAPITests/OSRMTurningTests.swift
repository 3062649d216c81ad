// Tests at which coordinates a second request may turn round.

import Geo
import RouteAPI
import Testing

@testable import OSRMAPI

@Suite struct OSRMTurningTests {
    private static let layer = OSRMLayer(
        LayerDescription(
            configuration: RouteLayerConfiguration(
                impedanceAttributeName: "TravelTime", restrictionAttributeNames: [],
                accumulateAttributeNames: [], directionsTimeAttributeName: "TravelTime"),
            networkName: "Town", edgeSourceName: "Streets", buildTime: 0, attributes: [],
            fingerprint: "x0123-456789", attribution: "")
    ) { _ in "" }

    private func request(approaches: String?) throws -> OSRMRequest {
        try OSRMRequest(
            .route, ["v1", "driving", "1,1;2,2;3,3;4,4"],
            approaches.map { [(name: "approaches", value: $0)] } ?? [])
    }

    /// A result whose stops with these numbers, counted from 1, were moved.
    private func result(moved numbers: [Int]) -> AnalysisResult {
        var result = AnalysisResult()
        result.stops = FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: [
                Field("ObjectID", .objectID), Field("Status", .integer),
                Field("DistanceToNetworkInMeters", .double),
            ],
            features: (1...4).map { number in
                let isMoved = numbers.contains(number)
                let status: LocationStatus = isMoved ? .notLocatedOnClosest : .ok
                return Feature(
                    values: [.integer(number), .integer(status.rawValue), .double(30)],
                    geometry: .point(Coordinate(x: Double(number), y: Double(number))))
            })
        return result
    }

    @Test(arguments: [nil, ";;;", "unrestricted;unrestricted;unrestricted;unrestricted"])
    func `beside each moved coordinate the vehicle may turn round, but never at an end`(
        approaches: String?
    ) throws {
        let asked = try request(approaches: approaches)
        let expected: [Int: Set<Int>] = [1: [], 2: [1], 3: [1, 2], 4: [2]]
        for (number, rows) in expected {
            let turning = try asked.turning(
                besideMovedIn: result(moved: [number]), on: Self.layer)
            #expect(turning?.request.turning ?? [] == rows, "coordinate \(number)")
            #expect(turning?.meters ?? 30 == 30)
        }
        #expect(try asked.turning(besideMovedIn: result(moved: []), on: Self.layer) == nil)
        #expect(try asked.turningAnywhere(on: Self.layer)?.turning == [1, 2])
    }

    @Test func `an approach forbids turning`() throws {
        let asked = try request(approaches: "curb;curb;;curb")
        #expect(try asked.turningAnywhere(on: Self.layer)?.turning == [2])
        let moved = result(moved: [1, 2, 3, 4])
        #expect(
            try asked.turning(besideMovedIn: moved, on: Self.layer)?.request.turning == [2])
    }

    @Test func `a missing route is explained only if no other request may turn round`() throws {
        func explains(_ request: OSRMRequest) throws -> Bool {
            try request.routeParameters(on: Self.layer).analysis.caller.explainsMissingRoutes
        }
        let asked = try request(approaches: nil)
        #expect(try !explains(asked))
        let turning = try #require(try asked.turningAnywhere(on: Self.layer))
        #expect(try explains(turning))
        #expect(try turning.turningAnywhere(on: Self.layer) == nil)
        #expect(try explains(request(approaches: "curb;curb;curb;curb")))
        var free = asked
        free.options.continueStraight = false
        #expect(try explains(free))
        free.service = .trip
        #expect(try explains(free))
        var pair = asked
        pair.coordinates.removeLast(2)
        #expect(try explains(pair))
    }

    @Test func `a hint's mark has the first hexadecimal letters of the fingerprint`() {
        #expect(Self.layer.mark == "01234567")
    }

    @Test(
        arguments: [
            ("Cycling Time", "OTHER", ["Riding"], "cycling"),
            ("Rad", "OTHER", ["Avoid Ferries", "Riding a BICYCLE"], "cycling"),
            ("Bicycling", "OTHER", [], "cycling"), ("Recycling", "TRUCK", [], "cycling"),
            ("Cyclin", "OTHER", ["g"], "driving"), ("Bi", "AUTOMOBILE", [], "driving"),
            ("", "AUTOMOBILE", [], "driving"), ("Bicycle", "WALK", [], "walking"),
        ])
    func `a mode's names say whether it is for bicycles`(
        name: String, type: String, restrictions: [String], word: String
    ) throws {
        let mode = TravelMode(
            id: "1", name: name, type: type, impedanceAttributeName: "TravelTime",
            timeAttributeName: "TravelTime", distanceAttributeName: "Length",
            restrictionAttributeNames: restrictions, uTurnPolicy: .atDeadEndsOnly)
        var own = RouteParameters().analysis
        own.travel.travelMode = .settings(mode)
        let travel = try OSRMTravel(request(approaches: nil), own, on: Self.layer)
        #expect(travel.modeWord == word)
    }
}
