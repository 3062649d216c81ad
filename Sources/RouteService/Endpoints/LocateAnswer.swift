// `…/locate`: where places lie on the network, without solving. A locate is a solve that is only
// checked; its places go by another name.

import Geo
import RouteAPI

/// Where places were located.
struct LocateAnswer: Resource {
    let layer: PublishedLayer
    /// What was asked, for the form that goes with the page.
    let fields: FormParameters
    let result: RouteResult

    /// The names that the places of a locate come under.
    private static let inputs: Set<String> = ["inputlocations", "locations"]

    /// The fields of a locate as a solve reads them.
    static func solveFields(_ fields: FormParameters) -> FormParameters {
        FormParameters(
            fields.fields.map { field in
                let isInput = inputs.contains(field.name.lowercased())
                return (name: isInput ? "stops" : field.name, value: field.value)
            })
    }

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        RouteResultWriter.json(result, pretty: pretty, stopsKey: "locations")
    }

    func geoJSON() -> [UInt8]? { RouteResultWriter.geoJSON(result) }

    func page() -> DirectoryPage {
        AnswerPage(layer: layer, operation: .locate, fields: fields, result: result).page
    }
}
