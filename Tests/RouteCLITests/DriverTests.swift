// Tests `waypost batch --drivers`: drivers' places, shifts and vehicles, and days under way.

import ArgumentParser
import Batches
import FeatureStore
import Foundation
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteService
import Testing

@testable import RouteCLI

@Suite struct DriverTests {
    /// A day in the sample town.
    private struct Day {
        let places: [Coordinate]
        var stops: String
        let network: String

        /// Makes a stop for each driver's name; the first two places are kept for depots.
        ///
        /// - Parameter columns: Further cells for each row, with a heading.
        init(_ drivers: [String], _ columns: [String] = []) async throws {
            network = try await Sample.network()
            let dataset = try NetworkDataset(path: network)
            let places = dataset.samplePlaces(drivers.count + 2).map(\.coordinate)
            self.places = places
            let header = "Name,lon,lat,driver" + (columns.first.map { ",\($0)" } ?? "")
            let lines = drivers.enumerated().map { row, driver in
                let place = places[row + 2]
                let more = columns.isEmpty ? "" : ",\(columns[row + 1])"
                return "Stop \(row + 1),\(place.x),\(place.y),\(driver)\(more)"
            }
            stops = try Day.file(([header] + lines).joined(separator: "\n"))
        }

        /// A depot's cells.
        func depot(_ place: Int = 0) -> String { "\(places[place].x),\(places[place].y)" }

        static func file(_ text: String) throws -> String {
            let path = Sample.path("day-\(UUID().uuidString).csv")
            try Console.write(bytes: Array(text.utf8), toFile: path)
            return path
        }

        /// A batch's tables.
        func tables(
            _ drivers: String?, _ options: [String] = [], expecting outcome: Outcome = .answered,
            from source: [String]? = nil
        ) async throws -> [String: FeatureSet] {
            let output = Sample.path("day-\(UUID().uuidString).gpkg")
            var arguments = [
                "batch", "--quiet", "--stops", stops, "--group-by", "driver", "--time-zone",
                "Europe/Monaco", "-o", output,
            ]
            arguments += source ?? ["--network", network]
            if let drivers { arguments += ["--drivers", try Day.file(drivers)] }
            #expect(await Waypost.run(arguments + options) == outcome)
            let store = try GeoPackageStore(path: output, access: .readOnly)
            var tables: [String: FeatureSet] = [:]
            for schema in try store.layers() where schema.name != "batch" {
                tables[schema.name] =
                    try store.features(LayerQuery(layer: schema.name, limit: 10_000)).features
            }
            try store.close()
            return tables
        }
    }

    /// The names of a route's stops in visiting order.
    private func order(_ tables: [String: FeatureSet], _ route: String) throws -> [String] {
        let stops = try #require(tables["stops"])
        return stops.features.filter { stops.string("RouteName", of: $0) == route }
            .sorted {
                (stops.integer("Sequence", of: $0) ?? 0) < (stops.integer("Sequence", of: $1) ?? 0)
            }
            .compactMap { stops.string("Name", of: $0) }
    }

    private func column(
        _ name: String, _ table: String, _ tables: [String: FeatureSet]
    ) -> [String?] {
        guard let set = tables[table] else { return [] }
        return set.features.map { set.string(name, of: $0) }
    }

    @Test func `routes begin and end at the places of their drivers`() async throws {
        let day = try await Day(["Ada", "Ada", "Bea", "Bea", "Cem", "Cem"])
        let drivers = """
            Name,StartX,StartY,StartName,EndX,EndY,EndName,ReturnToStart
            Ada,\(day.depot()),Yard,\(day.depot(1)),Garage,
            Bea,\(day.depot()),Yard,,,,yes
            Cem,\(day.depot(1)),Garage,,,,
            """
        let tables = try await day.tables(drivers)
        #expect(try order(tables, "Ada") == ["Yard", "Stop 1", "Stop 2", "Garage"])
        #expect(try order(tables, "Bea") == ["Yard", "Stop 3", "Stop 4", "Yard"])
        #expect(try order(tables, "Cem") == ["Garage", "Stop 5", "Stop 6"])
        // Drivers' places are not rows of the input.
        let stops = try #require(tables["stops"])
        let given = stops.features.compactMap { stops.integer("InputID", of: $0) }
        #expect(given.sorted() == [1, 2, 3, 4, 5, 6] && stops.features.count == 11)

        let returning = try await day.tables(drivers, ["--return-to-start", "--best-sequence"])
        #expect(try order(returning, "Cem").first == "Garage")
        #expect(try order(returning, "Cem").last == "Garage")
        #expect(try order(returning, "Ada").last == "Garage")
    }

