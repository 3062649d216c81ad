// Patterns read what they write, and the table finds what it lists.

import RouteAPI
import NetworkAnalysis
import RouteAnalysis
import Testing

@testable import RouteService

@Suite struct ResourceTableTests {
    private let catalog = ServiceCatalog([
        PublishedLayer(service: "Harbor", answering: FakeLayer()),
        PublishedLayer(
            folder: "Rutas & más", service: "Kai/10 %", layer: "Fuß", answering: FakeLayer()),
    ])

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
        #expect(
            PathPattern<PublishedLayer>.layer.named(
                by: SentPath("/arcgis/rest/services/harbor/NAServer/Route"), in: catalog) == nil,
            "names are taken exactly")
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
        #expect(solve.help == "/arcgis/rest/services/Harbor/NAServer/Route/solve")
    }
}
