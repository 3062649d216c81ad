// `waypost follow`: where a vehicle is on its route, and what has changed.

import ArgumentParser
import Geo
import RouteAPI

struct FollowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow", abstract: "Find a vehicle on its route.",
        discussion: """
            The first route in the answer is the rest of the one under way; a second one is \
            proposed. The messages and, in Esri JSON, the member following say where the vehicle \
            is and what is left. If you send the state of an earlier answer and nothing has \
            changed since, there are no routes.

            waypost follow --network town route.handle --fix 7.42,43.735 --progress 4200
            waypost follow --network town route.handle --fix 7.42,43.735 --fix 7.4202,43.7351
            """)

    @OptionGroup var request: HandleRequest

    @Option(
        help: ArgumentHelp(
            "Where the vehicle was seen; repeat it for several fixes, the latest last.",
            valueName: "lon,lat"))
    var fix: [String] = []

    @Option(
        help: ArgumentHelp(
            "How far along the route the vehicle had come before.", valueName: "meters"))
    var progress: Double?

    @Option(help: ArgumentHelp("The state of an earlier answer.", valueName: "state"))
    var since: String?

    /// Builds the request from the options.
    func draft() throws -> RequestDraft {
        try request.draft(.follow) { fields in
            if !fix.isEmpty { fields["fixes"] = fix.joined(separator: ";") }
            fields["progress"] = progress.map { JSONValue.number($0).text }
            fields["since"] = since
        }
    }

    func run() async throws { try await request.run(draft()) }
}
