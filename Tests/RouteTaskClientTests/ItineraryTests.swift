// Itineraries: points as stops, positions from answers, and back.

import Foundation
import Geo
import RouteAPI
import RouteTaskClient
import Testing

@Suite struct ItineraryTests {
    private var home: ItineraryPoint {
        let place = ItineraryPlace(
            name: "Home", streetNumber: "7b", street: "Rue Grimaldi", municipality: "Monaco",
            postalCode: "98000", country: "MC")
        return ItineraryPoint(
            id: "home", coordinate: Coordinate(x: 7.42, y: 43.73), place: place,
            courseDegrees: 90)
    }

    private var office: ItineraryPoint {
        ItineraryPoint(id: "office", coordinate: Coordinate(x: 7.43, y: 43.74))
    }

    @Test func `ids, places and courses are on the stops`() throws {
        let parameters = RouteParameters(Itinerary(from: home, to: office))
        let set = try #require(parameters.stops?.features)
        func values(_ row: Int) -> [String: AttributeValue] {
            Dictionary(
                zip(set.fields.map(\.name), set.features[row].values),
                uniquingKeysWith: { first, _ in first })
        }
        #expect(values(0)["PointID"] == .string("home"))
        #expect(values(0)["Name"] == .string("Home"))
        #expect(values(0)["StreetNumber"] == .string("7b"))
        #expect(values(0)["Street"] == .string("Rue Grimaldi"))
        #expect(values(0)["Municipality"] == .string("Monaco"))
        #expect(values(0)["PostalCode"] == .string("98000"))
        #expect(values(0)["Country"] == .string("MC"))
        #expect(values(0)["Bearing"] == .double(90))
        #expect(values(1)["Bearing"] == .null)
        #expect(values(1)["SourceOID"] == .null)
        #expect(set.features.allSatisfy { $0.values.count == set.fields.count })
        #expect(parameters.findBestSequence == false)
    }

    @Test func `a place with an address survives encoding`() throws {
        let whole = try #require(home.place)
        for place in [whole, ItineraryPlace(street: "Rue Grimaldi")] {
            let data = try JSONEncoder().encode(place)
            #expect(try JSONDecoder().decode(ItineraryPlace.self, from: data) == place)
        }
    }

    @Test func `150 waypoints keep their order, and answers find their points`() {
        let waypoints = (1...150).map {
            ItineraryPoint(id: "w\($0)", coordinate: Coordinate(x: 7, y: 43 + Double($0) / 1_000))
        }
        let itinerary = Itinerary(from: home, through: waypoints, to: office)
        #expect(itinerary.stops.features.features.count == 152)
        #expect(itinerary.point(stopID: 1)?.id == "home")
        #expect(itinerary.point(stopID: 76)?.id == "w75")
        #expect(itinerary.point(stopID: 152)?.id == "office")
        #expect(itinerary.point(stopID: 0) == nil)
        #expect(itinerary.point(stopID: 153) == nil)
    }

    @Test func `points alone make an itinerary, if there are two`() throws {
        let middle = ItineraryPoint(coordinate: Coordinate(x: 7.425, y: 43.735))
        let itinerary = try Itinerary([home, middle, office])
        #expect(itinerary == Itinerary(from: home, through: [middle], to: office))
        #expect(try Itinerary([home, office]).waypoints.isEmpty)
        let set = itinerary.stops.features
        #expect(
            set.features.map { set.value("PointID", of: $0) }
                == [.string("home"), .null, .string("office")])
        for points in [[], [home]] {
            let error = try #require(throws: RouteRequestError.self) { try Itinerary(points) }
            #expect(error.identifier == .tooFewStops)
            #expect(error.extendedCode == .tooFewLocations)
        }
    }

    /// Stops as an answer has them: one on a street, one not.
    private var answer: AnalysisResult {
        get throws {
            let text = """
                {"stops":{"geometryType":"esriGeometryPoint","spatialReference":{"wkid":4326},
                "fields":[{"name":"ObjectID","type":"esriFieldTypeOID"},
                {"name":"SourceID","type":"esriFieldTypeInteger"},
                {"name":"SourceOID","type":"esriFieldTypeInteger"},
                {"name":"PosAlong","type":"esriFieldTypeDouble"},
                {"name":"SideOfEdge","type":"esriFieldTypeInteger"},
                {"name":"Bearing","type":"esriFieldTypeDouble"},
                {"name":"SnapX","type":"esriFieldTypeDouble"},
                {"name":"SnapY","type":"esriFieldTypeDouble"}],
                "features":[{"attributes":{"ObjectID":1,"SourceID":1,"SourceOID":812,
                "PosAlong":0.25,"SideOfEdge":2,"Bearing":200,"SnapX":7.41,"SnapY":43.72},
                "geometry":{"x":7.4,"y":43.7}},
                {"attributes":{"ObjectID":2,"SourceID":1,"SourceOID":null,"PosAlong":null,
                "SideOfEdge":null,"Bearing":null,"SnapX":null,"SnapY":null},
                "geometry":{"x":7.5,"y":43.7}}]}}
                """
            return try RouteAnswer(json: JSONValue.parse(Array(text.utf8))).result
        }
    }

    @Test func `a position of an answer goes into the next request`() throws {
        let positions = try answer.snappedStops
        #expect(positions.keys.sorted() == [1])
        let position = try #require(positions[1])
        #expect(position.coordinate == Coordinate(x: 7.41, y: 43.72))
        #expect(position.courseDegrees == 200)
        let start = ItineraryPoint(id: "here", position: position)
        let set = Itinerary(from: start, to: office).stops.features
        let row = set.features[0]
        #expect(row.geometry == .point(position.coordinate))
        #expect(set.value("SourceOID", of: row) == .integer(812))
        #expect(set.value("PosAlong", of: row) == .double(0.25))
        #expect(set.value("SideOfEdge", of: row) == .integer(2))
        #expect(set.value("Bearing", of: row) == .double(200))
    }

    @Test func `the vehicle's place as follow found it goes into the next request`() throws {
        func vehicle(_ place: String) throws -> SnappedPosition? {
            let text = """
                {"following":{"onRoute":true,"meters":1,"remainingMeters":1,"remainingSeconds":1,
                "state":"s"\(place)}}
                """
            return try RouteAnswer(json: JSONValue.parse(Array(text.utf8))).result.snappedVehicle
        }
        #expect(try vehicle("") == nil)
        let place = #","place":{"x":7.41,"y":43.72,"sourceOID":812,"posAlong":0.25,"bearing":200}"#
        let position = try #require(try vehicle(place))
        let set = Itinerary(from: ItineraryPoint(position: position), to: office).stops.features
        let row = set.features[0]
        #expect(row.geometry == .point(Coordinate(x: 7.41, y: 43.72)))
        #expect(set.value("SourceOID", of: row) == .integer(812))
        #expect(set.value("PosAlong", of: row) == .double(0.25))
        #expect(set.value("Bearing", of: row) == .double(200))
        // Meters of another spatial reference are no longitude.
        let projected = #","place":{"x":824000,"y":5400000,"sourceOID":812,"posAlong":0.25}"#
        #expect(try vehicle(projected) == nil)
    }
}
