// `…/locate`: where places lie on the network, without solving. A locate is a solve that is only
// checked; its places go by another name.

import Geo
import RouteAPI

/// Where places were located.
struct LocateAnswer: Resource {
    let layer: PublishedLayer
    /// What was asked as it was sent, for the form that goes with the page.
    let fields: FormParameters
    /// The same as it was solved: with all rows at hand.
    let solved: RouteParameters
    let result: RouteResult

    /// The name that the places of a locate come under.
    static let input = "inputLocations"
    /// The key of the places in the answer; it is read as ``input`` too.
    static let output = "locations"
    /// What a solve calls them.
    static let solveInput = "stops"

    /// The fields of a locate as a solve reads them.
    static func solveFields(_ fields: FormParameters) -> FormParameters {
        FormParameters(
            fields.fields.map { field in
                let name = field.name.lowercased()
                let isInput = name == input.lowercased() || name == output
                return (name: isInput ? solveInput : field.name, value: field.value)
            })
    }

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        RouteResultWriter.json(result, pretty: pretty, stopsKey: Self.output)
    }

    func geoJSON() -> [UInt8]? { RouteResultWriter.geoJSON(result) }

    func page() -> DirectoryPage {
        AnswerPage(
            layer: layer, operation: .locate, fields: fields, solved: solved,
            result: result
        ).page
    }
}
