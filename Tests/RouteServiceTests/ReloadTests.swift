// Tests reloading services while they answer requests.

import AccessControl
import Fixtures
import Geo
import HTTPTypes
import Hummingbird
@testable import OpenAPI
@testable import PublishedServices
import RouteAPI
import ServerTesting
@testable import ServiceTransport
import Testing

@testable import RouteService

@Suite struct ReloadTests {
    private let files = TestFiles()

    @Test func `a request ends on the network that it began with, which is freed then`()
        async throws
    {
        let (server, old) = try heldServer()
        try await server.test { client in
            async let answer = client.solvedOn()
            try await eventually { old.network?.started == 1 }
            let reload = try await client.reload().json()
            #expect(reload["status"] == "success", "\(reload.text)")
            #expect(try await client.reloadState()["earlierLayersInUse"] == 1)
            let swap = try #require(reload["swapped"]?.array?.first)
            #expect(swap["layer"]?.string == FixturePath.layer)
            #expect(swap["previousFingerprint"] == "old" && swap["fingerprint"] == "new")
            #expect(try await client.solvedOn() == "new", "no request waits for the old network")
            #expect(old.network != nil)
            old.network?.release()
            #expect(try await answer == "old")
            try await eventually { old.network == nil }
            let state = try await client.reloadState()
            #expect(state["earlierLayersInUse"] == 0)
            #expect(state["status"] == "success" && state["reason"] == "request")
        }
    }

    /// A server over a held network, to which nothing else keeps a reference.
    private func heldServer() throws -> (some ApplicationProtocol, WeakNetwork) {
        let old = SwappedNetwork("old", isHeld: true)
        let next = NetworkSequence([.success(SwappedNetwork("new"))])
        return (try makeReloadServer(old, next: next, files: files), WeakNetwork(old))
    }

    @Test func `services that cannot be opened leave the old ones, and say why`() async throws {
        let fault = InvalidUserFile(file: "a.service.yaml", line: 3, text: "is damaged")
        let next = NetworkSequence([.failure(fault), .success(SwappedNetwork("new"))])
        try await makeReloadServer(SwappedNetwork("old"), next: next, files: files).test {
            client in
            let refused = try await client.reload()
            #expect(refused.status == .conflict)
            #expect(try refused.errorCode() == 409)
            #expect(refused.text.contains("a.service.yaml:3 is damaged"))
            #expect(try await client.solvedOn() == "old")
            let state = try await client.reloadState()
            #expect(state["status"] == "error")
            #expect(state["problems"]?.array?.first?.string == "a.service.yaml:3 is damaged")
            #expect(try await client.reload().json()["status"] == "success")
            #expect(try await client.solvedOn() == "new")
        }
    }

    @Test func `only administrators reload`() async throws {
        let next = NetworkSequence([.success(SwappedNetwork("new"))])
        try await makeReloadServer(SwappedNetwork("old"), next: next, files: files).test {
            client in
            for (token, code) in [("", 499), ("&token=abc", 498)] {
                let refused = try await client.post(ResourcePath.reload, "f=json\(token)")
                #expect(refused.status == .unauthorized)
                #expect(try refused.errorCode() == code)
            }
            let token = try await client.token("ben", "battery+staple")
            for method in [HTTPRequest.Method.get, .post] {
                let refused = try await client.execute(
                    uri: "\(ResourcePath.reload)?f=json&token=\(token)", method: method)
                #expect(refused.status == .forbidden)
                #expect(refused.text.contains("waypost users add NAME --administrator"))
            }
            #expect(next.opened == 0)
            // A page of another site sends the browser's cookie along.
            let foreign = try await client.execute(
                uri: ResourcePath.reload, method: .post,
                headers: [
                    .cookie: "agstoken=\(client.token())", .origin: "https://elsewhere.example",
                ])
            #expect(foreign.status == .forbidden)
            #expect(next.opened == 0)
        }
    }

    @Test func `a server without users says how it is reloaded`() async throws {
        let next = NetworkSequence([])
        let server = try makeServer(fixtureCatalog()) { configuration in
            configuration.reopening = { try next.open($0) }
        }
        try await server.test { client in
            let refused = try await client.post(ResourcePath.reload, "f=json")
            #expect(try refused.errorCode() == 403)
            #expect(refused.text.contains("SIGHUP"))
        }
        #expect(next.opened == 0)
    }

