// Tests importing drawn towns: junctions, barriers, signals, lengths, merging.

import DataStructures
import Foundation
import Geo
import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct ImportTests {
    @Test func `roads are cut where they meet, not at bends`() throws {
        var town = Town(
            """
            a--b--c
               |
               d
            """
        )
        town.way("abc", ["name": "High Street"])
        town.way("bd")
        let built = try town.build()
        #expect(built.contents.segmentWay.count == 3)
        #expect(built.node("b") != nil)
        var bend = Town("a-b-c")
        bend.way("abc")
        let one = try bend.build()
        #expect(one.contents.segmentWay.count == 1)
        #expect(one.node("b") == nil)
        #expect(one.edge("ac") == 0)
    }

    @Test func `lengths and times follow the line on the ellipsoid`() throws {
        var town = Town(
            """
            a--b
               |
               c
            """
        )
        town.way("abc", ["maxspeed": "25"])
        let built = try town.build()
        let places = [(0, 0), (3, 0), (3, 2)].map { column, row in
            Coordinate(
                x: 10 + Double(column) * Double(Town.columnDegreesE7) / 1e7,
                y: 1 - Double(row) * Double(Town.rowDegreesE7) / 1e7)
        }
        let centimeters = UInt32((Geodesic.lengthMeters(of: places) * 100).rounded())
        #expect(built.cost("Length", "ac") == centimeters)
        // 25 km/h less 8 % is 23 km/h.
        #expect(
            built.cost("TravelTime", "ac") == UInt32((Double(centimeters) * 36 / 23).rounded()))
        #expect(built.cost("WalkTime", "ca") == UInt32((Double(centimeters) * 7.2).rounded()))
    }

    @Test func `the fast length equals the exact one to a fraction of a centimeter`() {
        var random = SeededGenerator(7)
        func next(_ bound: Int32) -> Int32 { Int32.random(in: -bound...bound, using: &random) }
        for _ in 0..<2000 {
            let from = FixedCoordinate(
                longitudeE7: next(1_790_000_000), latitudeE7: next(790_000_000))
            let to = FixedCoordinate(
                longitudeE7: from.longitudeE7 + next(200_000),
                latitudeE7: from.latitudeE7 + next(200_000))
            let exact = Geodesic.distanceMeters(from: from.coordinate, to: to.coordinate)
            #expect(abs(LineLength.meters(from, to) - exact) < 0.001, "\(from) \(to)")
        }
    }

    @Test func `a loop becomes two segments`() throws {
        var town = Town(
            """
            a--b--c
               |  |
               e--d
            """
        )
        town.way("ab")
        town.way("bcdeb", ["junction": "roundabout"])
        let built = try town.build()
        #expect(built.contents.segmentWay.count == 3)
        for edge in built.contents.edgeHead.indices {
            #expect(built.contents.edgeHead[edge] != built.contents.edgeHead[edge ^ 1])
        }
    }

    @Test func `a road that crosses itself is cut there`() throws {
        var town = Town(
            """
            a--x--b
               |  |
               d--c
            """
        )
        town.way("axbcdx")
        let built = try town.build()
        #expect(built.node("x") != nil)
        #expect(built.contents.segmentWay.count == 3)
    }

    @Test func `a barrier bars its node and a gate marks its segments`() throws {
        var town = Town("a--b--c--d--e")
        town.way("abcde")
        town.tag("b", ["barrier": "bollard"])
        town.tag("d", ["barrier": "gate"])
        let built = try town.build()
        #expect(built.contents.segmentWay.count == 3)
        #expect(built.contents.barredNodes == [built.node("b")])
        #expect(built.names(built.contents.barredMasks[0]).contains("Driving an Automobile"))
        #expect(!built.names(built.contents.barredMasks[0]).contains("Walking"))
        #expect(!built.restrictions("ab").contains("Avoid Gates"))
        #expect(built.restrictions("bd").contains("Avoid Gates"))
        #expect(built.restrictions("ed").contains("Avoid Gates"))
        #expect(built.node("c") == nil)
    }

    @Test func `signals just before a junction belong to it, others cut the road`() throws {
        var town = Town(
            """
            a--------sb--t----------c
                      |
                      d
            """
        )
        town.way("asbtc")
        town.way("bd")
        town.tag("s", ["highway": "traffic_signals"])
        town.tag("t", ["highway": "traffic_signals"])
        let built = try town.build()
        // A column is 50 m: s is too far from b, so both signals cut the road.
        #expect(built.node("s") != nil)
        #expect(built.node("t") != nil)
        let text = town.xml().replacing("lon=\"10.00405\"", with: "lon=\"10.00440\"")
        let folder = try Scratch()
        let near = try BuiltTown(
            inputs: [try folder.write("near.osm", text.utf8)])
        let signals = near.contents.nodeFlags.count {
            NodeFlags(rawValue: $0).contains(.signals)
        }
        #expect(near.contents.segmentWay.count == 4)
        #expect(signals == 2)
    }

    @Test func `a road without some of its nodes keeps its other parts`() throws {
        var town = Town("a--b--c--d--e  f--g")
        town.way("abcde")
        town.way("fg")
        let built = try town.build(without: ["c", "f"])
        #expect(built.edge("ab") != nil)
        #expect(built.edge("de") != nil)
        #expect(built.contents.segmentWay.count == 2)
        #expect(built.report.dropped["parts of roads: nodes outside the data"] == 1)
        #expect(built.report.dropped["roads: their nodes are not in the data"] == 1)
    }

    @Test func `what two files hold counts once`() throws {
        var west = Town("a--b--c--d")
        west.way("abc")
        var both = west
        both.way("cd")
        let folder = try Scratch()
        let built = try BuiltTown(inputs: [
            try folder.write("west.osm", west.xml().utf8),
            try folder.write("both.osm", both.xml().utf8),
        ])
        #expect(built.contents.segmentWay.sorted() == [1, 2])
        #expect(built.report.dropped["roads: given twice"] == 1)
    }

    @Test func `conditional tags stay with every segment of the road`() throws {
        var town = Town(
            """
            a--b--c
               |
               d
            """
        )
        town.way("abc", ["access:conditional": "no @ (Mo-Fr 07:00-09:00)"])
        town.way("bd")
        let built = try town.build()
        #expect(built.contents.conditionalSegments.count == 2)
        let row = built.contents.conditionalTexts[0]
        #expect(
            built.contents.name(row: row) == "access:conditional=no @ (Mo-Fr 07:00-09:00)")
    }

    @Test func `exits are named by the ramp, else by the node that it leaves at`() throws {
        var town = Town(
            """
            a--b--c--d--e--f
               |  |  |  |
               u  v  w  x
            """
        )
        town.way("abcdef", ["highway": "motorway"])
        let ramp = ["highway": "motorway_link", "oneway": "yes"]
        town.way("bu", ramp.merging(["junction:ref": "12A; 12B"]) { $1 })
        town.way("cv", ramp)
        town.way("dw", ramp)
        town.way("ex", ["highway": "residential"])
        town.tag("b", ["highway": "motorway_junction", "ref": "11"])
        town.tag("c", ["highway": "motorway_junction", "ref": "13", "name": "Vaduz"])
        town.tag(
            "d", ["highway": "motorway_junction", "name": "Buchs", "exit_to": "Sargans;Zürich"])
        town.tag("e", ["highway": "motorway_junction", "ref": "15"])
        let built = try town.build()
        let network = try NetworkDataset(bytes: DatasetEncoder.encode(built.assembled))
        for (word, exit) in [
            ("bu", "12A, 12B"), ("cv", "13 Vaduz"), ("dw", "Buchs"), ("ex", ""), ("ub", ""),
            ("vc", ""), ("bc", ""),
        ] {
            let edge = try #require(built.edge(word))
            #expect(network.exit(of: EdgeID(row: edge)) == exit, "\(word)")
            let leadsTo = network.destination(of: EdgeID(row: edge))
            #expect(leadsTo == (word == "dw" ? "Sargans, Zürich" : ""), "\(word)")
        }
    }

    @Test func `a ferry takes the time of its timetable`() throws {
        var town = Town("a----b----c")
        town.way("abc", ["highway": "", "route": "ferry", "duration": "0:10"])
        town.way("ba", ["highway": "footway"])
        let built = try town.build()
        let first = try #require(built.cost("WalkTime", "bc"))
        #expect(abs(Int(first) - 300_000) < 10, "half of the way in half of the time")
        let edge = try #require(built.edge("bc"))
        let flags = EdgeFlags(rawValue: built.contents.edgeFlags[Int(edge)])
        #expect(flags.contains(.ferry))
        #expect(built.restrictions("bc").contains("Avoid Ferries"))
    }

    @Test(arguments: [
        ("bcdeb", "", "left"), ("bedcb", "", "right"),
        ("bcdeb", "oneway=-1", "right"),
    ])
    func `the direction of a roundabout shows the driving side`(
        ring: String, text: String, expected: String
    ) throws {
        var town = Town(
            """
            a--b--c
               |  |
               e--d
            """
        )
        town.way("ab")
        town.way(ring, tags("junction=roundabout " + text))
        let built = try town.build()
        #expect(built.report.drivingSide == expected)
        #expect(built.contents.description.drivingSide.rawValue == expected)
        #expect(built.contents.description.segmentsOnOtherSide == 0)
        #expect(built.report.warnings.isEmpty)
    }

    @Test func `without a sign of the driving side, right is taken with a warning`() throws {
        var town = Town("a--b")
        town.way("ab")
        let built = try town.build()
        #expect(built.report.drivingSide == "right")
        #expect(built.report.warnings.count == 1)
    }

    @Test func `the same node twice in a row is one`() throws {
        var town = Town("a--b--c")
        town.way("abbc")
        town.way("aa")
        let built = try town.build()
        #expect(built.contents.segmentWay == [1])
        #expect(built.edge("ac") != nil)
    }

    @Test func `a node with more roads than the format holds loses some, with a count`() throws {
        var text = "<osm version=\"0.6\"><node id=\"1\" lat=\"1\" lon=\"10\"/>"
        for id in 2...300 {
            text += "<node id=\"\(id)\" lat=\"1.\(id)\" lon=\"10.1\"/>"
        }
        for id in 2...300 {
            text +=
                "<way id=\"\(id)\"><nd ref=\"1\"/><nd ref=\"\(id)\"/>"
                + "<tag k=\"highway\" v=\"service\"/></way>"
        }
        let folder = try Scratch()
        let input = try folder.write("star.osm", (text + "</osm>").utf8)
        let built = try BuiltTown(inputs: [input])
        #expect(built.contents.segmentWay.count == 250)
        #expect(built.report.dropped["segments: too many at one node"] == 49)
    }
}
