// Path patterns read what they write, and the table finds what it lists.

import DataStructures
import Jobs
@testable import PublishedServices
import RouteAPI
import RouteAnalysis
import Testing

@testable import RouteService

@Suite struct ResourceTableTests {
    private let catalog = ServiceCatalog([
        PublishedLayer(service: "Harbor", answering: FakeLayer()),
        PublishedLayer(
            folder: "Rutas & más", service: "Kai/10 %", layer: "Fuß", answering: FakeLayer()),
    ])

    /// Expects that a pattern reads every path it writes, with variations of it.
    private func expectsBack<Named>(
        _ pattern: PathPattern<Named>, _ isSame: (Named, Named) -> Bool
    ) {
        for named in pattern.all(catalog) {
            let path = pattern.path(of: named)
            for sent in [
                path, path + "/", path.replacing("/rest/services", with: "/REST/Services"),
            ] {
                let read = pattern.named(by: SentPath(sent), in: catalog)
                #expect(read.map { isSame($0, named) } == true, "\(sent)")
            }
            #expect(pattern.named(by: SentPath(path + "/x"), in: catalog) == nil)
        }
    }

    @Test func `a path that was written is read as what it was written for`() {
        expectsBack(PathPattern<String>.folder, ==)
        expectsBack(PathPattern<RoutingTask>.task / "execute", ==)
        expectsBack(PathPattern<PublishedLayer>.layer, ===)
        expectsBack(PathPattern<PublishedLayer>.layer / "solve", ===)
        expectsBack(PathPattern<PublishedLayer>.dataset, ===)
        expectsBack(PathPattern<PublishedOperation>.operation) {
            $0.layer === $1.layer && $0.operation == $1.operation
        }
        expectsBack(PathPattern<[PublishedLayer]>.service) { $0.map(\.layer) == $1.map(\.layer) }
        expectsBack(PathPattern<TaskServer>.taskServer) { $0.path == $1.path }
        expectsBack(PathPattern<PublishedTask>.publishedTask / "submitJob") {
            $0.path == $1.path && $0.kind == $1.kind
        }
        #expect(
            PathPattern<PublishedLayer>.layer.named(
                by: SentPath("/arcgis/rest/services/harbor/NAServer/Route"), in: catalog) == nil,
            "names are taken exactly")
    }

    @Test func `a path below a task's jobs names a job and a part of it`() throws {
        let id = JobID.random()
        let task = "/arcgis/rest/services/Harbor/GPServer/FindRoutes/jobs"
        let parts: [(String, JobPart?)] = [
            ("", .list), ("/\(id)", .job(id)), ("/\(id.text.uppercased())", .job(id)),
            ("/\(id)/results", .results(id)), ("/\(id)/inputs", .inputs(id)),
            ("/\(id)/Results/Output_Routes", .result(id, name: "Output_Routes")),
            ("/\(id)/inputs/Stops", .input(id, name: "Stops")), ("/\(id)/cancel", .cancel(id)),
            ("/\(id)/delete", .delete(id)), ("/\(id)/events", .events(id)),
            ("/nonsense", .invalidID("nonsense")), ("/\(id)/nonsense", nil),
            ("/\(id)/results/a/b", .resultFile(id, name: "a")),
            ("/\(id)/inputs/a/b", nil), ("/\(id)/cancel/now", nil),
        ]
        for (path, part) in parts {
            let found = PathPattern<JobAddress>.job.named(by: SentPath(task + path), in: catalog)
            #expect(found?.part == part, "\(path)")
        }
        #expect(
            ResourceTable().resource(
                at: "/arcgis/rest/services/Harbor/GPServer/solve/submitJob", in: catalog
            ).maximumBodyBytes == ServiceLimits().maximumRequestBytes)
    }

    @Test func `the row of a path is the first that reads it, whatever its first word`() {
        let table = ResourceTable()
        var random = SeededGenerator(44)
        let ends = [
            "", "/", "/livez", "/readyz", "/metrics", "/openapi.json", "/map", "/map/map.js",
            "/guide", "/guide/api", "/guide/api/server", "/guide/Map", "/arcgis/rest/info",
            "/arcgis/sharing/rest", "/arcgis/tokens/signOut", "/arcgis/admin/generateToken",
            "/route/v1/driving/7,43;7,44", "/TILE/v1/car/tile(1,2,3).mvt", "/nearest", "/nothing",
            "/arcgis/rest/services/Harbor/NAServer/Route/osrm/table/v1/car/7,43;7,44",
            "/arcgis/rest/services/Harbor/NAServer/Route/tiles/1/0/0.mvt",
        ]
        let paths = ends + table.listed(in: catalog)
        let words = Set(paths.flatMap { $0.split(separator: "/").map(String.init) }).sorted()
        // Whole paths, and those of any words of theirs in any order.
        let mixed = (0..<2_000).map { _ in
            (0...Int.random(in: 0...6, using: &random)).map { _ in
                "/" + (words.randomElement(using: &random) ?? "")
            }.joined()
        }
        var found = 0
        for path in paths + mixed {
            let plain = table.rows.lazy.compactMap { [catalog] in
                $0.find(SentPath(path), catalog)
            }.first
            let quick = table.resource(at: path, in: catalog)
            #expect(quick.exists == (plain != nil), "\(path)")
            guard let plain else { continue }
            found += 1
            #expect(quick.help() == plain.help(), "\(path)")
            #expect(quick.layer === plain.layer, "\(path)")
            #expect(quick.operation == plain.operation, "\(path)")
            #expect(quick.takesPostAlone == plain.takesPostAlone, "\(path)")
            #expect(quick.maximumBodyBytes == plain.maximumBodyBytes, "\(path)")
        }
        #expect(found > paths.count / 2)
    }

    @Test func `whatever is listed is found`() {
        let table = ResourceTable()
        let paths = table.listed(in: catalog)
        #expect(Set(paths).count == paths.count)
        #expect(paths.contains("/arcgis/rest/services/Harbor/NAServer/Route/solve"))
        for path in paths {
            let found = table.resource(at: path, in: catalog)
            #expect(
                (found.layer != nil) == path.contains("NAServer/"),
                "\(path) is of a layer, or of none")
        }
        #expect(table.resource(at: "/arcgis/rest/generateToken", in: catalog).takesPostAlone)
        #expect(
            table.resource(at: "/ArcGIS/sharing/rest/oauth2/token", in: catalog).takesPostAlone)
        #expect(!table.resource(at: "/arcgis/tokens/", in: catalog).takesPostAlone)
        let solve = table.resource(
            at: "/arcgis/rest/services/Harbor/NAServer/Route/SOLVE", in: catalog)
        #expect(solve.operation == .solve)
        #expect(solve.maximumBodyBytes == ServiceLimits().maximumRequestBytes)
        #expect(solve.help() == "/arcgis/rest/services/Harbor/NAServer/Route/solve")
    }
}
