// Where answers come from: a local network, or a server.

import ArgumentParser
import Foundation

/// `--network` and `--server`.
struct SourceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A network's folder; the request is answered locally.", valueName: "dir"))
    var network: String?

    @Option(
        help: ArgumentHelp(
            "A layer on a server, such as https://HOST/arcgis/rest/services/NAME/NAServer/Route, "
                + "of the type that the command needs: for matrix …/NAServer/ODCostMatrix.",
            valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp(
            "A feed of live speeds and closures for --network: rows by OSM way, or lines and "
                + "points.", valueName: "file"))
    var traffic: String?

    @Option(help: ArgumentHelp("A token for the server.", valueName: "text"))
    var token: String?

    @Option(help: ArgumentHelp("Give up after this many seconds.", valueName: "seconds"))
    var timeout: Double?

    func validate() throws {
        switch (network, server) {
        case (nil, nil):
            throw ValidationError("No source is given; use --network DIR or --server URL.")
        case (.some, .some):
            throw ValidationError("--network and --server cannot be combined.")
        default: break
        }
        if traffic != nil, network == nil {
            throw ValidationError("--traffic needs --network; a server has its own traffic.")
        }
        if let server, URL(string: server)?.scheme?.hasPrefix("http") != true {
            throw ValidationError("--server: \"\(server)\" is not an http or https URL.")
        }
        if let server, let path = URL(string: server)?.path, ["", "/"].contains(path) {
            throw ValidationError(
                "--server: \"\(server)\" is a server, not a layer on it; append a path such as "
                    + "/arcgis/rest/services/NAME/NAServer/Route.")
        }
        if let timeout, !(timeout > 0 && timeout.isFinite) {
            throw ValidationError("--timeout must be a number above 0.")
        }
    }
}