    @Test func `a route is that of the same stops with its depot as rows`() async throws {
        let day = try await Day(["Ada", "Ada", "Ada", "Ada"])
        let drivers = "Name,StartX,StartY,ReturnToStart\nAda,\(day.depot()),1\n"
        let found = try await day.tables(drivers, ["--best-sequence"])
        let rows = try String(contentsOfFile: day.stops, encoding: .utf8).split(separator: "\n")
        let depot = "Depot,\(day.depot()),Ada"
        let faked = try Day.file(
            ([String(rows[0]), depot] + rows.dropFirst().map(String.init) + [depot])
                .joined(separator: "\n"))
        let output = Sample.path("faked-\(UUID().uuidString).gpkg")
        #expect(
            await Waypost.run([
                "batch", "--network", day.network, "--quiet", "--stops", faked, "--group-by",
                "driver", "--best-sequence", "-o", output,
            ]) == .answered)
        let store = try GeoPackageStore(path: output, access: .readOnly)
        let routes = try store.features(LayerQuery(layer: "routes", limit: 10)).features
        try store.close()
        let own = try #require(found["routes"])
        for name in ["Total_TravelTime", "Total_Kilometers"] {
            #expect(
                own.value(name, of: own.features[0]) == routes.value(name, of: routes.features[0]))
        }
    }

    @Test func `shifts are the departures of their drivers, and a late end is said`() async throws {
        let day = try await Day(["Ada", "Ada", "Bea", "Bea", "Cem", "Cem"])
        let drivers = """
            Name,StartX,StartY,ReturnToStart,ShiftStart,ShiftEnd,TravelMode,MaxTotalTime
            Ada,\(day.depot()),1,07:30,16:00,,600
            Bea,\(day.depot()),1,2026-03-04T22:00,22:01,Walking Time,1
            Cem,\(day.depot()),1,22:00,06:00,,600
            """
        let tables = try await day.tables(drivers, ["--start-time", "2026-03-02"])
        let starts = column("StartTime", "routes", tables).map { $0?.prefix(16) }
        #expect(starts == ["2026-03-02T07:30", "2026-03-04T22:00", "2026-03-02T22:00"])
        // A shift that ends past midnight is not late before it.
        let texts = column("Text", "messages", tables).compactMap(\.self)
        #expect(texts.count == 2 && column("RouteName", "messages", tables) == ["Bea", "Bea"])
        let late = /Late at Depot by [\d.]+ min: the route ends at 2\d:\d\d, and the shift at .*/
        #expect(texts.first?.wholeMatch(of: late) != nil)
        #expect(texts.first?.hasSuffix("22:01.") == true)
        #expect(texts.last?.hasSuffix(" more than MaxTotalTime.") == true)
        // Each has the totals of its own travel mode, in the same table.
        let routes = try #require(tables["routes"])
        #expect(routes.number("Total_TravelTime", of: routes.features[0]) ?? 0 > 0)
        #expect(routes.number("Total_WalkTime", of: routes.features[1]) ?? 0 > 0)
        #expect(routes.value("Total_WalkTime", of: routes.features[0]) == .null)
    }

    @Test(arguments: [
        ("Name,StartX,StartY\nAda,7.42,", "row 2, column StartY: is empty"),
        ("Name,StartX,StartY\nAda,743,7", "row 2, column StartX: 743 is not a longitude"),
        ("Name,StartX,StartY\nAda,7,x43", "row 2, column StartY: \"x43\" is not a number"),
        ("Name,Height\nBea,3\nAda,tall", "row 3, column Height: \"tall\" is not a size"),
        ("Name,Weight\nAda,7.5", "row 2, column Weight: \"7.5\" has no unit"),
        ("Name,MaxTotalTime\nAda,-3", "row 2, column MaxTotalTime: -3 is not"),
        ("Name,ReturnToStart\nAda,maybe", "row 2, column ReturnToStart: \"maybe\""),
        ("Name,ShiftStart\nAda,25:99", "row 2: ShiftStart is \"25:99\""),
        ("Name,BreakLatest\nAda,12:00", "row 2, column BreakLatest: is set, and Break is not"),
        ("Name,Break\nAda,30", "row 2, column BreakLatest: is empty, and Break is not"),
        ("Name,ShiftEnd\nAda,16:00", "row 2, column ShiftStart: is empty"),
        (
            "Name,ShiftStart,ShiftEnd\nAda,2026-03-02T08:00,2026-03-01T16:00",
            "row 2, column ShiftEnd: 2026-03-01T16:00:00 is not after"
        ),
        ("Name,TravelMode\nAda,Flying", "row 2, the vehicle: Parameter \"travelMode\""),
        ("Name,Height\nAda,3\nAda,3", "row 3, column Name: \"Ada\" is the name in"),
    ])
    func `a bad cell fails its route alone, and is named by file, row and column`(
        _ drivers: String, _ text: String
    ) async throws {
        let day = try await Day(["Ada", "Ada", "Cem", "Cem"])
        let commas = String(
            repeating: ",", count: drivers.prefix { $0 != "\n" }.count { $0 == "," })
        let tables = try await day.tables("\(drivers)\nCem\(commas)", expecting: .partial)
        #expect(column("Name", "routes", tables) == ["Cem"])
        #expect(column("Reason", "failures", tables) == ["invalid-driver"])
        #expect(column("RouteName", "failures", tables) == ["Ada"])
        let found = column("Text", "failures", tables).first ?? nil
        #expect(found?.hasPrefix("day-") == true, "\(found ?? "")")
        #expect(found?.contains(text) == true, "\(found ?? "")")
    }

    @Test func `a driver's name counts in any case`() async throws {
        let day = try await Day(["Ada", "ADA", "Cem", "Cem"])
        let tables = try await day.tables("Name\nada\nCEM\n")
        #expect(column("Text", "failures", tables).isEmpty)
        #expect(column("Name", "routes", tables).count == 2)
    }

    @Test func `all bad cells of a row are named, and rows without a name are said`() async throws {
        let day = try await Day(["Ada", "Ada", "Cem", "Cem"])
        let drivers = "Name,StartX,StartY,Height\nAda,743,7,tall\n,7,43,3\nCem,,,\n"
        let tables = try await day.tables(drivers, expecting: .partial)
        let text = column("Text", "failures", tables).first ?? nil
        #expect(text?.split(separator: "\n").count == 2, "\(text ?? "")")
        let file = try Day.file(drivers)
        let layer = try NetworkLayer.open(path: day.network, analyses: .all)
        let found = try #require(
            try await DriverOptions.parse(["--drivers", file])
                .read(FileOptions.parse([]), on: .network(layer)))
        let notes = found.notes(onNames: ["Ada", "Cem"], of: "driver")
        #expect(
            notes.count == 1
                && notes[0].hasSuffix(
                    "row 3, column Name: is empty; write the "
                        + "driver's name as the stops have it"),
            "\(notes)")
    }

    @Test(arguments: [
        ("Name,Height\n,3", "row 2, column Name: is empty"),
        ("Fahrer,Height\nAda,3", "no column Name"),
        ("Name,Height\n", "holds nothing"),
    ])
    func `a file without a driver ends the batch`(
        _ drivers: String, _ text: String
    ) async throws {
        let day = try await Day(["Ada", "Ada"])
        let file = try Day.file(drivers)
        let command = try #require(
            try Waypost.parseAsRoot([
                "batch", "--network", day.network, "--stops", day.stops, "--group-by", "driver",
                "--time-zone", "Europe/Monaco", "--drivers", file, "-o", Sample.path("bad.gpkg"),
            ]) as? BatchCommand)
        let error = await #expect(throws: (any Error).self) {
            _ = try await BatchJob(command).prepared()
        }
        let failure = error.flatMap { CommandFailure(describing: $0) }
        #expect(failure?.outcome == .invalidInput)
        let name = file.split(separator: "/").last.map(String.init) ?? ""
        #expect(failure?.message.contains(name) == true)
        #expect(failure?.message.contains(text) == true, "\(failure?.message ?? "")")
    }

    @Test func `a group without a row is a failure, and columns have other names`() async throws {
        let day = try await Day(["Ada", "Ada", "Bea", "Bea"])
        let options = ["--driver-field", "Name=fahrer", "--driver-field", "ShiftStart=von"]
        let drivers = "fahrer,von\nAda,08:15\nDan,09:00\n"
        let tables = try await day.tables(
            drivers, options + ["--start-time", "2026-03-02"], expecting: .partial)
        #expect(column("StartTime", "routes", tables).map { $0?.suffix(8) } == ["08:15:00"])
        #expect(column("Reason", "failures", tables) == ["no-driver"])
        let text = column("Text", "failures", tables).first ?? nil
        #expect(text?.contains("has no row whose Name is \"Bea\"") == true)
    }
}