    @Test func `a server that publishes given layers has no reload`() async throws {
        try await makeServer().test { client in
            let answer = try await client.post(ResourcePath.reload, "f=json")
            #expect(try answer.json()["error"]?["message"] == "Invalid URL")
        }
    }

    @Test func `the page has a form, and the problems of the last reload`() async throws {
        let fault = InvalidUserFile(file: "a<b", line: nil, text: "is damaged")
        let next = NetworkSequence([.success(SwappedNetwork("new")), .failure(fault)])
        try await makeReloadServer(SwappedNetwork("old"), next: next, files: files).test {
            client in
            let headers: HTTPFields = [.cookie: "agstoken=\(try await client.token())"]
            func page(_ method: HTTPRequest.Method) async throws -> TestResponse {
                try await client.execute(
                    uri: ResourcePath.reload, method: method, headers: headers)
            }
            #expect(try await page(.get).text.contains("<button"))
            for text in ["previous", "a&lt;b is damaged"] {
                let answer = try await page(.post)
                #expect(answer.status == .seeOther)
                #expect(answer.headers[.location] == ResourcePath.reload)
                let shown = try await page(.get).text
                #expect(PageOutline(shown).faults == [])
                #expect(text == "previous" ? shown.contains("old") : shown.contains(text))
            }
        }
    }

    @Test func `calls during a reload wait for one more, which is done for all`() async throws {
        let next = NetworkSequence([])
        next.hold()
        let published = PublishedCatalog(fixtureCatalog())
        let reloader = CatalogReloader(
            published, opened: OpenedCatalog(catalog: published.current),
            memory: MemoryTrimmer(), logger: .silent
        ) { try next.open($0) }
        async let first = reloader.reload(.hangup)
        try await eventually { next.opened == 1 }
        async let second = reloader.reload(.hangup)
        async let third = reloader.reload(.request(user: "ann"))
        #expect(reloader.isRunning)
        try await Task.sleep(for: .milliseconds(20))
        next.release()
        let reports = await [first, second, third]
        #expect(reports.allSatisfy { $0?.problems == [] })
        try await eventually { !reloader.isRunning }
        #expect(next.opened == 2 || next.opened == 3)
        #expect(reloader.last == reports[1] || reloader.last == reports[2])
    }

    @Test func `what a caller has used counts after a reload, under the limits of then`()
        async throws
    {
        var (few, fewer) = (UsageLimits(), UsageLimits())
        few.requestsPerMinute = 6
        fewer.requestsPerMinute = 4
        let next = NetworkSequence([.success(SwappedNetwork("new"))], usage: fewer)
        let server = try makeReloadServer(
            SwappedNetwork("old"), next: next, usage: few, files: files)
        try await server.test { client in
            #expect(try await client.solvedOn() == "old")
            #expect(try await client.reload().status == .ok)
            // On a busy machine, the limit allows some more requests meanwhile.
            var last = JSONValue.null
            for _ in 0..<300 where last["error"] == nil {
                last = try await client.json("\(FixturePath.solve)?\(FixturePath.twoStops)")
            }
            #expect(last["error"]?["code"] == 429)
            #expect(last.text.contains("4 requests a minute"))
        }
    }

    @Test func `requests before a change of the limits count after it`() throws {
        func service(_ perMinute: Int?) -> MeteredService {
            var limits = UsageLimits()
            limits.requestsPerMinute = perMinute
            return MeteredService(limits: limits) { "Harbor" }
        }
        let (meter, now) = (UsageMeter(), ContinuousClock.now)
        func count(_ perMinute: Int?) throws {
            try meter.countRequest(of: .user("ann"), to: service(perMinute), at: now)
        }
        for _ in 0..<3 { try count(6) }
        try count(4)
        #expect(throws: UsageExceeded.self) { try count(4) }
        try count(6)
        try count(6)
        #expect(throws: UsageExceeded.self) { try count(6) }
        try count(nil)
        #expect(throws: UsageExceeded.self) { try count(1) }
    }

