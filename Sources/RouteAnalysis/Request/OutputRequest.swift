// What a request asks of the answer's form, and what the service has to say to it.

import Directions
import RouteAPI

extension RequestReader {
    /// The style of directions; an unknown one is the layer's first.
    func directionsStyle(
        _ parameters: RouteParameters, _ messages: inout [Message]
    ) -> DirectionsStyle {
        let usual =
            layer.directionsStyleNames.lazy.compactMap { DirectionsStyle(rawValue: $0) }.first
            ?? .desktop
        guard let asked = parameters.directionsStyleName else { return usual }
        let offered = DirectionsStyle.allCases.filter {
            layer.directionsStyleNames.contains($0.rawValue)
        }
        if let style = offered.first(where: { $0.rawValue.lowercased() == asked.lowercased() }) {
            return style
        }
        messages.append(
            Message(
                .warning,
                "Directions have no style \"\(asked)\"; they are written in \"\(usual.rawValue)\". "
                    + "Available: " + offered.map(\.rawValue).joined(separator: ", ") + "."))
        return usual
    }

    /// What was asked for and cannot be had.
    ///
    /// No warning for heights: the ArcGIS Maps SDK for JavaScript asks for them in every request,
    /// and shows warnings to people.
    func unavailable(_ parameters: RouteParameters) -> [Message] {
        guard parameters.returnZ ?? false else { return [] }
        return [
            Message(
                .informative,
                "Heights (returnZ) are not returned: the network has none (hasZ is false).")
        ]
    }
}