extension DriverTests {
    @Test func `a server gives drivers the same routes`() async throws {
        let day = try await Day(
            ["Ada", "Bea", "Ada", "Bea", "Ada", "Bea"],
            ["Status,ArriveTime", "done,08:10", ",", ",", ",", ",", "under way,"])
        let drivers = """
            Name,StartX,StartY,ReturnToStart,ShiftStart,ShiftEnd,TravelMode,Height
            Ada,\(day.depot()),1,07:30,08:11,,3.2
            Bea,\(day.depot(1)),1,22:00,06:00,Walking Time,
            """
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        var configuration = RouteServiceConfiguration.networks(
            [.init(path: day.network, name: "town")], analyses: .all)
        configuration.port = 0
        configuration.jobs = Sample.path("jobs-\(UUID().uuidString)")
        configuration.onListening = { listening.yield($0) }
        let server = Task { [configuration] in
            try await runRouteService(configuration: configuration)
        }
        defer { server.cancel() }
        let port = try #require(await ports.first { _ in true })
        let address = "http://127.0.0.1:\(port)/arcgis/rest/services/town/NAServer/Route"
        let options = ["--best-sequence", "--start-time", "2026-03-02"]
        let local = try await day.tables(drivers, options)
        let served = try await day.tables(
            drivers, options, from: ["--server", address, "--no-as-job"])
        for name in ["Name", "Sequence", "InputID", "Status", "ArriveTimeUTC", "State"] {
            func column(_ tables: [String: FeatureSet]) -> [AttributeValue?]? {
                tables["stops"].map { rows in rows.features.map { rows.value(name, of: $0) } }
            }
            #expect(column(served) == column(local), "\(name)")
        }
        // The service has no time zone; its clock shows an hour less.
        let first = try #require(served["stops"])
        #expect(first.string("ArriveTime", of: first.features[0]) == "2026-03-02T07:10:00")
        // Which other orders are known depends on the clock, which decides about open streets.
        let texts = [local, served].map { tables in
            column("Text", "messages", tables).compactMap(\.self)
                .filter { !$0.hasPrefix("The order of route") }
        }
        #expect(texts[0].count == 1 && texts[0] == texts[1])
        // As one job, in which each route has its driver's settings.
        let job = try await day.tables(drivers, options, from: ["--server", address])
        #expect(job.keys.sorted() == served.keys.sorted())
        for (name, rows) in served where name != "batch" { #expect(job[name] == rows, "\(name)") }
    }
}

extension DriverTests {
    @Test func `a break of a driver is at a stop, in its time, and makes the day longer`()
        async throws
    {
        let day = try await Day(["Ada", "Ada", "Ada"], ["Attr_TravelTime", "20", "20", "20"])
        let header = "Name,StartX,StartY,ReturnToStart,ShiftStart,Break,BreakEarliest,BreakLatest"
        func end(_ rest: String) async throws -> (ends: Date, messages: [String]) {
            let tables = try await day.tables(
                "\(header)\nAda,\(day.depot()),yes,08:00,\(rest)",
                ["--best-sequence", "--start-time", "2026-03-02"])
            let end = try #require(column("EndTime", "routes", tables).compactMap(\.self).first)
            let date = try Date(end.prefix(19) + "Z", strategy: .iso8601)
            return (date, column("Text", "messages", tables).compactMap(\.self))
        }
        let plain = try await end(",,")
        let made = try await end("30,08:30,09:00")
        // It begins at 08:30, between two services of twenty minutes.
        let longer = made.ends.timeIntervalSince(plain.ends) / 60
        #expect((30...50).contains(longer), "\(longer), \(made.messages)")
        #expect(made.messages.count { $0.contains("has its break at") } == 1)
        // The day ends before this break.
        #expect(try await end("30,08:30,16:00").ends == plain.ends)
    }

