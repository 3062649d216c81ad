// Values at and beyond the ends of numeric ranges give an answer or an error, never a crash.

import Geo
import RouteAPI
import RouteAnalysis
import RouteTesting
import Testing

struct HostileValueScenarios {
    private let sketch = NetworkSketch.street("abc", seconds: 10)

    private var places: [Coordinate] { sketch.places("ac") }

    private static let numbers: [AttributeValue] = [
        .double(.nan), .double(.infinity), .double(-.infinity), .double(1e308), .double(-1e308),
        .integer(.max), .integer(.min), .date(.max), .date(.min), .double(9.3e18),
        .string("1e400"), .string("nan"), .string("-0"), .double(.leastNonzeroMagnitude), .null,
    ]

    @Test(arguments: [
        "Name", "RouteName", "Sequence", "CurbApproach", "LocationType", "Bearing", "BearingTol",
        "Attr_TravelTime", "Attr_Kilometers", "TimeWindowStart", "TimeWindowEnd", "SourceOID",
        "PosAlong", "SideOfEdge", "ObjectID",
    ])
    func `extreme numbers in a stop's field are answered or reported`(field: String) throws {
        for value in Self.numbers {
            for shape in [Geometry.point(sketch.place("b")), .empty] {
                _ = try failure(sketch, places) { parameters in
                    parameters.stops?.features = .shapes(
                        [.point(places[0]), shape, .point(places[1])], .point,
                        attributes: [
                            [:],
                            ["TimeWindowStart": .double(5), "TimeWindowEnd": .double(5)]
                                .merging([field: value]) { $1 }, [:],
                        ])
                    parameters.useTimeWindows = true
                    parameters.preserveObjectID = true
                    parameters.startTime = .milliseconds(0)
                    parameters.returnDirections = true
                }
            }
        }
    }

    @Test(arguments: [
        "Name", "BarrierType", "FullEdge", "CurbApproach", "Attr_TravelTime", "Attr_Length",
        "ObjectID",
    ])
    func `extreme numbers in a barrier's field are answered or reported`(field: String) throws {
        for value in Self.numbers {
            for kind in [0, 1, 2] {
                let values = ["BarrierType": AttributeValue.integer(kind)]
                    .merging([field: value]) { $1 }
                _ = try failure(sketch, places) { parameters in
                    parameters.barPoints([sketch.place("b")], [values])
                    parameters.barPolygons(
                        [[sketch.box("a", "b", 0.3...0.8)]],
                        [values])
                    parameters.preserveObjectID = true
                    parameters.returnBarriers.point = true
                    parameters.returnBarriers.polygon = true
                }
            }
        }
    }

    @Test func `times at the ends of the calendar with long services are answered`() throws {
        for start in [Int64.min, -2_208_988_800_000, 0, 253_402_300_799_999, .max] {
            for isUTC in [true, false] {
                for zone in ["UTC", "Europe/Monaco", "Pacific/Apia"] {
                    let layer = try layer(sketch) { $0.timeZoneName = zone }
                    _ = try failure(from: layer, places) { parameters in
                        parameters.startTime = .milliseconds(start)
                        parameters.startTimeIsUTC = isUTC
                        parameters.timeWindowsAreUTC = isUTC
                        parameters.useTimeWindows = true
                        parameters.returnDirections = true
                        parameters.setStops([
                            [
                                "Attr_TravelTime": .double(9e8),
                                "TimeWindowStart": .double(-9.9e14),
                                "TimeWindowEnd": .double(9.9e14),
                            ], ["Attr_TravelTime": .double(9e8)],
                        ])
                    }
                }
            }
        }
    }

    @Test func `extreme tolerances and offsets are answered or reported`() throws {
        for number in [Double.nan, .infinity, -.infinity, -1, 0, 1e308] {
            _ = try failure(sketch, places) { parameters in
                parameters.locateSettings = .init(fallback: LocateSettings(toleranceMeters: number))
                parameters.outputGeometryPrecision = number
                parameters.barPoints([sketch.place("b")])
            }
            _ = try failure(sketch, [Coordinate(x: number, y: 50), Coordinate(x: 10, y: number)])
        }
    }

    @Test func `a network without streets locates nothing and says so`() throws {
        let empty = NetworkSketch("a---b")
        let error = try failure(empty, "ab")
        #expect(error?.identifier == .tooFewStops)
        #expect(try failure(NetworkSketch(""), places)?.identifier == .tooFewStops)
    }

    @Test func `a street without length is traveled, with directions`() throws {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("aa", seconds: 1)
        sketch.road("ab", seconds: 10)
        for (from, to) in [("a", "a"), ("a", "b"), ("b", "a"), ("b", "b")] {
            let result = try answer(
                sketch, [sketch.place(Character(from)), sketch.place(Character(to))]
            ) {
                $0.returnDirections = true
                $0.outputLines = .trueShapeWithMeasure
                $0.barPoints([sketch.place("a", "b", at: 0.5)], [["BarrierType": .integer(2)]])
            }
            #expect(result.impedance == (from == to ? 0 : 10_000))
            #expect(result.directions?.first?.steps.isEmpty == false)
        }
    }
}