    @Test func `a running job ends on its network, the next one begins on the new one`()
        async throws
    {
        let old = SwappedNetwork("old", isHeld: true)
        let next = NetworkSequence([.success(SwappedNetwork("new"))])
        let server = try makeReloadServer(old, next: next, files: files) { configuration in
            configuration.jobs = files.path("jobs")
            configuration.runningJobs = 1
        }
        try await server.test { client in
            let first = try await client.submit(JobPath.solve, FixturePath.twoStops)
            try await eventually { old.started == 1 }
            let second = try await client.submit(JobPath.solve, FixturePath.twoStops)
            #expect(try await client.reload().json()["status"] == "success")
            #expect(try await client.reloadState()["earlierLayersInUse"] == 1)
            old.release()
            let ends = [try await client.ended(first), try await client.ended(second)]
            for end in ends { #expect(end["jobStatus"] == "esriJobSucceeded", "\(end.text)") }
            #expect(ends[1].text.contains("runs on the network new in place of old"))
            #expect(try await client.json("\(first)/results/routes").text.contains(#""old""#))
            #expect(try await client.json("\(second)/results/routes").text.contains(#""new""#))
        }
    }

    @Test func `a network that is written into answers 503 until another is in its place`()
        async throws
    {
        let old = SwappedNetwork("old", isHeld: true)
        let next = NetworkSequence([.success(SwappedNetwork("new"))])
        try await makeReloadServer(old, next: next, files: files).test { client in
            let path = "\(FixturePath.solve)?f=json&\(FixturePath.twoStops)"
            async let held = client.execute(uri: path, method: .get)
            try await eventually { old.started == 1 }
            old.modify()
            old.release()
            #expect(try await held.status == .serviceUnavailable, "its answer may be wrong")
            let refused = try await client.execute(uri: path, method: .get)
            #expect(refused.status == .serviceUnavailable)
            #expect(refused.headers[.retryAfter] != nil)
            #expect(refused.text.contains("wrote into the network of \(FixturePath.layer)"))
            #expect(old.started == 1)
            let health = try await client.execute(uri: "/readyz?f=json", method: .get)
            #expect(health.status == .serviceUnavailable)
            #expect(try health.json()["status"] == "unavailable")
            #expect(try await client.execute(uri: "/livez", method: .get).status == .ok)
            #expect(try await client.reload().json()["status"] == "success")
            #expect(try await client.solvedOn() == "new")
            #expect(try await client.json("/readyz")["status"] == "ok")
        }
    }

    @Test func `a network that is modified while it is prepared is not published`() async throws {
        let modified = SwappedNetwork("new")
        modified.modify()
        let next = NetworkSequence([.success(modified)])
        try await makeReloadServer(SwappedNetwork("old"), next: next, files: files).test {
            client in
            let refused = try await client.reload()
            #expect(refused.text.contains("while it was prepared"))
            #expect(try await client.solvedOn() == "old")
        }
        #expect(modified.admitted > 0)
    }

    @Test func `metrics are made once for a network and its defaults`() async throws {
        let network = SwappedNetwork("same")
        let next = NetworkSequence([.success(network)])
        let first = OpenedCatalog(catalog: NetworkSequence.catalog(network))
        let reloader = CatalogReloader(
            PublishedCatalog(first.catalog), opened: first, memory: MemoryTrimmer(),
            logger: .silent
        ) { try next.open($0) }
        #expect(await reloader.reload(.hangup)?.swaps == [])
        #expect(network.prepared == 0)
        let other = SwappedNetwork("other")
        let opened = OpenedCatalog(catalog: NetworkSequence.catalog(other))
        let second = CatalogReloader(
            PublishedCatalog(first.catalog), opened: first, memory: MemoryTrimmer(),
            logger: .silent
        ) { _ in opened }
        let swaps = try #require(await second.reload(.hangup)?.swaps)
        #expect(swaps.map(\.fingerprint) == ["other"])
        #expect(other.prepared == 1)
    }

    @Test func `the description has the reload where there are users, with a token`() throws {
        let catalog = fixtureCatalog()
        for (hasTokens, hasReload) in [(true, true), (true, false), (false, true)] {
            let document = try JSONValue.parse(
                OpenAPIDocument(
                    DescribedServer(
                        catalog: catalog, hasTokens: hasTokens, hasReload: hasReload)
                ).json(pretty: false))
            let path = document["paths"]?[ResourcePath.reload]
            #expect((path != nil) == (hasTokens && hasReload))
            guard let path else { continue }
            #expect(path["post"]?["security"]?.array?.contains([:]) == false)
            #expect(path["post"]?["operationId"] == "reload.post")
        }
    }
}
