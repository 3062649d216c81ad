// A solve's answer in its three forms.

import Geo
import RouteAPI

/// What a solve found.
struct SolveAnswer: Resource {
    let layer: PublishedLayer
    /// What was asked as it was sent, for the form that goes with the page.
    let fields: FormParameters
    /// The same as it was solved: with all rows at hand.
    let solved: RouteParameters
    let result: RouteResult

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        RouteResultWriter.json(result, pretty: pretty)
    }

    func geoJSON() -> [UInt8]? {
        RouteResultWriter.geoJSON(result)
    }

    func page() -> DirectoryPage {
        AnswerPage(
            layer: layer, fields: fields, solved: solved,
            result: result
        ).page
    }
}