    /// A day whose third and first stop are visited, the third first.
    private func dayUnderWay(_ second: String = "") async throws -> Day {
        try await Day(
            ["Ada", "Ada", "Ada", "Ada", "Ada", "Ada"],
            [
                "Status,ArriveTime", "visited,08:40", "\(second),", "done,08:10", ",", "new,", ",",
            ])
    }

    private func drivers(_ day: Day, _ more: String = "", _ cells: String = "") -> String {
        "Name,StartX,StartY,StartName,ReturnToStart,ShiftStart,ShiftEnd\(more)\n"
            + "Ada,\(day.depot()),Yard,1,07:30,16:00\(cells)\n"
    }

    private static let options = [
        "--best-sequence", "--start-time", "2026-03-02", "--now", "2026-03-02T09:30",
    ]

    @Test func `visited stops stay, and the rest is ordered from the last of them`() async throws {
        let day = try await dayUnderWay()
        let tables = try await day.tables(drivers(day), Self.options)
        let order = try order(tables, "Ada")
        #expect(order.prefix(3) == ["Stop 3", "Stop 1", "Stop 1"] && order.last == "Yard")
        #expect(Set(order.dropFirst(3).dropLast()) == ["Stop 2", "Stop 4", "Stop 5", "Stop 6"])
        let stops = try #require(tables["stops"])
        let times = stops.features.prefix(3).map { stops.string("ArriveTime", of: $0)?.prefix(16) }
        #expect(times[0] == "2026-03-02T08:40" && times[2] == "2026-03-02T08:10")
        #expect(stops.features.prefix(6).map { stops.integer("InputID", of: $0) } == Array(1...6))
        #expect(stops.string("State", of: stops.features[0]) == "visited")
        let starts = column("StartTime", "routes", tables)
        #expect(starts.map { $0?.prefix(16) } == ["2026-03-02T09:30"])
    }

