// Tests which locations are reported as far from their streets.

import Geo
import RouteAPI
import Testing

@testable import Preparation

struct FarPlacesTests {
    private func stop(_ index: Int, meters: Double, problem: String? = nil) -> LocatedStop {
        LocatedStop(
            input: Shared(StopInput(index: index, objectID: index + 1, name: "", added: [])),
            place: NetworkPlace(
                coordinate: Coordinate(x: 0, y: 0), distanceMeters: meters, segment: 0, share: 0.5,
                side: .right, candidates: [], isRelocated: false), problem: problem)
    }

    @Test func `a place is far beyond 250 m, if it is used`() {
        #expect(!FarPlaces.isFar(stop(0, meters: 250)))
        #expect(FarPlaces.isFar(stop(0, meters: 250.5)))
        #expect(!FarPlaces.isFar(stop(0, meters: 900, problem: "it is barred")))
    }

    @Test func `ten are named, and others counted`() {
        let stops = (0..<12).map { stop($0, meters: 300 + Double($0)) } + [stop(12, meters: 5)]
        let messages = FarPlaces.messages(about: stops)
        #expect(messages.count == 11)
        #expect(messages[9].text.contains(" 309 m from the street"))
        #expect(
            messages[10].text
                == "2 others lie more than 250 m from their streets, up to 311 m.")
        #expect(FarPlaces.messages(about: Array(stops.prefix(10))).count == 10)
    }
}
