// Tests how requests in OSRM's form are read.

import Geo
import RouteAPI
import Testing

@testable import OSRMAPI

@Suite struct OSRMRequestTests {
    private func request(
        _ service: OSRMService, _ path: String, _ query: [(String, String)] = []
    ) throws(OSRMError) -> OSRMRequest {
        try OSRMRequest(
            service, path.split(separator: "/").map { String($0) },
            query.map { (name: $0.0, value: $0.1) })
    }

    private func code(
        _ service: OSRMService, _ path: String, _ query: [(String, String)] = []
    ) -> OSRMError.Code? {
        do throws(OSRMError) {
            _ = try request(service, path, query)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func `coordinates are numbers or encoded lines, with or without a format`() throws {
        let plain = try request(.route, "v1/driving/7.41,43.73;7.42,-43.74")
        #expect(plain.profile == "driving")
        #expect(
            plain.coordinates == [Coordinate(x: 7.41, y: 43.73), Coordinate(x: 7.42, y: -43.74)])
        #expect(try request(.route, "v1/driving/7.41,43.73;7.42,-43.74.json") == plain)
        // Google's own example of its format.
        let encoded = try request(.route, "v1/car/polyline(_p~iF~ps|U_ulLnnqC_mqNvxq`@)")
        #expect(
            encoded.coordinates == [
                Coordinate(x: -120.2, y: 38.5), Coordinate(x: -120.95, y: 40.7),
                Coordinate(x: -126.453, y: 43.252),
            ])
        let finer = EncodedPolyline(decimals: 6).encoded(plain.coordinates)
        #expect(
            try request(.route, "v1/car/polyline6(\(finer))").coordinates == plain.coordinates)
    }

    @Test func `each fault has its code`() {
        let two = "v1/driving/7.41,43.73;7.42,43.74"
        #expect(code(.route, two) == nil)
        #expect(code(.route, "v2/driving/7.41,43.73;7.42,43.74") == .invalidVersion)
        #expect(code(.route, "v1/driving") == .invalidURL)
        #expect(code(.route, "v1/driving/7.41,43.73/more") == .invalidURL)
        #expect(code(.route, "v1/driving/7.41;43.73") == .invalidQuery)
        #expect(code(.route, "v1/driving/polyline(_p~iF~ps|U") == .invalidQuery)
        #expect(code(.route, "v1/driving/181,43.73;7.42,43.74") == .invalidValue)
        #expect(code(.route, "v1/driving/7.41,43.73") == .invalidOptions)
        #expect(code(.nearest, two) == .invalidOptions)
        #expect(code(.route, two + ".flatbuffers") == .notImplemented)
        let faults: [(String, String, OSRMError.Code)] = [
            ("speed", "1", .invalidQuery), ("sources", "0", .invalidQuery),
            ("steps", "yes", .invalidQuery), ("geometries", "wkt", .invalidQuery),
            ("overview", "true", .invalidQuery), ("alternatives", "x", .invalidQuery),
            ("alternatives", "-1", .invalidQuery), ("annotations", "nodes", .notImplemented),
            ("annotations", "speed,heat", .invalidQuery), ("radiuses", "5", .invalidOptions),
            ("radiuses", "5;-1", .invalidValue), ("bearings", "0,10;400,10", .invalidOptions),
            ("bearings", "0;10", .invalidQuery), ("approaches", "curb;left", .invalidQuery),
            ("hints", "a;b;c", .invalidOptions), ("radiuses", "1;2;3;4", .invalidOptions),
            ("exclude", (0..<70).map { "a\($0)" }.joined(separator: ","), .invalidValue),
            ("waypoints", "0", .invalidValue),
            ("waypoints", "0;2", .invalidValue), ("waypoints", "0;x", .invalidQuery),
            ("snapping", "near", .invalidQuery), ("format", "xml", .notImplemented),
            ("generate_hints", "1", .invalidQuery), ("continue_straight", "1", .invalidQuery),
        ]
        for (name, value, expected) in faults {
            #expect(code(.route, two, [(name, value)]) == expected, "\(name)=\(value)")
        }
        let others: [(OSRMService, String, String, OSRMError.Code)] = [
            (.table, "sources", "2", .invalidOptions),
            (.table, "annotations", "speed", .invalidQuery),
            (.table, "fallback_speed", "0", .invalidOptions),
            (.table, "fallback_coordinate", "near", .invalidQuery),
            (.table, "scale_factor", "-1", .invalidOptions),
            (.match, "timestamps", "5;4", .invalidValue),
            (.match, "timestamps", "\(Int64.min);0", .invalidQuery),
            (.match, "timestamps", "0;253402300800", .invalidQuery),
            (.match, "timestamps", "5;", .invalidValue), (.match, "gaps", "keep", .invalidQuery),
            (.match, "tidy", "2", .invalidQuery), (.trip, "source", "last", .invalidQuery),
            (.trip, "destination", "first", .invalidQuery),
            (.trip, "roundtrip", "0", .invalidQuery),
        ]
        for (service, name, value, expected) in others {
            #expect(code(service, two, [(name, value)]) == expected, "\(name)=\(value)")
        }
        #expect(code(.nearest, "v1/car/7,43", [("number", "0")]) == .invalidOptions)
        #expect(code(.nearest, "v1/car/7,43", [("number", "3")]) == nil)
    }

    @Test func `options are read, and have OSRM's defaults`() throws {
        let path = "v1/driving/7.41,43.73;7.415,43.735;7.42,43.74"
        #expect(try request(.route, path).options == OSRMOptions())
        let options = try request(
            .route, path,
            [
                ("geometries", "geojson"), ("overview", "full"), ("steps", "true"),
                ("annotations", "duration,speed"), ("alternatives", "2"),
                ("continue_straight", "true"), ("waypoints", "0;2"), ("radiuses", "5;unlimited;"),
                ("bearings", "10,20;;360,5"), ("approaches", "curb;;opposite"),
                ("exclude", "toll,ferry"), ("generate_hints", "false"),
                ("skip_waypoints", "true"), ("snapping", "any"), ("barriers", "7.4,43.7"),
                ("token", "secret"),
            ]
        ).options
        #expect(options.geometries == .geojson)
        #expect(options.overview == .full)
        #expect(options.steps && options.skipsWaypoints && !options.generatesHints)
        #expect(options.annotations == [.duration, .speed])
        #expect(options.alternatives == 2)
        #expect(options.continueStraight == true)
        #expect(options.waypoints == [0, 2])
        #expect(options.radiuses == [5, .infinity, nil])
        #expect(options.bearings?[2] == OSRMOptions.Bearing(degrees: 0, range: 5))
        #expect(options.approaches == [.curb, nil, .opposite])
        #expect(options.exclude == ["toll", "ferry"])
        #expect(options.own == [FormParameters.Field(name: "barriers", value: "7.4,43.7")])
        let table = try request(
            .table, path,
            [("sources", "0"), ("destinations", "1;2"), ("annotations", "distance")]
        ).options
        #expect(table.sources == [0] && table.destinations == [1, 2])
        #expect(table.hasDistances && !table.hasDurations)
        let repeated = try request(.table, path, [("sources", "1;1;0")]).options
        #expect(repeated.sources == [1, 1, 0])
        let longer = try request(.table, path, [("destinations", "1;1;0;2;1")]).options
        #expect(longer.destinations == [1, 1, 0, 2, 1])
    }

    @Test func `names are compared by their letters and digits, in either case`() {
        let texts =
            ["Driving Time", "DRIVING_TIME-2", "", "Größe Ä", "Фура 7,5 t", "a\u{301}b", "٣ km"]
            + (0..<128).map { String(UnicodeScalar(UInt8($0))) }
        for text in texts {
            let plain = text.lowercased().filter { $0.isLetter || $0.isNumber }
            #expect(OSRMLayer.folded(text) == plain, "\(text)")
        }
    }

    @Test func `lists that name coordinates twice make no endless tables`() throws {
        let places = (0..<1_100).map { "0.\($0),1" }.joined(separator: ";")
        let once = (0..<1_100).map(String.init).joined(separator: ";")
        let twice = [String](repeating: "0", count: 1_100).joined(separator: ";")
        let path = "v1/driving/\(places)"
        #expect(code(.table, path, [("sources", once)]) == nil)
        #expect(code(.table, path, [("sources", twice)]) == .tooBig)
        #expect(code(.table, path, [("sources", twice), ("destinations", "0;0")]) == nil)
        let endless = String(repeating: "0;", count: 1_000_001)
        #expect(code(.table, path, [("sources", endless)]) == .tooBig)
    }

    @Test func `more than there is, is as much as there is`() throws {
        let two = "v1/driving/7.41,43.73;7.42,43.74"
        #expect(try request(.route, two, [("alternatives", "9")]).options.alternatives == 3)
        let often = String(repeating: "toll,", count: 60)
        #expect(try request(.route, two, [("exclude", often)]).options.exclude == ["toll"])
    }

    @Test func `a location that cannot be placed is named as OSRM does, from 0`() {
        let error = OSRMError(
            RouteRequestError(
                .notLocated, message: "Unable to complete operation.",
                details: ["Location \"2\" in \"Stops\" is unlocated."]), of: .route)
        #expect(error.code == .noSegment)
        #expect(error.message.hasPrefix("Could not find a matching segment for coordinate 1"))
        let barrier = OSRMError(
            RouteRequestError(
                .notLocated, message: "Unable to complete operation.",
                details: ["Location \"2\" in \"Barriers\" is unlocated."]), of: .route)
        #expect(barrier.code == .invalidValue)
    }

    @Test func `a hint is valid for its coordinate and its network alone`() throws {
        let place = Coordinate(x: 7.41, y: 43.73)
        let text = "W1_abcd1234_7410000_43730000_1_17_0.25_2"
        let hint = try #require(OSRMHint(text, for: place, mark: "abcd1234"))
        #expect(hint.element == 17 && hint.position == 0.25 && hint.side == 2)
        #expect(hint.text(for: place, mark: "abcd1234") == text)
        #expect(OSRMHint(text, for: place, mark: "ffff1234") == nil)
        #expect(OSRMHint(text, for: Coordinate(x: 7.42, y: 43.73), mark: "abcd1234") == nil)
        for broken in ["", "W1_abcd1234_7410000_43730000_1_17_2_0", String(text.dropLast(2))] {
            #expect(OSRMHint(broken, for: place, mark: "abcd1234") == nil, "\(broken)")
        }
    }

    @Test func `a trace is split at gaps of more than ten times the median`() throws {
        let places = (0..<6).map { "7.4\($0),43.73" }.joined(separator: ";")
        func traces(_ times: [Int], _ gaps: String = "split") throws -> [[Int]] {
            let list = times.map(String.init).joined(separator: ";")
            return try request(
                .match, "v1/driving/\(places)", [("timestamps", list), ("gaps", gaps)]
            ).keptTraces
        }
        let whole = [[0, 1, 2, 3, 4, 5]]
        #expect(try request(.match, "v1/driving/\(places)").keptTraces == whole)
        #expect(try traces([0, 10, 20, 120, 130, 140]) == whole)
        #expect(try traces([0, 10, 20, 121, 131, 141]) == [[0, 1, 2], [3, 4, 5]])
        #expect(try traces([0, 10, 20, 121, 131, 141], "ignore") == whole)
        // The coordinate between two gaps is alone, and rare positions are no gaps.
        #expect(try traces([0, 10, 20, 200, 400, 410]) == [[0, 1, 2], [4, 5]])
        #expect(try traces([0, 500, 1_000, 1_500, 2_000, 2_500]) == whole)
        // At equal times, a second counts as the median.
        #expect(try traces([5, 5, 5, 5, 16, 16]) == [[0, 1, 2, 3], [4, 5]])
    }

    @Test func `round trips end where they begin`() throws {
        let path = "v1/driving/7.41,43.73;7.415,43.735;7.42,43.74"
        #expect(try request(.trip, path).order == [0, 1, 2, 0])
        #expect(try request(.trip, path, [("roundtrip", "false")]).order == [0, 1, 2])
        #expect(try request(.trip, path, [("destination", "last")]).order == [2, 0, 1, 2])
    }
}
