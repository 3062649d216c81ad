// What real clients asked, asked again without them.

import Testing

@Suite struct ReplayTests {
    /// `scripts/test-clients --record` keeps the requests of the ArcGIS API for Python 2.4.4.
    @Test func `every request of the Python client is answered as it was`() async throws {
        let replay = try ClientReplay(of: "Golden")
        #expect(replay.files.count > 30)
        try await replay.run()
    }

    /// `scripts/record-rest-js` keeps the requests of arcgis-rest-js. These are those of
    /// @esri/arcgis-rest-request 4.7.2, as Esri bundled it in @esri/maplibre-arcgis 1.0.0-beta-7,
    /// with `solveRoute` of the repository's commit 8bd24d245869d1ff881b88810efbd63b02e3ae00.
    /// @esri/arcgis-rest-request 4.1.1 with @esri/arcgis-rest-routing 4.0.3, as built at commit
    /// 8a4c5c208ec2a77cd90682a0912835e62fec558d, asked the same, but for a GET of more than 2,000
    /// characters, which it does not turn into a POST.
    @Test func `every request of arcgis-rest-js is answered as it was, and reads as it did`()
        async throws
    {
        let replay = try ClientReplay(of: "Golden/JavaScript")
        #expect(replay.files.count > 20)
        try await replay.run()
    }

    /// Queries that `rest/route.js` and `rest/networkService.js` of @arcgis/core 4.28 built in
    /// Node, from parameters and graphics as that version's classes write them. The rest of the
    /// SDK, which needs a browser, was replaced: it was not the SDK as people run it.
    @Test func `every request of the route service of the Maps SDK for JavaScript is answered`()
        async throws
    {
        let replay = try ClientReplay(of: "Golden/MapsSDK")
        #expect(!replay.files.isEmpty)
        try await replay.run()
    }
}
