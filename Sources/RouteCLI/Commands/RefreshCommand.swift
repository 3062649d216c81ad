// `waypost refresh`: the present costs of a route.

import ArgumentParser
import RouteAPI

struct RefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Give the present costs of a route.",
        discussion: """
            The path stays the same; what is closed on it is listed.

            waypost refresh --network town route.handle --start-time now
            waypost refresh --network town - --barriers works.csv < route.handle
            """)

    @OptionGroup var request: HandleRequest

    /// Builds the request from the options.
    func draft() throws -> RequestDraft {
        try request.draft(.refresh)
    }

    func run() async throws { try await request.run(draft()) }
}
