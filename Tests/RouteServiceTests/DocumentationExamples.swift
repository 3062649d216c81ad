// The example in the documentation of tokens, word for word.

@testable import AccessControl
import HTTPTypes
import RouteAPI
import Testing

struct DocumentationExamples {
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
