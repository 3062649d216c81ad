// Runs the documentation's examples of tokens, jobs and stored layers, word for word.

@testable import AccessControl
import Fixtures
import Geo
import HTTPTypes
import Jobs
import Preparation
@testable import PublishedServices
import RouteAPI
import RouteAnalysis
@testable import ServiceTransport
import Testing

@testable import RouteService

struct DocumentationExamples {
    private let fixture: StoredFixture

    init() throws { fixture = try StoredFixture() }

    @Test func `the example of AnalysisJobWorker does a job`() throws {
        let catalog = fixtureCatalog()
        let layer = try #require(catalog.layers(of: "Harbor", in: "").first)
        let tasks = TaskServer(folder: "", service: "Harbor", layers: [layer]).tasks
        let task = try #require(tasks.first { $0.name == "solve" })
        let form = FormParameters([(name: "stops", value: "7.41,43.73;7.42,43.74")])
        let caller = Caller.anonymous(network: "")
        let input = JobInput(
            task, on: layer, form, caller: caller, origin: "http://127.0.0.1:6080")
        let store = try SQLiteJobStore(folder: fixture.files.path("jobs"))
        _ = try store.submit(
            JobSubmission(
                owner: caller.key, task: task.path, input: input.bytes,
                pin: layer.description.fingerprint))
        let published = PublishedCatalog(catalog)
        var outcome: JobOutcome?

        let worker = AnalysisJobWorker(published: published, outbound: OutboundLimits())
        if let job = try store.take(by: "worker 1", leaseSeconds: 30) {
            let end = worker.work(on: job, JobControl(job.lease, of: store))
            if case .ended(let reached, _, _) = end { outcome = reached }
        }

        #expect(outcome == .succeeded)
    }

    @Test func `the example of StoredLayers reads the rows that a request selects`() throws {
        let layers = [try fixture.deliveries()]
        let definition = #"{"type":"layer","layerName":"Deliveries","where":"driver = 'ann'"}"#
        let request = try AnalysisOperation.solve.request(
            FormParameters([(name: "stops", value: definition)]),
            locateDefaults: FakeLayer.description.configuration.locateSettings)
        let limits = ServiceLimits()

        let stored = StoredLayers(layers)
        let filled = try stored.filling(request.analysis, limits: limits, SolveControl())
        let stops = filled.inputs["stops"]?.features

        #expect(stops?.features.count == 2)
    }

    @Test func `the example of TokenService finds the user of a token`() async throws {
        let tokens = try TestUsers.tokens()
        let source = RequestSource(address: "192.0.2.7", origin: "https://maps.example")
        let request = try TokenRequest(
            FormParameters([
                (name: "username", value: "ann"), (name: "password", value: "correct horse"),
            ]), from: source)

        let grant = try await tokens.issue(request, from: source)

        let text = try #require(grant).text
        let presented = try #require(
            PresentedToken(FormParameters([(name: "token", value: text)]), [:]))
        let user = tokens.user(of: presented, referer: nil, from: source)
        #expect(user == "ann")
    }
}
