// From entries of the index to answers with their texts.

import Geo
import RoadNetwork

/// Writes candidates.
struct CandidateText {
    let network: NetworkDataset
    let places: PlaceDataset?
    let index: NameIndex
    let fingerprint: String

    /// Meters around a point that a map shows.
    private static let shownMeters = 100.0

    /// Returns the answer for an entry, or for a house in it.
    func candidate(
        entry: Int, house: Int?, isExactNumber: Bool = true, score: Double
    ) -> GeocodeCandidate {
        var place = index.entryPlace[entry]
        var address = house.map { Int(index.addresses.row[$0]) }
        if index.entryKind[entry] == .business { address = Int(index.entrySource[entry]) }
        if let address, let places {
            place = FixedCoordinate(
                longitudeE7: places.addressLongitudeE7[address],
                latitudeE7: places.addressLatitudeE7[address])
        }
        var found = GeocodeCandidate(
            type: type(entry, house, isExactNumber), address: "", location: place.coordinate,
            score: score, extent: Self.shown(place.coordinate))
        found.city = placeName(index.entryTown[entry])
        found.district = placeName(index.entryPart[entry])
        switch index.entryKind[entry] {
        case .place:
            found.placeName = placeName(index.entrySource[entry])
        case .street:
            found.street = network.name(row: index.entrySource[entry])
            if house == nil { found.extent.add(index.entryBox[entry].envelope) }
        case .addressedStreet:
            found.street = places?.text(row: index.entrySource[entry]) ?? ""
            if house == nil { found.extent.add(index.entryBox[entry].envelope) }
        case .business:
            found.placeName = text(index.entrySource[entry]) { $0.addressName }
            found.street = text(index.entrySource[entry]) { $0.addressStreet }
        }
        if let address { add(address: UInt32(address), to: &found) }
        found.addressLine = streetLine(found)
        found.address = line(found)
        found.key = "\(fingerprint)-\(entry)-\(house.map { String($0) } ?? "")"
        return found
    }

    /// Returns the answer for a crossing of two streets.
    func crossing(_ first: Int, _ second: Int, at node: UInt32, score: Double) -> GeocodeCandidate {
        var found = candidate(entry: first, house: nil, score: score)
        let other = candidate(entry: second, house: nil, score: score)
        found.type = .streetIntersection
        found.location = network.coordinate(of: NodeID(row: node))
        found.extent = Self.shown(found.location)
        found.street = "\(found.street) & \(other.street)"
        found.address = line(found)
        found.key = ""
        return found
    }

    /// Returns the answer for a postcode.
    func candidate(_ area: PostcodeTable.Area) -> GeocodeCandidate {
        var found = GeocodeCandidate(
            type: .postcode, address: "", location: area.place.coordinate, score: 100,
            extent: Self.shown(area.place.coordinate))
        found.extent.add(area.box.envelope)
        found.postcode = places?.text(row: area.text) ?? ""
        found.city = places?.text(row: area.city) ?? ""
        found.address = line(found)
        return found
    }

    private func text(_ row: UInt32, of column: (PlaceDataset) -> MappedColumn<UInt32>) -> String {
        places.map { $0.text(row: column($0)[row]) } ?? ""
    }

    private func add(address row: UInt32, to found: inout GeocodeCandidate) {
        found.number = text(row) { $0.addressNumber }
        found.postcode = text(row) { $0.addressPostcode }
        // A house without a number is called by its name.
        if found.number.isEmpty { found.placeName = text(row) { $0.addressName } }
        let city = text(row) { $0.addressCity }
        if !city.isEmpty { found.city = city }
    }

    private func type(_ entry: Int, _ house: Int?, _ isExactNumber: Bool) -> AddressType {
        switch index.entryKind[entry] {
        case .place:
            let kind = places.flatMap {
                PlaceKind(rawValue: $0.placeKind[index.entrySource[entry]])
            }
            return kind == .square || kind == .island || kind == .other
                ? .pointOfInterest : .locality
        case .business: return .pointOfInterest
        case .street, .addressedStreet:
            guard house != nil else { return .streetName }
            return isExactNumber ? .pointAddress : .streetAddress
        }
    }

    /// Returns a place's name, given its row in the places file.
    private func placeName(_ row: UInt32) -> String {
        guard row != NameIndex.none else { return "" }
        return text(row) { $0.placeName }
    }

    /// Writes an address in a line: `Rua Nova 12, 4000-001 Porto`, or `12 Rue Nova, …`.
    func line(_ found: GeocodeCandidate) -> String {
        let street = streetLine(found)
        let town = [found.postcode, found.city].filter { !$0.isEmpty }.joined(separator: " ")
        var parts: [String] = []
        let isPart = found.number.isEmpty
        for part in [found.placeName, street, isPart ? found.district : "", town]
        where !part.isEmpty && part != parts.last {
            parts.append(part)
        }
        return parts.joined(separator: ", ")
    }

    private func streetLine(_ found: GeocodeCandidate) -> String {
        guard !found.number.isEmpty, !found.street.isEmpty else { return found.street }
        return StreetWords.putsNumberFirst(NameFolding.words(found.street))
            ? "\(found.number) \(found.street)" : "\(found.street) \(found.number)"
    }

    /// Returns a box around a point.
    static func shown(_ place: Coordinate) -> Envelope {
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        let (east, north) = (shownMeters / max(scale.x, 1_000), shownMeters / scale.y)
        return Envelope(
            minX: place.x - east, minY: place.y - north, maxX: place.x + east,
            maxY: place.y + north)
    }
}
