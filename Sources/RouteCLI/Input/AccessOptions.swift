// The options of `waypost serve` about who may ask and how clients reach the server.

import ArgumentParser
import RouteService

struct AccessOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file of users, made by \"waypost users add\"; gives tokens.", valueName: "file"))
    var users: String?

    @Option(
        help: ArgumentHelp(
            "A file of 32 random bytes or more to sign tokens with; without it tokens end with "
                + "the server.", valueName: "file"))
    var tokenKey: String?

    @Option(help: ArgumentHelp("Minutes that a token lasts.", valueName: "n"))
    var tokenMinutes = 60.0

    @Option(help: ArgumentHelp("Minutes that a client may ask for at most.", valueName: "n"))
    var longestTokenMinutes = 1_440.0

    @Option(
        help: ArgumentHelp(
            "Minutes that a program which logged in at sharing/rest may renew its token for.",
            valueName: "n"))
    var refreshTokenMinutes = 20_160.0

    @Flag(
        name: .customLong("sharing"),
        help: "Answer sharing/rest as well, so that clients of portals connect.")
    var answersSharing = false

    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp(
            "How clients reach this server, such as https://maps.example, when something stands "
                + "in front of it.", valueName: "url"))
    var publicURL: String?

    func validate() throws {
        if tokenKey != nil, users == nil { throw ValidationError("--token-key needs --users.") }
        guard tokenMinutes > 0, tokenMinutes <= longestTokenMinutes,
            longestTokenMinutes <= 525_600
        else {
            throw ValidationError(
                "--token-minutes must be above 0 and within --longest-token-minutes, "
                    + "which is 525600 at most.")
        }
        guard refreshTokenMinutes > 0, refreshTokenMinutes <= 525_600 else {
            throw ValidationError("--refresh-token-minutes must be above 0 and 525600 at most.")
        }
        if let publicURL {
            let parts = publicURL.split(separator: "/", omittingEmptySubsequences: false)
            let isOrigin =
                ["http:", "https:"].contains(parts.first) && parts.count == 3 && parts[1].isEmpty
                && !parts[2].isEmpty
            guard isOrigin else {
                throw ValidationError(
                    "--public-url must be a scheme and a host, such as https://maps.example; "
                        + "/arcgis follows by itself.")
            }
        }
    }

    /// Enters the options.
    func apply(to configuration: inout RouteServiceConfiguration) {
        configuration.usersPath = users
        configuration.tokenKeyPath = tokenKey
        configuration.tokenMinutes = tokenMinutes
        configuration.longestTokenMinutes = longestTokenMinutes
        configuration.refreshTokenMinutes = refreshTokenMinutes
        configuration.answersSharing = answersSharing
        configuration.publicURL = publicURL
    }
}
