// Inputs that are not sent by value: rows of a stored layer, or what another server answers.

import Geo

/// A place that the features of an input are to be taken from.
enum FeatureReference: Hashable, Sendable {
    /// A layer of the service, by name or number.
    case layer(String?)
    /// A feature set that another server answers.
    case url(String)

    /// The reference in an input's value, or `nil` when the value has the features themselves.
    init?(_ value: JSONValue) {
        if value["type"]?.string?.lowercased() == "layer" || value["layerName"] != nil {
            let name = value["layerName"]
            self = .layer(name?.string ?? name?.excerpt)
        } else if value["features"] == nil, let url = value["url"] {
            self = .url(url.string ?? url.excerpt)
        } else {
            return nil
        }
    }

    /// What a service answers that reads no such reference: a clear refusal beats an empty result.
    func refusal(of name: String) -> RouteRequestError {
        switch self {
        case .layer(let layer):
            // The first sentence is the one that clients of ArcGIS look for.
            var error = RouteRequestError(
                .invalidParameter, extendedCode: .invalidInput, parameter: name,
                "this service holds no feature layers; send the features themselves as "
                    + "{\"features\":[…]}")
            error.details.insert("The table was not found. [\(layer ?? "")].", at: 0)
            return error
        case .url:
            return .invalidParameter(
                name,
                "asks to fetch features from a url, which this service does not do; fetch "
                    + "them and send them as {\"features\":[…]}")
        }
    }
}
