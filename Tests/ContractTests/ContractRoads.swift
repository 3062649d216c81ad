// Further networks for golden requests: every maneuver, and routes beyond limits.

import RoadNetwork
import RouteTesting

extension ContractNetwork {
    /// Ramps, forks, sharp and double turns, a roundabout, a ferry and stairs, all apart from each
    /// other. One character is 25 m, one line 50 m.
    static func roads() -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            a...........b............c...........d
            .................x....y
            .................z....w
            .
            .........................G
            E...........F............h
            .........................i
            .
            I...........J............K
            .
            ...P
            ............Q
            L.......M.......N
            ............R
            ...S
            .
            .......n
            ........
            .......r
            u.....s.q.....e
            .......p
            ........
            .......o
            .
            ......Tl
            .......
            V.....WX....Y
            .......
            ......mZ
            .
            A.....B......C......D
            .
            f.....g......j......k
            .
            ................t
            H.......O.......U
            .
            .........................v
            Ä...........Ö............Ü
            """, scale: 0.5)
        highways(&sketch)
        turns(&sketch)
        otherRoads(&sketch)
        return sketch
    }

    private static func highways(_ sketch: inout NetworkSketch) {
        func highway(_ road: inout NetworkSketch.Road, _ reference: String) {
            (road.roadClass, road.reference) = (.motorway, reference)
        }
        func link(_ road: inout NetworkSketch.Road) {
            (road.roadClass, road.flags) = (.motorway, .link)
        }
        sketch.oneWay("abcd", seconds: 20) { highway(&$0, "A 8") }
        sketch.oneWay("bx", seconds: 20, link)
        sketch.oneWay("yc", seconds: 20, link)
        sketch.road("wyxz", seconds: 20) { $0.name = "Quay" }
        sketch.oneWay("EFh", seconds: 20) { highway(&$0, "A 8") }
        sketch.oneWay("FG", seconds: 20) { highway(&$0, "A 57") }
        sketch.oneWay("Fi", seconds: 20) { highway(&$0, "A 7") }
        sketch.oneWay("ÄÖÜ", seconds: 20) { highway(&$0, "A 8") }
        sketch.oneWay("Öv", seconds: 20) { road in
            link(&road)
            road.destination = "Bremen"
        }
        sketch.oneWay("IJ", seconds: 20) { highway(&$0, "A 8") }
        sketch.oneWay("JK", seconds: 20) { highway(&$0, "A 10") }
        sketch.road("HOU", seconds: 20) { $0.name = "Quay" }
        sketch.oneWay("Ot", seconds: 20, link)
    }

    private static func turns(_ sketch: inout NetworkSketch) {
        sketch.road("LMN", seconds: 20) { $0.name = "Main Street" }
        for letter in "PQRS" {
            sketch.road("M\(letter)", seconds: 20) { $0.name = "\(letter) Street" }
        }
        sketch.oneWay("pqrsp", seconds: 2) { $0.flags = .roundabout }
        for (word, name) in [("us", "West"), ("nr", "North"), ("eq", "East"), ("op", "South")] {
            sketch.road(word, seconds: 20) { $0.name = "\(name) Street" }
        }
        sketch.road("VWXY", seconds: 20) { $0.name = "Main Street" }
        for (word, name) in [("TW", "Oak"), ("Wm", "Ash"), ("lX", "Elm"), ("XZ", "Oak")] {
            sketch.road(word, seconds: 20) { $0.name = "\(name) Avenue" }
        }
    }

    private static func otherRoads(_ sketch: inout NetworkSketch) {
        sketch.road("AB", seconds: 20) { $0.name = "Quay" }
        sketch.road("BC", seconds: 600) { road in
            (road.name, road.roadClass, road.flags) = ("River Ferry", .ferry, .ferry)
        }
        sketch.road("CD", seconds: 20) { $0.name = "Harbor Street" }
        sketch.road("fg", seconds: 20) { $0.name = "Hill Street" }
        sketch.road("gj", seconds: 60) { road in
            (road.roadClass, road.families) = (.steps, TestNetwork.foot)
        }
        sketch.road("jk", seconds: 20) { $0.name = "Castle Walk" }
    }

    /// A roundabout where traffic keeps left.
    static func keepingLeft() -> NetworkSketch {
        var sketch = NetworkSketch(
            """
            .......n
            ........
            .......r
            w.....s.q.....e
            .......p
            ........
            .......o
            """, drivingSide: .left)
        sketch.oneWay("psrqp", seconds: 2) { $0.flags = .roundabout }
        for (word, name) in [("ws", "West"), ("nr", "North"), ("eq", "East"), ("op", "South")] {
            sketch.road(word, seconds: 20) { $0.name = "\(name) Street" }
        }
        return sketch
    }

    /// Two streets with the greatest possible cost, which no search can add up.
    static func farRoads() -> NetworkSketch {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("abc", seconds: 4_294_967)
        return sketch
    }
}
