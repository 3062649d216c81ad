// The answers of a geocode service, in ArcGIS's form.

import Geo
import Geocoding
import RouteAPI
import ServicePages

/// What a request found.
struct GeocodeAnswer: Resource {
    /// The kinds of answers.
    enum Kind: Sendable {
        /// With the names of the attributes wanted; `nil` for the usual ones.
        case candidates([GeocodeCandidate], [String]?)
        case suggestions([GeocodeCandidate])
        case locations([(record: GeocodeRecord, candidate: GeocodeCandidate?)])
        case address(GeocodeCandidate)
    }

    /// Places and boxes of the candidates in their order, in the answer's system.
    struct Places: Sendable {
        /// The form to ask again.
        var form: GeocodeFormPage?
        /// The operation that found them, with the question; `nil` if that is too long for a link.
        var link: String?
        var system: SpatialReference
        var rows: [(place: Coordinate, box: Envelope)]
    }

    private let kind: Kind
    private let places: Places

    init(_ kind: Kind, _ places: Places) {
        (self.kind, self.places) = (kind, places)
    }

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            switch kind {
            case .candidates(let candidates, let fields):
                writer.system(places.system)
                writer.array("candidates") { writer in
                    for (candidate, row) in zip(candidates, places.rows) {
                        writer.candidate(candidate, row, GeocodeField.wanted(by: fields))
                    }
                }
            case .suggestions(let candidates):
                writer.array("suggestions") { writer in
                    for candidate in candidates {
                        writer.beginObject()
                        writer.member("text", candidate.address)
                        writer.member("magicKey", candidate.key)
                        writer.member("isCollection", false)
                        writer.endObject()
                    }
                }
            case .locations(let found):
                writer.system(places.system)
                writeLocations(found, &writer)
            case .address(let candidate):
                writer.object("address") { writer in
                    for field in GeocodeField.allCases where field != .score {
                        writer.member(field.rawValue, field.text(of: candidate))
                    }
                }
                writer.key("location")
                writer.place(places.rows[0].place, places.system)
            }
        }
    }

    private func writeLocations(
        _ found: [(record: GeocodeRecord, candidate: GeocodeCandidate?)],
        _ writer: inout JSONWriter
    ) {
        var rows = places.rows.makeIterator()
        writer.array("locations") { writer in
            for (record, candidate) in found {
                guard let candidate, let row = rows.next() else {
                    writer.beginObject()
                    writer.member("address", "")
                    writer.member("score", 0)
                    writer.object("attributes") { writer in
                        writer.member("ResultID", record.objectID)
                        writer.member("Status", "U")
                        writer.member("Score", 0)
                        writer.member("Match_addr", "")
                        writer.member("Addr_type", "")
                    }
                    writer.endObject()
                    continue
                }
                writer.candidate(
                    candidate, row, GeocodeField.allCases, resultID: record.objectID)
            }
        }
    }

    func page() -> DirectoryPage {
        let candidates: [GeocodeCandidate] =
            switch kind {
            case .candidates(let list, _), .suggestions(let list): list
            case .locations(let list): list.compactMap(\.candidate)
            case .address(let candidate): [candidate]
            }
        let form = places.form
        let end = candidates.isEmpty ? "." : ", each at longitude,latitude, as stops take them."
        var page = DirectoryPage(
            title: "Found places", trail: form?.trailBelow ?? [ServicesListing.rootCrumb],
            lead: candidates.count.counted("place") + " found\(end)",
            jsonPath: places.link)
        page.section("places", "Places") { html in
            html.facts(
                candidates.map { candidate in
                    // To about a decimeter: what is copied from here is a stop.
                    let place = [candidate.location.x, candidate.location.y]
                        .map { String(($0 * 1e6).rounded() / 1e6) }.joined(separator: ",")
                    return (
                        candidate.address,
                        "\(candidate.type.rawValue), score "
                            + "\(ShownNumber.text(candidate.roundedScore)), at \(place)"
                    )
                })
        }
        if let form {
            page.section("form", "Change the question") { html in html.append(form.form) }
        }
        return page
    }
}

/// The attributes of a candidate.
enum GeocodeField: String, CaseIterable, Sendable {
    case match = "Match_addr"
    case longLabel = "LongLabel"
    case type = "Addr_type"
    case placeName = "PlaceName"
    case number = "AddNum"
    case street = "StName"
    case address = "Address"
    case district = "Neighborhood"
    case city = "City"
    case subregion = "Subregion"
    case region = "Region"
    case postcode = "Postal"
    case country = "CountryCode"
    case score = "Score"

    /// Returns the fields that a request names; none if it names none.
    static func wanted(by names: [String]?) -> [GeocodeField] {
        guard let names else { return [] }
        if names.contains("*") { return allCases }
        let folded = Set(names.map { $0.lowercased() })
        return allCases.filter { folded.contains($0.rawValue.lowercased()) }
    }

    /// Returns a candidate's value; empty for the score, which is a number, and for what no
    /// network knows, but clients read.
    func text(of candidate: GeocodeCandidate) -> String {
        switch self {
        case .match, .longLabel: candidate.address
        case .type: candidate.type.rawValue
        case .placeName: candidate.placeName
        case .number: candidate.number
        case .street: candidate.street
        case .address:
            candidate.number.isEmpty || candidate.street.isEmpty
                ? candidate.street : candidate.addressLine
        case .district: candidate.district
        case .city: candidate.city
        case .postcode: candidate.postcode
        case .subregion, .region, .country, .score: ""
        }
    }
}

extension JSONWriter {
    fileprivate mutating func system(_ system: SpatialReference) {
        key("spatialReference")
        esriSpatialReference(system)
    }

    fileprivate mutating func place(_ place: Coordinate, _ system: SpatialReference? = nil) {
        beginObject()
        member("x", place.x)
        member("y", place.y)
        if let system { self.system(system) }
        endObject()
    }

    fileprivate mutating func candidate(
        _ candidate: GeocodeCandidate, _ row: (place: Coordinate, box: Envelope),
        _ fields: [GeocodeField], resultID: Int? = nil
    ) {
        beginObject()
        member("address", candidate.address)
        key("location")
        place(row.place)
        member("score", candidate.roundedScore)
        object("attributes") { writer in
            if let resultID {
                writer.member("ResultID", resultID)
                writer.member("Status", "M")
            }
            for field in fields {
                if field == .score {
                    writer.member(field.rawValue, candidate.roundedScore)
                } else {
                    writer.member(field.rawValue, field.text(of: candidate))
                }
            }
        }
        object("extent") { writer in
            writer.member("xmin", row.box.minX)
            writer.member("ymin", row.box.minY)
            writer.member("xmax", row.box.maxX)
            writer.member("ymax", row.box.maxY)
        }
        endObject()
    }
}
