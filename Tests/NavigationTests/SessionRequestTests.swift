// What a session sends for requests of its navigator.

import RouteAPI
import Testing

@testable import Navigation

@Suite struct SessionRequestTests {
    private let requests = SessionRequests(
        template: RouteParameters(), better: BetterParameters())

    @Test(arguments: [(1, 1), (20, 20), (21, 20), (30, 20)])
    func `a server accepts the deviations, however many there were`(
        deviations: Int, sent: Int
    ) throws {
        let route = SessionRequests.Known(handle: "handle", stops: nil)
        let prepared = try requests.prepare(
            .rejoin(leftMeters: 400, deviations: deviations), about: route, at: nil)
        guard case .rejoin(let parameters) = prepared else {
            Issue.record("\(prepared)")
            return
        }
        #expect(parameters.deviations == sent)
        try parameters.checkValues()
    }
}
