// `waypost refresh`: the present costs of a route.

import ArgumentParser
import RouteAPI

struct RefreshCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Give the present costs of a route.",
        discussion: """
            The path stays the same; what is closed on it is listed. Say where the vehicle is to \
            get the rest of the route.

            waypost refresh --network town route.handle --progress 4200
            waypost refresh --network town route.handle --start-time now
            waypost refresh --network town - --barriers works.csv < route.handle
            """)

    @OptionGroup var request: HandleRequest
    @OptionGroup var vehicle: ProgressOptions

    /// Builds the request from the options.
    func draft() throws -> RequestDraft {
        try request.draft(.refresh, writing: vehicle.write)
    }

    func run() async throws { try await request.run(draft()) }
}
