// The parameters of search by name, declared once for pages and the OpenAPI document.

import RouteAPI

/// A parameter of a geocode service.
package struct GeocodeParameter: Sendable {
    package var name: String
    package var explanation: String
    package var isLong = false

    private static let location = GeocodeParameter(
        name: "location",
        explanation: "A place, as x,y or {\"x\":…,\"y\":…,\"spatialReference\":…}.")
    private static let extent = GeocodeParameter(
        name: "searchExtent", explanation: "Where answers have to lie: xmin,ymin,xmax,ymax.")
    private static let category = GeocodeParameter(
        name: "category",
        explanation: "The kinds of answers wanted: Address, Street Address, Intersection, "
            + "Street Name, City, Postal, POI.")
    private static let outOfRange = GeocodeParameter(
        name: "matchOutOfRange",
        explanation: "Whether the nearest house counts where the one asked for is missing; "
            + "true by default.")
    private static let outSR = GeocodeParameter(
        name: "outSR", explanation: "The system of the answer's places.")

    /// Returns the parameters of an operation, beginning with what it needs.
    package static func all(of operation: GeocodeOperation) -> [GeocodeParameter] {
        switch operation {
        case .findAddressCandidates:
            [
                GeocodeParameter(
                    name: GeocodeForm.singleLineField,
                    explanation: "An address, a street, a crossing, a place or coordinates.")
            ]
                + GeocodeForm.addressFields.map {
                    GeocodeParameter(name: $0, explanation: "A part of an address.")
                } + [
                    GeocodeParameter(name: "magicKey", explanation: "An answer of suggest."),
                    location, extent,
                    GeocodeParameter(
                        name: "maxLocations",
                        explanation: "The most answers, at most \(GeocodeForm.mostCandidates)."),
                    category, outOfRange, outSR,
                    GeocodeParameter(
                        name: "outFields", explanation: "The attributes wanted; * for all."),
                ]
        case .suggest:
            [
                GeocodeParameter(name: "text", explanation: "What has been typed so far."),
                location, extent, category,
                GeocodeParameter(
                    name: "maxSuggestions", explanation: "The most answers; 5 by default."),
            ]
        case .geocodeAddresses:
            [
                GeocodeParameter(
                    name: "addresses",
                    explanation:
                        "{\"records\":[{\"attributes\":{\"OBJECTID\":1,\"SingleLine\":\"…\"}}]}, "
                        + "at most \(GeocodeForm.mostRecords) records.", isLong: true), extent,
                category, outOfRange, outSR,
            ]
        case .reverseGeocode:
            [
                location,
                GeocodeParameter(
                    name: "featureTypes",
                    explanation: "The kinds of answers wanted: PointAddress, StreetAddress, "
                        + "StreetName, StreetInt, Locality."),
                GeocodeParameter(
                    name: "distance",
                    explanation: "How far to look, in meters; 100 by default, at most "
                        + "\(Int(GeocodeForm.mostMeters))."), outSR,
            ]
        }
    }
}
