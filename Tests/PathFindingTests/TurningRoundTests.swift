// Tests in which directions a vehicle may reach and leave a stop.

import Geo
import RoadNetwork
import RouteAPI
import Testing

@testable import PathFinding
@testable import Preparation

struct TurningRoundTests {
    /// The right lane of a street, driven along its line, a quarter of the way.
    private static let ahead = PlaceCandidate(
        edge: EdgeID(row: 4), fraction: 0.25, side: .right)
    /// The same place in the other direction.
    private static let back = PlaceCandidate(
        edge: EdgeID(row: 5), fraction: 0.75, side: .left)

    private func stop(
        _ curb: CurbApproach, _ candidates: [PlaceCandidate] = [Self.ahead, Self.back]
    ) -> LocatedStop {
        var input = StopInput(index: 0, objectID: 1, name: "", added: [])
        input.curbApproach = curb
        return LocatedStop(
            input: Shared(input),
            place: NetworkPlace(
                coordinate: Coordinate(x: 0, y: 0), distanceMeters: 3, segment: 2, share: 0.25,
                side: .right, candidates: candidates, isRelocated: false))
    }

    @Test(
        arguments: [
            (CurbApproach.eitherSide, [4, 5]), (.noUTurn, [4, 5]), (.rightSide, [4]),
            (.leftSide, [5]),
        ] as [(CurbApproach, [UInt32])])
    func `a curb approach allows the directions in which the stop is on its side`(
        curb: CurbApproach, edges: [UInt32]
    ) {
        #expect(LegChain.usable(stop(curb)).map(\.edge.row) == edges)
        let middle = [Self.ahead, Self.back].map {
            PlaceCandidate(edge: $0.edge, fraction: $0.fraction, side: .both)
        }
        #expect(LegChain.usable(stop(curb, middle)).count == 2, "a stop on the line suits both")
    }

    @Test(arguments: CurbApproach.allCases)
    func `a vehicle turns round at a stop unless its curb approach forbids it`(
        curb: CurbApproach
    ) {
        let stop = stop(curb)
        let isFree = curb == .eitherSide
        #expect(
            LegChain.departures(from: stop, after: Self.ahead)
                == (isFree ? [Self.ahead, Self.back] : [Self.ahead]))
        #expect(LegChain.hasEqualDepartures(stop) == isFree)
    }

    @Test func `a vehicle that has only turned into a street does not turn round there`() {
        let corner = [
            PlaceCandidate(edge: EdgeID(row: 4), fraction: 0, side: .both),
            PlaceCandidate(edge: EdgeID(row: 5), fraction: 1, side: .both),
        ]
        let stop = stop(.eitherSide, corner)
        #expect(LegChain.departures(from: stop, after: corner[0]) == [corner[0]])
        #expect(LegChain.departures(from: stop, after: corner[1]) == [corner[1], corner[0]])
        #expect(!LegChain.hasEqualDepartures(stop))
    }

    @Test func `each departure has the cheapest arrival that allows it`() {
        let stop = stop(.eitherSide)
        func departures(_ totals: [Int64?]) -> [(arrival: Int, start: PlaceCandidate, total: Int64)]
        {
            LegChain.departures(from: stop, arrivals: [Self.ahead, Self.back], totals: totals)
        }
        let both = departures([70, 50])
        #expect(both.map(\.start) == [Self.ahead, Self.back])
        #expect(both.map(\.arrival) == [1, 1] && both.map(\.total) == [50, 50])
        let one = departures([70, nil])
        #expect(one.map(\.arrival) == [0, 0] && one.map(\.total) == [70, 70])
        let first = LegChain.departures(from: stop, arrivals: nil, totals: [])
        #expect(first.map(\.arrival) == [-1, -1] && first.map(\.total) == [0, 0])
    }
}
