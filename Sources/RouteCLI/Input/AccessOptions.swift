// The options of `waypost serve` for users, tokens and the public URL.

import ArgumentParser
import RouteService

struct AccessOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file of users, made by \"waypost users add\"; enables tokens.", valueName: "file"))
    var users: String?

    @Option(
        help: ArgumentHelp(
            "A file of 32 random bytes or more to sign tokens with; without it, tokens are valid "
                + "until the server stops.", valueName: "file"))
    var tokenKey: String?

    @Option(help: ArgumentHelp("The default lifetime of a token in minutes.", valueName: "n"))
    var tokenMinutes = Minutes(60)

    @Option(
        help: ArgumentHelp(
            "The longest lifetime that a client may request, in minutes.", valueName: "n"))
    var longestTokenMinutes = Minutes(1_440)

    @Option(
        help: ArgumentHelp(
            "Minutes for which an application may renew the token of a log-in at sharing/rest.",
            valueName: "n"))
    var refreshTokenMinutes = Minutes(20_160)

    @Flag(
        name: .customLong("sharing"),
        help: "Serve sharing/rest as well, for clients that connect to portals.")
    var answersSharing = false

    @Option(
        name: .customLong("public-url"),
        help: ArgumentHelp(
            "The URL that clients use for this server, such as https://maps.example, when it has "
                + "a name or is behind a proxy, with the path below which the proxy shows it, such "
                + "as https://example.org/routing. URLs and links in answers begin with it, and "
                + "log-ins use it; the address of the connection by default.", valueName: "url"))
    var publicURL: String?

    private static let year = Minutes(525_600)

    func validate() throws {
        if tokenKey != nil, users == nil { throw ValidationError("--token-key needs --users.") }
        guard tokenMinutes.value > 0, tokenMinutes <= longestTokenMinutes,
            longestTokenMinutes <= Self.year
        else {
            throw ValidationError(
                "--token-minutes must be above 0 and within --longest-token-minutes, "
                    + "which is 525600 at most.")
        }
        guard refreshTokenMinutes.value > 0, refreshTokenMinutes <= Self.year else {
            throw ValidationError("--refresh-token-minutes must be above 0 and 525600 at most.")
        }
        if let publicURL, !RouteServiceConfiguration.isPublicURL(publicURL) {
            throw ValidationError(
                "--public-url must be a scheme and a host, such as https://maps.example, with a "
                    + "port and a path if needed, such as https://example.org/routing, and not "
                    + "\"\(publicURL)\". The path has letters, digits and -._~, and does not begin "
                    + "with /arcgis or another of the server's own paths.")
        }
    }

    func apply(to configuration: inout RouteServiceConfiguration) {
        configuration.usersPath = users
        configuration.tokenKeyPath = tokenKey
        configuration.tokenMinutes = tokenMinutes.value
        configuration.longestTokenMinutes = longestTokenMinutes.value
        configuration.refreshTokenMinutes = refreshTokenMinutes.value
        configuration.answersSharing = answersSharing
        configuration.publicURL = publicURL
    }
}
