// The options of `waypost serve` and `waypost worker` for the log.

public import ArgumentParser
import RouteService
public import ServiceTransport

/// What the log has, and how it is written.
struct LogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The least severe events in the log: debug, info, notice, warning or error. Requests "
                + "are info.", valueName: "level"))
    var logLevel = LogLevel.info

    @Option(
        help: ArgumentHelp(
            "The form of the log's lines: text, or json with an object a line.",
            valueName: "form"))
    var logFormat = LogForm.text

    func apply(to configuration: inout RouteServiceConfiguration) {
        configuration.writeLog(logFormat, from: logLevel)
    }
}

extension LogLevel: ExpressibleByArgument {}
extension LogForm: ExpressibleByArgument {}
