// Tests the shipped restrictions besides access and direction, as a table of tags.

import RoadNetwork
import Testing

@testable import NetworkBuilder

@Suite struct RestrictionTagTests {
    @Test(arguments: [
        ("access=private", ["Through Traffic Prohibited", "Avoid Private Roads"]),
        ("motor_vehicle=destination", ["Through Traffic Prohibited"]),
        ("access=private motor_vehicle=yes", []),
        ("access=customers", ["Through Traffic Prohibited"]),
        ("toll=yes", ["Avoid Toll Roads"]),
        ("surface=gravel", ["Avoid Unpaved Roads"]),
        ("hov=only", ["Avoid Carpool Roads"]), ("hov=designated", []), ("hov=lane", []),
        ("hov=designated hov:minimum=2", ["Avoid Carpool Roads"]),
        ("hov=designated hov:minimum=2 hov:lanes=designated||", []),
        ("hov:lanes=designated|designated", ["Avoid Carpool Roads"]),
        ("hov:lanes=designated|designated|designated|designated", ["Avoid Carpool Roads"]),
        ("hov=only hov:lanes=only|only", ["Avoid Carpool Roads"]),
        ("hov:lanes=only|designated", ["Avoid Carpool Roads"]),
        ("hov=only hov:lanes=only|", []), ("hov:lanes=|", []), ("hov:lanes=only|yes", []),
        ("hov:lanes:backward=only|only", []),
        ("motor_vehicle=hov", ["Avoid Carpool Roads"]),
        ("motor_vehicle:lanes=hov|hov", ["Avoid Carpool Roads"]),
        ("motor_vehicle:lanes=hov|yes", []),
        ("toll:lanes=yes|yes|yes", ["Avoid Toll Roads"]), ("toll:lanes=no|yes", []),
        ("surface=asphalt tracktype=grade3", []),
        ("motorroad=yes", ["Avoid Limited Access Roads"]),
        ("maxheight=3.5", ["Height Restriction"]),
        (
            "maxweight=7.5 maxlength=12 maxwidth=2",
            ["Weight Restriction", "Length Restriction", "Width Restriction"]
        ),
        ("maxheight=default", []),
        // Whose sidewalks are drawn beside it.
        ("sidewalk=separate", ["Avoid Roads Unsuitable for Pedestrians"]),
        ("sidewalk:both=separate", ["Avoid Roads Unsuitable for Pedestrians"]),
        (
            "sidewalk:left=separate sidewalk:right=separate",
            ["Avoid Roads Unsuitable for Pedestrians"]
        ),
        ("sidewalk:left=no sidewalk:right=separate", ["Avoid Roads Unsuitable for Pedestrians"]),
        ("sidewalk:left=separate sidewalk:right=yes", []), ("sidewalk:left=separate", []),
        ("sidewalk=separate foot=yes", []), ("sidewalk:both=yes", []),
        ("foot=discouraged", ["Avoid Roads Unsuitable for Pedestrians"]),
        // Whose cycleways are drawn beside it.
        ("cycleway=separate", ["Avoid Roads Unsuitable for Bicycles"]),
        ("cycleway:both=separate", ["Avoid Roads Unsuitable for Bicycles"]),
        (
            "cycleway:left=separate cycleway:right=separate",
            ["Avoid Roads Unsuitable for Bicycles"]
        ),
        ("cycleway:left=no cycleway:right=separate", ["Avoid Roads Unsuitable for Bicycles"]),
        ("cycleway:right=separate oneway=yes", ["Avoid Roads Unsuitable for Bicycles"]),
        ("cycleway:right=separate", []), ("cycleway:left=lane cycleway:right=separate", []),
        ("cycleway:left=lane cycleway:right=separate oneway=yes", []),
        ("cycleway=separate bicycle=yes", []), ("cycleway=track", []),
        ("cycleway:both=separate bicycle=optional_sidepath", []),
        ("bicycle=discouraged", ["Avoid Roads Unsuitable for Bicycles"]),
        // The greatest roads below motorways, unless something is there for people.
        (
            "highway=trunk",
            ["Avoid Roads Unsuitable for Pedestrians", "Avoid Roads Unsuitable for Bicycles"]
        ),
        ("highway=trunk sidewalk=right", ["Avoid Roads Unsuitable for Bicycles"]),
        ("highway=trunk_link foot=yes cycleway:right=lane", []),
        ("highway=trunk bicycle=yes", ["Avoid Roads Unsuitable for Pedestrians"]),
        ("highway=primary", []),
        ("toll=hgv", []),
    ])
    func `what is said of a road besides access`(tags: String, expected: [String]) throws {
        let judged = try #require(
            try Judged(NetworkBuilderTests.tags("highway=unclassified " + tags)))
        let watched = [
            "Through Traffic Prohibited", "Avoid Private Roads", "Avoid Toll Roads",
            "Avoid Ferries", "Avoid Carpool Roads", "Avoid Roads Unsuitable for Pedestrians",
            "Avoid Roads Unsuitable for Bicycles", "Avoid Unpaved Roads",
            "Avoid Limited Access Roads", "Height Restriction",
            "Weight Restriction", "Length Restriction", "Width Restriction",
        ]
        #expect(Set(watched.filter { judged.applies($0) }) == Set(expected), "\(tags)")
    }

    @Test(arguments: [
        ("toll=yes hov=designated", ["Avoid Express Lanes"]),
        ("toll=yes hov:lanes=designated|only", ["Avoid Express Lanes"]),
        ("toll:lanes=yes|yes hov:lanes=only|only", ["Avoid Express Lanes"]),
        ("toll:lanes=yes|no hov=only", []), ("toll=yes hov:lanes=designated|", []),
        ("hgv:lanes=designated|designated", ["Use Preferred Truck Routes"]),
        ("hgv:lanes=designated|yes", []),
        ("hazmat:lanes=no|no", ["Any Hazmat Prohibited"]), ("hazmat:lanes=no|", []),
        ("hazmat=no", ["Any Hazmat Prohibited"]), ("hazmat=yes", []),
        ("hazmat=destination", ["Through Hazmat Traffic Prohibited"]),
        ("hazmat=no;destination", ["Through Hazmat Traffic Prohibited"]),
        ("hazmat=permit", ["Through Hazmat Traffic Prohibited"]),
        ("hazmat:water=destination", ["Through Hazmat Traffic Prohibited"]),
        ("hazmat:lanes=delivery|private", ["Through Hazmat Traffic Prohibited"]),
        ("hazmat:lanes=no|destination", ["Through Hazmat Traffic Prohibited"]),
        ("hazmat:lanes=no|yes", []), ("hazmat:lanes=destination|yes", []),
        ("hazmat:forward=no", ["Any Hazmat Prohibited"]),
        ("hazmat:backward=no", []),
        ("hazmat:lanes=designated", ["Use Preferred Hazmat Routes"]),
    ])
    func `what every lane says is said of the road`(tags: String, expected: [String]) throws {
        let judged = try #require(
            try Judged(NetworkBuilderTests.tags("highway=motorway " + tags)))
        let watched = [
            "Avoid Express Lanes", "Use Preferred Truck Routes", "Any Hazmat Prohibited",
            "Use Preferred Hazmat Routes", "Through Hazmat Traffic Prohibited",
        ]
        #expect(watched.filter { judged.applies($0) } == expected, "\(tags)")
    }

    @Test func `a toll may name the vehicles that pay it as its value`() throws {
        let judged = try #require(try Judged(["highway": "trunk", "toll": "hgv"]))
        #expect(judged.applies("Avoid Toll Roads for Trucks"))
        #expect(!judged.applies("Avoid Toll Roads"))
        #expect(!judged.applies("Avoid Toll Roads for Buses"))
    }
}
