// Tests the driving side: tags, roundabouts and the definition.

import DataStructures
import Geo
import RoadNetwork
import Testing

@testable import NetworkBuilder

struct DrivingSideTests {
    /// Roundabouts in a row, about a kilometer apart.
    private func town(
        at corner: Coordinate, rings: Int, clockwise: Bool, in map: inout RingMap
    ) -> [Int64] {
        (0..<rings).map { index in
            map.ring(
                Coordinate(x: corner.x + Double(index) * 0.013, y: corner.y), clockwise: clockwise)
        }
    }

    @Test func `one stray tag is about its own road, not about a town of roundabouts`() throws {
        var map = RingMap()
        let roads = town(at: Coordinate(x: 8.6, y: 49.4), rings: 40, clockwise: false, in: &map)
        let stray = map.road(Coordinate(x: 8.7, y: 49.401), ["driving_side": "left"])
        let beside = map.road(Coordinate(x: 8.7, y: 49.402))
        let built = try map.build()
        for road in roads { #expect(built.sides(ofWay: road) == [.right]) }
        #expect(built.sides(ofWay: beside) == [.right])
        #expect(built.sides(ofWay: stray) == [.left])
        #expect(built.report.drivingSide == "right")
        #expect(built.report.segmentsOnOtherSide == 1)
        #expect(
            built.report.drivingSideContradictions == [
                DrivingSideContradiction(
                    what: "roads tagged driving_side=left", count: 1, ways: [stray])
            ])
        #expect(built.report.text.contains("against the side there: 1 roads tagged"))
        #expect(
            built.report.text.contains(
                "driving on the right on 121 segments and on the left on 1, by 40 roundabouts "
                    + "turning counterclockwise, 1 road tagged driving_side=left"))
    }

    @Test func `a whole car park of tags is one voice`() throws {
        var map = RingMap()
        let roads = town(at: Coordinate(x: 8.6, y: 49.4), rings: 4, clockwise: false, in: &map)
        for row in 0..<50 {
            map.road(
                Coordinate(x: 8.612, y: 49.4005 + Double(row) * 0.00002), ["driving_side": "left"])
        }
        let built = try map.build()
        for road in roads { #expect(built.sides(ofWay: road) == [.right]) }
    }

    @Test func `a single tag decides where it is all there is`() throws {
        var map = RingMap()
        map.road(Coordinate(x: -0.1, y: 51.5), ["driving_side": "left"])
        let other = map.road(Coordinate(x: -0.11, y: 51.5))
        let built = try map.build()
        #expect(built.sides(ofWay: other) == [.left])
        #expect(built.report.warnings.isEmpty)
        #expect(built.report.text.contains("driving on the left, by 1 road tagged"))
        #expect(!built.report.text.contains("on the right"))
    }

    @Test func `both sides of a border keep their own`() throws {
        var map = RingMap()
        let south = town(at: Coordinate(x: 114.1, y: 22.49), rings: 5, clockwise: true, in: &map)
        let north = town(at: Coordinate(x: 114.1, y: 22.56), rings: 9, clockwise: false, in: &map)
        let village = map.road(Coordinate(x: 114.14, y: 22.47))
        let suburb = map.road(Coordinate(x: 114.14, y: 22.58))
        let built = try map.build()
        for road in south + [village] { #expect(built.sides(ofWay: road) == [.left]) }
        for road in north + [suburb] { #expect(built.sides(ofWay: road) == [.right]) }
        #expect(built.report.drivingSideContradictions.isEmpty)
        #expect(built.contents.description.drivingSide == .right)
        #expect(built.contents.description.segmentsOnOtherSide == 5 * 3 + 1)
        let inspected = NetworkInspection(try built.dataset())
        #expect(inspected.text.contains("right on 28 segments, left on 16"))
    }

    @Test func `a roundabout that turns the wrong way is outvoted and listed`() throws {
        var map = RingMap()
        _ = town(at: Coordinate(x: -51.2, y: -30.0), rings: 6, clockwise: false, in: &map)
        let odd = map.ring(Coordinate(x: -51.17, y: -30.002), clockwise: true)
        let built = try map.build()
        #expect(built.sides(ofWay: odd) == [.right])
        let found = try #require(built.report.drivingSideContradictions.first)
        #expect(found.what == "parts of roundabouts turning clockwise")
        #expect(found.ways == [odd - 1])
    }

    @Test func `a roundabout of many ways weighs as much as one of a single way`() throws {
        var map = RingMap()
        let cut = map.ring(Coordinate(x: 8.6, y: 49.4), clockwise: true, ways: 8)
        let alone = try map.build()
        #expect(alone.sides(ofWay: cut) == [.left])
        #expect(alone.report.drivingSideEvidence == "1 roundabout turning clockwise")
        _ = town(at: Coordinate(x: 8.61, y: 49.4), rings: 2, clockwise: false, in: &map)
        let built = try map.build()
        #expect(built.sides(ofWay: cut) == [.right])
        #expect(built.report.drivingSideContradictions.map(\.count) == [8])
    }

    @Test func `where nothing is near, the definition decides, else right with a warning`() throws {
        var map = RingMap()
        let english = town(at: Coordinate(x: -2.6, y: 51.4), rings: 3, clockwise: true, in: &map)
        let far = map.road(Coordinate(x: 18.4, y: -33.9))
        let built = try map.build()
        #expect(built.sides(ofWay: far) == [.right])
        let text = "the driving side of 1 segments is unknown"
        #expect(built.report.warnings.contains { $0.hasPrefix(text) })
        let declared = try map.build { $0.drivingSide = .left }
        #expect(declared.sides(ofWay: far) == [.left])
        #expect(!declared.report.warnings.contains { $0.contains("driving side") })
        #expect(declared.report.drivingSideEvidence.hasSuffix("left by the network definition"))
        let wrong = try map.build { $0.drivingSide = .right }
        for road in english { #expect(wrong.sides(ofWay: road) == [.left]) }
    }

    /// Streets which divide into two carriageways; traffic leads away on the left.
    private func dividedStreets(
        _ count: Int, isMirrored: Bool = false, _ tags: [String: String] = [:]
    ) -> Town {
        var town = Town(
            """
            ......c......g......k
            a..b...e..f...i..j
            ......d......h......l
            """)
        for letters in [["a", "b", "c", "d"], ["e", "f", "g", "h"], ["i", "j", "k", "l"]]
            .prefix(count)
        {
            let (away, toward) =
                isMirrored ? (letters[3], letters[2]) : (letters[2], letters[3])
            town.way(letters[0] + letters[1])
            town.way(letters[1] + away, tags.merging(["oneway": "yes"]) { $1 })
            town.way(toward + letters[1], ["oneway": "yes"])
        }
        return town
    }

    @Test(arguments: [(false, DrivingSide.left), (true, .right)])
    func `where nothing else is near, divided roads show the side`(
        isMirrored: Bool, side: DrivingSide
    ) throws {
        let town = dividedStreets(3, isMirrored: isMirrored)
        let built = try town.build()
        for way in 1...9 { #expect(built.sides(ofWay: Int64(way)) == [side], "\(way)") }
        #expect(
            built.report.drivingSideEvidence
                == "3 divided roads with traffic on the \(side.rawValue)")
        #expect(!built.report.warnings.contains { $0.contains("driving side") })
        let other: DrivingSide = side == .left ? .right : .left
        let declared = try town.build { $0.drivingSide = other }
        #expect(declared.sides(ofWay: 1) == [other])
    }

    @Test func `few divided roads, and those of several roads, show nothing`() throws {
        let towns = [
            dividedStreets(2), dividedStreets(3, ["name": "Elm Street"]),
            dividedStreets(3, ["highway": "tertiary"]),
        ]
        for town in towns {
            let built = try town.build()
            #expect(built.sides(ofWay: 1) == [.right])
            #expect(built.report.drivingSideEvidence == "nothing in the data")
            #expect(built.report.warnings.contains { $0.contains("driving side is unknown") })
        }
    }

    @Test func `the nearest votes are those that looking at all of them finds`() {
        var generator = SeededGenerator(7)
        func random() -> Double { Double.random(in: 0..<1, using: &generator) }
        func place() -> SIMD3<Double> {
            // Some places twice, some on a meridian, so that equal coordinates occur.
            let longitude = random() < 0.2 ? 180 : (random() * 360 - 180)
            let latitude = random() * 170 - 85
            return DrivingSideVote.place(FixedCoordinate(Coordinate(x: longitude, y: latitude)))
        }
        for size in [0, 1, 2, 3, 50, 700] {
            var votes = (0..<size).map { index in
                DrivingSideVote(
                    value: index % 3 == 0 ? .left : .right, place: place(), weight: random())
            }
            votes += votes.prefix(size / 4)
            let tree = NearestVotes(votes)
            for _ in 0..<40 {
                let here = place()
                let reach = random() * 1.5
                let all = votes.map { vote in
                    let offset = vote.place - here
                    return (offset * offset).sum()
                }.filter { $0 <= reach * reach }.sorted()
                let found = tree.nearest(to: here, count: 12, reach: reach).map(\.squared)
                #expect(found == Array(all.prefix(12)))
            }
        }
    }
}
