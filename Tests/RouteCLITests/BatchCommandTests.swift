// Tests `waypost batch` over the sample network: groups, failures, outputs, and continued batches.

import ArgumentParser
import Batches
import FeatureStore
import Foundation
import FoundationNetworking
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteService
import RouteTaskClient
import Testing

@testable import RouteCLI

@Suite struct BatchCommandTests {
    /// Deliveries as a table: a row for each place of the town, with its driver and the day.
    private func deliveries(_ drivers: [String], to name: String) async throws -> String {
        let dataset = try NetworkDataset(path: try await Sample.network())
        let places = dataset.samplePlaces(drivers.count)
        let lines = zip(places, drivers).enumerated().map { row, delivery in
            let place = delivery.0.coordinate
            let day = row % 2 == 0 || row < 8 ? "2026-03-02" : "2026-03-03"
            return "Stop \(row + 1),\(place.x),\(place.y),\(delivery.1),\(day),3,08:00,18:00\n"
        }
        let header = "customer,lon,lat,driver,day,minutes,TimeWindowStart,TimeWindowEnd\n"
        let file = Sample.path("\(name)-\(UUID().uuidString).csv")
        try Console.write(bytes: Array((header + lines.joined()).utf8), toFile: file)
        return file
    }

    /// Runs the command on the sample network.
    private func run(_ rows: [String], _ options: [String]) async throws -> Outcome {
        let network = try await Sample.network()
        return await Waypost.run(["batch", "--network", network, "--quiet"] + rows + options)
    }

    /// All rows of an output's tables, except the journal's.
    private func tables(ofFile path: String) throws -> [String: FeatureSet] {
        let store = try GeoPackageStore(path: path, access: .readOnly)
        var tables: [String: FeatureSet] = [:]
        for schema in try store.layers() where schema.name != "batch" {
            tables[schema.name] = try store.features(LayerQuery(layer: schema.name, limit: 10_000))
                .features
        }
        try store.close()
        return tables
    }

    private static let options = [
        "--group-by", "driver", "--field", "Name=customer", "--field", "Attr_TravelTime=minutes",
        "--best-sequence", "--time-windows", "--start-time", "2026-03-02T07:30", "--time-zone",
        "Europe/Monaco",
    ]

    @Test func `the example of BatchJob finds a route for each driver`() async throws {
        let network = try await Sample.network()
        let stops = try await deliveries(["Ada", "Bea", "Ada", "Bea"], to: "example")
        let output = Sample.path("example.gpkg")

        let command = try BatchCommand.parse([
            "--network", network, "--stops", stops, "--group-by", "driver", "-o", output,
        ])
        try await BatchJob(command).run()

        #expect(try tables(ofFile: output)["routes"]?.features.count == 2)
    }

