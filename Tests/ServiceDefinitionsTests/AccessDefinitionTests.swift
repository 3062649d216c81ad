// Tests the access and usage sections of service definitions.

import AccessControl
import DefinitionFiles
import RouteAPI
import Testing

@testable import ServiceDefinitions

/// The access, usage limits and problems read from a definition.
@Suite struct AccessDefinitionTests {
    private func read(_ text: String) -> (ServiceAccess, UsageLimits, [String]) {
        let problems = ProblemList(file: "a.service.yaml")
        guard var reader = ServiceDefinition.reader(of: text, problems) else {
            return (ServiceAccess(), UsageLimits(), problems.problems.map(\.description))
        }
        let access = reader.access()
        let usage = reader.usageLimits()
        return (access, usage, problems.problems.map(\.description))
    }

    @Test func `a service is open and unlimited unless it says otherwise`() {
        let (access, usage, problems) = read("service: Harbor")
        #expect(access == ServiceAccess())
        #expect(usage == UsageLimits())
        #expect(problems.isEmpty)
    }

    @Test func `a token, its users and limits of use are read`() {
        let (access, usage, problems) = read(
            """
            access:
              token: required
              users: [ann, ben]
            usageLimits:
              requestsPerMinute: 600
              solveSecondsPerMinute: 30.5
              runningSolves: 2
            """)
        #expect(access.requiresToken)
        #expect(access.users == ["ann", "ben"])
        #expect(usage.requestsPerMinute == 600)
        #expect(usage.solveSecondsPerMinute == 30.5)
        #expect(usage.runningSolves == 2)
        #expect(problems.isEmpty)
    }

    @Test(arguments: [
        ("access:\n  token: yes please", "2: \"access.token\" is \"yes please\""),
        ("access:\n  users: [ann]", "requires \"token: required\""),
        ("access:\n  token: required\n  users: [a b]", "not a valid user name"),
        ("access:\n  tokens: required", "unknown key \"access.tokens\""),
        ("usageLimits:\n  requestsPerMinute: 0", "from 1 to"),
        ("usageLimits:\n  solveSeconds: 3", "solveSecondsPerMinute"),
    ])
    func `what is wrong is reported with its line`(text: String, fault: String) {
        let (_, _, problems) = read(text)
        #expect(problems.count == 1)
        #expect(problems.first?.contains(fault) == true, "\(problems)")
    }
}
