// `waypost defaults`: the parameters of a request that sets none.

import ArgumentParser
import Geo
import RouteAPI
import RouteTaskClient

struct DefaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "defaults", abstract: "Show the default parameters of a layer.",
        discussion: """
            Each line is key=value, ready for solve --set.

            waypost defaults --network town
            """)

    @OptionGroup(title: "Where") var source: SourceOptions

    @Flag(help: "One JSON object in place of lines.")
    var json = false

    func run() async throws {
        let resource = try await AnalysisSource(source).layerResource()
        let fields = RouteParameters(layerResource: resource).formFields
            .sorted { $0.key < $1.key }
        guard json else {
            Console.write(fields.map { "\($0.key)=\($0.value)" }.joined(separator: "\n"))
            return
        }
        var writer = JSONWriter(pretty: true)
        writer.value(.object(JSONObject(fields.map { ($0.key, .string($0.value)) })))
        Console.write(writer.text)
    }
}