    @Test func `each driver gets a route that a solve of the same stops finds`() async throws {
        let file = try await deliveries(
            ["Bea", "Ada", "Bea", "Ada", "Ada", "Bea", "Ada", "Bea"], to: "two")
        let output = Sample.path("two.gpkg")
        #expect(
            try await run(["--stops", file], Self.options + ["-o", output]) == .answered)
        let tables = try tables(ofFile: output)
        let routes = try #require(tables["routes"])
        #expect(
            routes.features.map { routes.string("Name", of: $0) } == ["Ada", "Bea"])
        let stops = try #require(tables["stops"])
        #expect(stops.features.count == 8)
        #expect(
            stops.features.map { stops.integer("InputID", of: $0) } == [2, 4, 5, 7, 1, 3, 6, 8])
        // A place drawn in a tunnel, where no addresses are, moves to a street beside it: status 7,
        // or 6 if the route waits there.
        #expect(stops.features.allSatisfy { [0, 6, 7].contains(stops.integer("Status", of: $0)) })
        #expect(stops.features.count { stops.integer("Status", of: $0) == 0 } >= 6)
        #expect(
            stops.features.prefix(4).compactMap { stops.integer("Sequence", of: $0) }.sorted()
                == [1, 2, 3, 4])
        #expect(tables["directions"]?.features.isEmpty == false && tables["failures"] == nil)

        // The same driver's rows, solved alone.
        let alone = Sample.path("alone.csv")
        let text = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        let header = text[0].replacing("customer", with: "Name")
            .replacing("minutes", with: "Attr_TravelTime")
        let own = [String(header)] + text.filter { $0.contains(",Ada,") }.map(String.init)
        try Console.write(
            bytes: Array(own.joined(separator: "\n").utf8), toFile: alone)
        let json = Sample.path("alone.json")
        let network = try await Sample.network()
        #expect(
            await Waypost.run(
                ["solve", "--network", network, "--stops", alone, "-o", json, "--quiet"]
                    + ["--format", "answer"]
                    + Self.options.dropFirst(6)) == .answered)
        let answer = try RouteAnswer(json: JSONValue.parse(Sample.text("alone.json"))).result
        let total = answer.routes.flatMap { set in
            set.features.first.flatMap { set.number("Total_TravelTime", of: $0) }
        }
        #expect(routes.number("Total_TravelTime", of: routes.features[0]) == total)
    }

    @Test func `a batch of walks has the pace that it states`() async throws {
        let file = try await deliveries(["Ada", "Ada", "Bea", "Bea"], to: "walks")
        func times(_ speed: String) async throws -> [Double] {
            let output = Sample.path("walks-\(UUID().uuidString).gpkg")
            let options = [
                "--group-by", "driver", "--travel-mode", "Walking Time", "--parameter",
                "WalkTime:Walking Speed (km/h)=\(speed)", "-o", output,
            ]
            #expect(try await run(["--stops", file], options) == .answered)
            let routes = try #require(try tables(ofFile: output)["routes"])
            return routes.features.compactMap { routes.number("Total_WalkTime", of: $0) }
        }
        let (usual, slow) = (try await times("5"), try await times("4"))
        #expect(usual.count == 2 && slow.count == 2)
        for (one, other) in zip(usual, slow) { #expect(abs(other - one * 1.25) < 0.01) }
    }

    @Test func `a layer of a GeoPackage gives the same rows as the file it was made of`()
        async throws
    {
        let file = try await deliveries(
            ["Bea", "Ada", "Bea", "Ada", "Cem", "Bea", "Ada", "Bea", "Cem", "Ada"], to: "layer")
        let package = Sample.path("layer-\(UUID().uuidString).gpkg")
        let store = try GeoPackageStore(path: package, access: .create)
        var task = LayerImport(layer: "deliveries")
        task.types = ["TimeWindowStart": .string, "TimeWindowEnd": .string]
        try task.run(.csv(path: file), into: store)
        try store.close()
        let (one, other) = (Sample.path("file.gpkg"), Sample.path("from-layer.gpkg"))
        let condition = ["--where", "day = DATE '2026-03-02' AND driver <> 'Cem'"]
        #expect(
            try await run(["--stops", file], Self.options + condition + ["-o", one])
                == .answered)
        #expect(
            try await run(
                ["--layer", "\(package)#deliveries"], Self.options + condition + ["-o", other])
                == .answered)
        let (fromFile, fromLayer) = (try tables(ofFile: one), try tables(ofFile: other))
        for table in ["routes", "directions"] { #expect(fromFile[table] == fromLayer[table]) }
        #expect(fromFile["stops"]?.features.count == fromLayer["stops"]?.features.count)
    }

    @Test func `a group that has no route is a failure with its reason, and the others are found`()
        async throws
    {
        let file = try await deliveries(
            ["Ada", "Ada", "Bea", "Ada", "Cem", "Cem"], to: "failing")
        let output = Sample.path("failing.gpkg")
        #expect(
            try await run(
                ["--stops", file], ["--group-by", "driver", "-o", output]) == .partial)
        let tables = try tables(ofFile: output)
        let failures = try #require(tables["failures"])
        #expect(failures.features.count == 1)
        let row = try #require(failures.features.first)
        #expect(failures.string("driver", of: row) == "Bea")
        #expect(failures.integer("RouteID", of: row) == 2)
        #expect(failures.string("Reason", of: row) == "too-few-stops")
        #expect(failures.string("Text", of: row)?.contains("2") == true)
        #expect(tables["routes"]?.features.count == 2)

        let alone = Sample.path("none.gpkg")
        #expect(
            try await run(
                ["--stops", file],
                ["--where", "driver = 'Bea'", "--group-by", "driver", "-o", alone])
                == .noSolution)
    }

    @Test func `a server finds the same routes, by requests and as jobs`() async throws {
        let file = try await deliveries(
            ["Bea", "Ada", "Bea", "Ada", "Cem", "Bea", "Ada", "Bea", "Dan", "Ada"], to: "served")
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let network = try await Sample.network()
        var configuration = RouteServiceConfiguration.networks(
            [.init(path: network, name: "town")], analyses: .all)
        configuration.port = 0
        configuration.jobs = Sample.path("jobs-\(UUID().uuidString)")
        configuration.onListening = { listening.yield($0) }
        let server = Task { [configuration] in
            try await runRouteService(configuration: configuration)
        }
        defer { server.cancel() }
        let port = try #require(await ports.first { _ in true })
        let address = "http://127.0.0.1:\(port)/arcgis/rest/services/town/NAServer/Route"
        let barriers = [
            "--barriers-file", "SampleData/barriers.geojson", "--set", "deterministic=true",
        ]
        let (local, asked, done) = (
            Sample.path("local.gpkg"), Sample.path("asked.gpkg"), Sample.path("done.gpkg")
        )
        for (output, source) in [
            (local, ["--network", network]), (asked, ["--server", address, "--no-as-job"]),
            (done, ["--server", address]),
        ] {
            // Cem and Dan have one stop each, which makes no route.
            let outcome = await Waypost.run(
                ["batch", "--quiet", "--stops", file] + source + Self.options + barriers
                    + ["-o", output])
            #expect(outcome == .partial)
        }
        let whole = try tables(ofFile: local)
        #expect(whole["routes"]?.features.count == 2)
        #expect(whole["polygon_barriers"]?.features.isEmpty == false)
        // Numbers are rounded on the wire.
        let remote = try tables(ofFile: asked)
        #expect(remote.keys.sorted() == whole.keys.sorted())
        for (name, rows) in whole {
            #expect(remote[name]?.features.count == rows.features.count, "\(name)")
        }
        for name in ["Name", "Sequence", "InputID", "Status"] {
            func column(_ tables: [String: FeatureSet]) -> [AttributeValue?]? {
                tables["stops"].map { rows in rows.features.map { rows.value(name, of: $0) } }
            }
            #expect(column(remote) == column(whole))
        }
        var jobs = try tables(ofFile: done)
        // A failure has the request's text; its fixed word is not known from a job.
        #expect(jobs.removeValue(forKey: "failures")?.features.count == 2)
        #expect(jobs.keys.sorted() == remote.keys.filter { $0 != "failures" }.sorted())
        for (name, rows) in jobs { #expect(rows == remote[name], "\(name)") }
        // All routes are one job.
        let task = "http://127.0.0.1:\(port)/arcgis/rest/services/town/GPServer/solve/jobs?f=json"
        let (body, _) = try await URLSession.shared.data(from: try #require(URL(string: task)))
        #expect(try JSONValue.parse(body)["jobs"]?.array?.count == 1)
        for option in ["--as-job", "--no-as-job"] {
            #expect(
                await Waypost.run(
                    ["batch", "--stops", file, "--network", network, option, "-o", done])
                    == .usage, "\(option)")
        }
    }

    @Test func `every format has the routes`() async throws {
        let file = try await deliveries(["Ada", "Bea", "Ada", "Bea"], to: "formats")
        let folder = Sample.path("csv-tables") + "/"
        let paths = ["f.geojson", "f.json", "f.csv", "f.kml"].map { Sample.path($0) } + [folder]
        let outputs = paths.flatMap { ["-o", $0] }
        #expect(
            try await run(
                ["--stops", file], ["--group-by", "driver", "--table", "routes"] + outputs)
                == .answered)
        let geoJSON = try JSONValue.parse(Sample.text("f.geojson"))
        let layers = geoJSON["features"]?.array?.compactMap {
            $0["properties"]?["layer"]?.string
        }
        #expect(layers?.filter { $0 == "routes" }.count == 2)
        #expect(layers?.filter { $0 == "stops" }.count == 4)
        let esri = try JSONValue.parse(Sample.text("f.json"))
        #expect(esri["features"]?.array?.count == 2)
        #expect(esri["geometryType"] == "esriGeometryPolyline")
        #expect(try Sample.text("f.kml").ranges(of: "<Folder>").count >= 3)
        #expect(try Sample.text("f.csv").hasPrefix("RouteID,driver,Name,"))
        #expect(try Sample.text("csv-tables/stops.csv").split(separator: "\n").count == 5)
        let files = FileManager.default
        #expect(!files.fileExists(atPath: folder + "failures.csv"))
        #expect(!files.fileExists(atPath: Sample.path("f.partial.gpkg")))
        #expect(!files.fileExists(atPath: Sample.path("f.geojson.partial.gpkg")))
    }

    @Test func `the report has every route, and needs no other file`() async throws {
        let drivers = (0..<24).map { "Driver \($0 % 5)" } + ["Alone & <odd>"]
        let file = try await deliveries(drivers, to: "report")
        let (output, page) = (Sample.path("report.gpkg"), Sample.path("report.html"))
        #expect(
            try await run(
                ["--stops", file], Self.options + ["-o", output, "--report", page]) == .partial)
        let html = try Sample.text("report.html")
        for driver in 0..<5 { #expect(html.contains("<b>Driver \(driver)</b>")) }
        #expect(html.contains("Alone &amp; &lt;odd&gt;") && !html.contains("<odd>"))
        #expect(html.contains("<svg ") && html.contains("class=\"street "))
        #expect(html.contains("prefers-color-scheme: dark") && html.contains("viewport"))
        #expect(!html.contains("<script") && !html.contains("src=") && !html.contains("<link"))
        #expect(html.contains("class=\"attribution\">© OpenStreetMap"))
        #expect(html.contains("<footer class=\"quiet\">© OpenStreetMap"))
        #expect(html.count(where: { $0 == "<" }) == html.count(where: { $0 == ">" }))
        #expect(html.components(separatedBy: "<details").count == 6)
        #expect(html.components(separatedBy: "</details>").count == 6)
    }

    /// A table with a row for each text, after its place, and further rows unchanged.
    private func table(
        _ header: String, _ rows: [String], _ further: [String] = []
    ) async throws -> String {
        let dataset = try NetworkDataset(path: try await Sample.network())
        let lines = zip(dataset.samplePlaces(rows.count), rows).map { place, row in
            "\(place.coordinate.x),\(place.coordinate.y),\(row)\n"
        }
        let file = Sample.path("table-\(UUID().uuidString).csv")
        let text = "lon,lat,\(header)\n" + (lines + further.map { $0 + "\n" }).joined()
        try Console.write(bytes: Array(text.utf8), toFile: file)
        return file
    }

    @Test func `eighty routes have a look each, a sheet, and GPX`() async throws {
        let rows = (0..<160).map { "Driver \($0 % 80),\($0) Rue & Co,\(4_000 + $0),x" }
        let file = try await table(
            "driver,address,order id,note", rows, ["0,0,Driver 1,nowhere,9,x"])
        let (page, sheets) = (Sample.path("eighty.html"), Sample.path("eighty") + "/")
        let options = [
            "--group-by", "driver", "--start-time", "2026-03-02T07:30", "--time-zone",
            "Europe/Monaco", "-o", Sample.path("eighty.gpkg"), "--report", page, "--sheets",
            sheets, "--show", "order id, address",
        ]
        #expect(try await run(["--stops", file], options) == .partial)
        let html = try Sample.text("eighty.html")
        #expect(html.contains("<p class=\"day\">Monday, 2026-03-02</p>"))
        #expect(html.contains("class=\"route r79\"") && html.contains("--r79: #"))
        #expect(html.contains(">order id</span> 4000</span>") && html.contains("0 Rue &amp; Co"))
        // If the map reached to 0, 0, it would have no streets.
        #expect(html.contains("class=\"street "))
        #expect(html.contains("at longitude 0, latitude 0") && !html.contains(">note</span>"))
        #expect(html.contains("<dt>Rows read</dt><dd>161</dd>"))
        let paper = try Sample.text("eighty/sheets.html").components(separatedBy: "class=\"sheet\"")
        #expect(paper.count == 81)
        #expect(paper.dropFirst().allSatisfy { $0.contains("class=\"attribution\">© Open") })
        #expect(paper.joined().contains("https://www.google.com/maps/dir/?api=1&amp;origin="))
        let names = try FileManager.default.contentsOfDirectory(atPath: sheets)
        #expect(names.filter { $0.hasSuffix(".gpx") }.count == 80)
        let gpx = try Sample.text("eighty/001-Driver-0.gpx")
        let points = try GPXReader().featureSet(Array(gpx.utf8))
        #expect(points.features.count >= 4 && gpx.contains("address: 0 Rue &amp; Co"))
        #expect(gpx.contains("<trk>"))
        #expect(
            try await run(["--stops", file], options.dropLast() + ["order"]) == .invalidInput)
    }

    @Test func `a bad cell leaves out its stop alone`() async throws {
        let rows = (0..<6).map { "Ada,C\($0),3,08:00,18:00" }
        let file = try await table(
            "driver,Name,Attr_TravelTime,TimeWindowStart,TimeWindowEnd", rows,
            [
                "7.42,x,Ada,bad place,3,08:00,18:00", "7.42,43.735,Ada,bad window,3,25:99,18:00",
                "7.42,43.735,Ada,bad cost,many,08:00,18:00", ",,Ada,no place,3,08:00,18:00",
            ])
        let output = Sample.path("cells.gpkg")
        #expect(
            try await run(
                ["--stops", file],
                [
                    "--group-by", "driver", "--time-windows", "--start-time", "2026-03-02T07:30",
                    "--time-zone", "Europe/Monaco", "-o", output,
                ]) == .partial)
        let tables = try tables(ofFile: output)
        let stops = try #require(tables["stops"])
        #expect(stops.features.count == 10 && tables["failures"] == nil)
        let left = stops.features.filter {
            ![0, 6, 7].contains(stops.integer("Status", of: $0) ?? -1)
        }
        #expect(
            left.map { stops.string("Name", of: $0) }
                == ["bad place", "bad window", "bad cost", "no place"])
        let texts = try #require(tables["messages"]).features.map {
            tables["messages"]?.string("Text", of: $0) ?? ""
        }
        #expect(texts.contains { $0.contains("2 stops without coordinates: \"bad place\"") })
        #expect(texts.contains { $0.contains("25:99") && $0.contains("bad window") })
    }

    @Test(arguments: ["driver = DATE '2026-03-02'", "NOT (Name > 5 OR Name = 'x')"])
    func `a condition on a column of text says so in place of no rows`(
        condition: String
    ) async throws {
        let file = try await table("driver,Name", (0..<4).map { "Ada,C\($0)" })
        let layer = Sample.path("text-\(UUID().uuidString).gpkg") + "#stops"
        #expect(await Waypost.run(["layers", "import", file, "--into", layer]) == .answered)
        for rows in [["--stops", file], ["--layer", layer]] {
            #expect(
                try await run(
                    rows,
                    [
                        "--group-by", "driver", "--where", condition, "-o",
                        Sample.path("text-out.gpkg"),
                    ]) == .invalidInput)
        }
    }

    @Test func `an output that is begun is continued with the same options alone`() async throws {
        let file = try await deliveries(
            (0..<30).map { "D\($0 / 2 + 10)" }, to: "resume")
        let whole = Sample.path("whole.gpkg")
        #expect(try await run(["--stops", file], Self.options + ["-o", whole]) == .answered)

        let output = Sample.path("resumed.gpkg")
        let draft = Sample.path("resumed.partial.gpkg")
        try await begin(["--stops", file] + Self.options + ["-o", output], stoppingAfter: 4)
        #expect(FileManager.default.fileExists(atPath: draft))
        // A draft is not overwritten.
        #expect(try await run(["--stops", file], Self.options + ["-o", output]) == .invalidInput)
        let other = ["-o", output, "--resume", "--impedance", "Kilometers"]
        #expect(try await run(["--stops", file], Self.options + other) == .invalidInput)
        let same = Self.options + ["-o", output, "--resume"]
        #expect(try await run(["--stops", file], same) == .answered)
        #expect(!FileManager.default.fileExists(atPath: draft))
        #expect(try tables(ofFile: output) == tables(ofFile: whole))
        // A finished batch stays unchanged.
        #expect(try await run(["--stops", file], same) == .answered)
        #expect(try tables(ofFile: output) == tables(ofFile: whole))
    }

    /// Begins a batch as the command does, and leaves it after some routes as a killed process
    /// would.
    private func begin(_ arguments: [String], stoppingAfter count: Int) async throws {
        let network = try await Sample.network()
        let command = try #require(
            try Waypost.parseAsRoot(["batch", "--network", network] + arguments) as? BatchCommand)
        let job = try await BatchJob(command).prepared()
        let control = BatchControl()
        try await job.work.run(into: job.opened.file, threads: 1, control: control) {
            if $0.done == count { control.stop() }
        }
        try job.opened.store.close()
    }

    @Test func `trips have their totals`() async throws {
        let dataset = try NetworkDataset(path: try await Sample.network())
        let places = dataset.samplePlaces(6).map(\.coordinate)
        let lines = (0..<30).map { row in
            let (from, to) = (places[row % 6], places[(row + 1) % 6])
            return "\(row + 1),\(from.x),\(from.y),\(to.x),\(to.y)\n"
        }
        let file = Sample.path("trips.csv")
        let text = "trip,FromX,FromY,ToX,ToY\n" + lines.joined() + "31,0,0,7.42,43.73\n"
        try Console.write(bytes: Array(text.utf8), toFile: file)
        let output = Sample.path("trips.gpkg")
        #expect(try await run(["--pairs", file], ["-o", output]) == .partial)
        let trips = try #require(try tables(ofFile: output)["trips"])
        #expect(trips.features.count == 31)
        #expect(trips.string("Reason", of: trips.features[30]) == "not-located")
        let messages = try #require(try tables(ofFile: output)["messages"])
        let texts = messages.features.map { messages.string("Text", of: $0) }
        #expect(texts == ["1 trip with a place at longitude 0, latitude 0: 31."])

        let layer = try NetworkLayer.open(path: try await Sample.network(), analyses: .all)
        for row in 0..<6 {
            var stops = FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: [])
            stops.features = [places[row], places[(row + 1) % 6]].map {
                Feature(values: [], geometry: .point($0))
            }
            var parameters = RouteParameters()
            parameters.stops = LocationInput(features: stops)
            parameters.deterministic = true
            let routes = try #require(try layer.solve(parameters).routes)
            for cost in ["Total_TravelTime", "Total_Kilometers"] {
                #expect(
                    trips.number(cost, of: trips.features[row])
                        == routes.number(cost, of: routes.features[0]))
            }
        }
        #expect(
            try await run(
                ["--pairs", file], ["-o", output, "--report", Sample.path("t.html")]) == .usage)
    }

    @Test(arguments: [
        ["-o", "x.gpkg"], ["--stops", "a.csv", "--layer", "b.gpkg", "-o", "x.gpkg"],
        ["--stops", "a.csv"], ["--stops", "a.csv", "-o", "x.svg"],
        ["--stops", "a.csv", "-o", "-"], ["--stops", "a.csv", "-o", "a.gpkg", "-o", "b.gpkg"],
        ["--stops", "a.csv", "-o", "x.gpkg", "--threads", "0"],
        ["--stops", "a.csv", "-o", "x.geojson", "--out-sr", "3857"],
        ["--stops", "a.csv", "-o", "x.gpkg", "--field", "Name"],
    ])
    func `options that do not fit together are wrong usage`(options: [String]) async throws {
        #expect(try await run([], options) == .usage)
    }

    @Test func `rows that are not there are invalid input`() async throws {
        let file = try await deliveries(["Ada", "Ada"], to: "invalid")
        let output = ["-o", Sample.path("invalid.gpkg")]
        for options in [
            ["--group-by", "drivr"], ["--group-by", "driver", "--where", "driver = 'Max'"],
            ["--group-by", "driver", "--where", "driver ="],
            ["--group-by", "driver", "--field", "Name=no"],
            ["--group-by", "driver", "--impedance", "Speed"],
        ] {
            #expect(try await run(["--stops", file], options + output) == .invalidInput)
        }
        #expect(
            try await run(["--layer", file], ["--group-by", "driver"] + output) == .invalidInput)
        #expect(!FileManager.default.fileExists(atPath: Sample.path("invalid.partial.gpkg")))
        let nowhere = ["-o", Sample.path("no/such/folder/x.gpkg")]
        #expect(try await run(["--stops", file], ["--group-by", "driver"] + nowhere) == .failed)
    }
}
