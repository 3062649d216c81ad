// Replays real clients' requests and compares the answers.

import Testing

@Suite struct ReplayTests {
    /// `scripts/test-clients --record` keeps requests from the ArcGIS API for Python 2.4.4.
    @Test func `every request of the Python client is answered as it was`() async throws {
        let replay = try ClientReplay(of: "Golden")
        #expect(replay.files.count > 30)
        try await replay.run()
    }

    @Test func `every test of a client has a recording, and every recording a test`() throws {
        func check(_ tests: Set<String>, _ folder: String, _ command: String) throws {
            let recorded = Set(try ClientReplay(of: folder).names)
            let (missing, stale) = (tests.subtracting(recorded), recorded.subtracting(tests))
            #expect(missing.isEmpty, "run \(command): \(missing.sorted()) are not recorded")
            #expect(stale.isEmpty, "\(folder) has \(stale.sorted()), of which there is no test")
        }
        try check(RecordedTests.python(), "Golden", "scripts/test-clients --record")
        try check(RecordedTests.javaScript(), "Golden/JavaScript", "scripts/record-rest-js")
    }

    /// `scripts/record-rest-js` keeps requests from arcgis-rest-js. These come from its request
    /// package as Esri bundled it in @esri/maplibre-arcgis 1.2.0 (commit
    /// 0ccf4477efcc117846fc50f15954f354cbdb9fd1), with `solveRoute`, `closestFacility` and
    /// `originDestinationMatrix` of the routing package 4.0.3 (files of commits
    /// 8bd24d245869d1ff881b88810efbd63b02e3ae00, e8d1be1c6b9f340f3e25af4d28f4ab43757695e4 and
    /// f09daca56aac9f9ca761531335fc13f7107a7b61). The request package 4.1.1 sent the same, except
    /// for a GET of more than 2,000 characters, which it does not turn into a POST.
    @Test func `every request of arcgis-rest-js is answered as it was, and reads as it did`()
        async throws
    {
        let replay = try ClientReplay(of: "Golden/JavaScript")
        #expect(replay.files.count > 20)
        try await replay.run()
    }

    /// Queries built in Node by `rest/route.js` and `rest/networkService.js` of @arcgis/core 4.28,
    /// from parameters and graphics as that version's classes write them. The rest of the SDK needs
    /// a browser and was replaced, so this is not the SDK as browsers run it.
    @Test func `every request of the route service of the Maps SDK for JavaScript is answered`()
        async throws
    {
        let replay = try ClientReplay(of: "Golden/MapsSDK")
        #expect(!replay.files.isEmpty)
        try await replay.run()
    }
}