    @Test func `the rest begins where and when the driver is`() async throws {
        let day = try await dayUnderWay()
        let current = drivers(
            day, ",CurrentX,CurrentY,CurrentTime", ",\(day.depot(1)),10:05")
        let tables = try await day.tables(current, Self.options)
        #expect(try order(tables, "Ada").dropFirst(2).first == "Current place")
        let starts = column("StartTime", "routes", tables)
        #expect(starts.map { $0?.prefix(16) } == ["2026-03-02T10:05"])

        // It costs the same as a separate day with these stops from there.
        let rows = try String(contentsOfFile: day.stops, encoding: .utf8).split(separator: "\n")
        let rest = try Day.file(rows.filter { !$0.contains("08:") }.joined(separator: "\n"))
        let own = "Name,StartX,StartY,EndX,EndY\nAda,\(day.depot(1)),\(day.depot())\n"
        let output = Sample.path("rest-\(UUID().uuidString).gpkg")
        #expect(
            await Waypost.run([
                "batch", "--network", day.network, "--quiet", "--stops", rest, "--group-by",
                "driver", "--drivers", try Day.file(own), "--best-sequence", "-o", output,
            ]) == .answered)
        let store = try GeoPackageStore(path: output, access: .readOnly)
        let wanted = try store.features(LayerQuery(layer: "routes", limit: 10)).features
        try store.close()
        let routes = try #require(tables["routes"])
        #expect(
            routes.value("Total_TravelTime", of: routes.features[0])
                == wanted.value("Total_TravelTime", of: wanted.features[0]))
    }

    @Test func `the stop that is under way comes first`() async throws {
        // Whichever stop is next, it stays; without it, one order is best.
        var firsts: Set<String> = []
        var totals = (found: 0.0, best: 0.0)
        for row in 1...5 {
            var states = ["Status"] + Array(repeating: "", count: 5)
            states[row] = "under way"
            let day = try await Day(Array(repeating: "Ada", count: 5), states)
            let tables = try await day.tables(
                drivers(day), ["--best-sequence", "--start-time", "2026-03-02"])
            let order = try order(tables, "Ada")
            #expect(order.prefix(2) == ["Yard", "Stop \(row)"] && order.last == "Yard")
            #expect(Set(order).count == 6)
            firsts.insert(order[2])
            totals.found += try total(tables).min() ?? 0
            totals.best += try await bestTotal(of: day, beginningWith: row)
        }
        #expect(firsts.count > 1)
        // Curbs are outside the search for an order.
        #expect(totals.found <= totals.best * 1.02)
    }

    private func total(_ tables: [String: FeatureSet]) throws -> [Double] {
        let routes = try #require(tables["routes"])
        return routes.features.compactMap { routes.number("Total_TravelTime", of: $0) }
    }

    /// The least total of all orders that begin with a stop, each as a separate group.
    private func bestTotal(of day: Day, beginningWith first: Int) async throws -> Double {
        var orders = [[first]]
        for _ in 1..<5 {
            orders = orders.flatMap { order in
                (1...5).filter { !order.contains($0) }.map { order + [$0] }
            }
        }
        var lines = ["Name,lon,lat,driver"]
        var drivers = "Name,StartX,StartY,ReturnToStart\n"
        for (number, order) in orders.enumerated() {
            lines += order.map { stop in
                "Stop \(stop),\(day.places[stop + 1].x),\(day.places[stop + 1].y),P\(number)"
            }
            drivers += "P\(number),\(day.depot()),1\n"
        }
        var all = day
        all.stops = try Day.file(lines.joined(separator: "\n"))
        return try total(await all.tables(drivers)).min() ?? 0
    }

    @Test func `a route that has not begun begins at its shift`() async throws {
        let day = try await Day(["Ada", "Ada"])
        for (now, start) in [("06:00", "07:30"), ("08:00", "08:00")] {
            let tables = try await day.tables(
                drivers(day),
                ["--start-time", "2026-03-02", "--now", "2026-03-02T\(now)"])
            let starts = column("StartTime", "routes", tables)
            #expect(starts.map { $0?.suffix(8).prefix(5) } == [start[...]])
            #expect(try order(tables, "Ada") == ["Yard", "Stop 1", "Stop 2", "Yard"])
        }
    }

    @Test func `a route whose stops are all visited returns`() async throws {
        let day = try await Day(["Ada", "Ada"], ["Status,ArriveTime", "done,08:10", "done,08:40"])
        let back = try await day.tables(drivers(day), Self.options)
        #expect(try order(back, "Ada") == ["Stop 1", "Stop 2", "Stop 2", "Yard"])
        let stays = try await day.tables(nil, Self.options)
        #expect(try order(stays, "Ada") == ["Stop 1", "Stop 2", "Stop 2", "Stop 2"])
    }
}
