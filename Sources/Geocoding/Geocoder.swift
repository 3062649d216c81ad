// Search by name over one network. Start here.

package import Geo
package import RoadNetwork
import Synchronization

/// Finds places, addresses, streets and crossings of a network by name, and names by place.
///
/// ```swift
/// let geocoder = Geocoder(network: network, places: places)
/// let found = geocoder.candidates(GeocodeQuery("12 Rue Grimaldi, Monaco"))
/// ```
///
/// The index over all names is built when something is asked for the first time (``prepare()``
/// builds it ahead) and then kept. A geocoder is safe to share between threads.
///
/// The same question and files always give the same answers. If you set ``GeocodeQuery/near``, each
/// candidate loses up to 8 points for its distance. If scores are equal, houses come before
/// streets, then the more important place, the longer street, and what the files list first.
package final class Geocoder: Sendable {
    /// Answers with a lesser score are left out.
    private static let leastScore = 55.0
    /// The same while the user still types and names are incomplete.
    private static let leastUnfinishedScore = 40.0
    /// If no name scores this much, try the text as a crossing written with `and`.
    private static let doubtfulScore = 95.0

    private let network: NetworkDataset
    private let places: PlaceDataset?
    private let area: Envelope
    private let built: Mutex<NameIndex?> = Mutex(nil)

    /// - Parameters:
    ///   - network: The network whose streets are found.
    ///   - places: Its places and addresses; `nil` if only streets can be found.
    package init(network: NetworkDataset, places: PlaceDataset?) {
        (self.network, self.places) = (network, places)
        area = network.extent
    }

    /// Builds the index, unless that is done.
    ///
    /// - Complexity: O(*n* log *n*) in segments, places and addresses.
    package func prepare() { _ = index() }

    /// Whether the index is built.
    package var isPrepared: Bool { built.withLock { $0 != nil } }

    private func index() -> NameIndex {
        built.withLock { kept in
            if let kept { return kept }
            var builder = NameIndexBuilder(network, places)
            let index = builder.build()
            kept = index
            return index
        }
    }

    /// A few letters of the files' fingerprints, in front of every key.
    private var fingerprint: String {
        "\(network.fingerprint.prefix(8))\(places?.fingerprint.prefix(8) ?? "")"
    }

    private func text(_ index: NameIndex) -> CandidateText {
        CandidateText(network: network, places: places, index: index, fingerprint: fingerprint)
    }

    /// Finds what a text names, the best first.
    ///
    /// - Complexity: Bounded for any text: at most 2 searches (``NameSearch``), and 4 for each of
    ///   ``CrossingText/mostSplits`` crossings.
    package func candidates(_ query: GeocodeQuery) -> [GeocodeCandidate] {
        if let place = CoordinateText.place(query.text, within: area) {
            return ranked([coordinates(place, query.text)], query)
        }
        let index = index()
        if let split = CrossingText.certain(query.text) {
            return ranked(crossings(split, query, index), query)
        }
        let hits = hits(
            query.text, isUnfinished: query.isUnfinished,
            least: query.isUnfinished ? Self.leastUnfinishedScore : Self.leastScore, index
        ) { mayLie(entry: $0, in: query.area, index) }
        var found: [GeocodeCandidate] = []
        for hit in likely(hits, query, index) {
            let takesHouse = hit.isExactNumber || query.takesNearestHouse
            found.append(
                text(index).candidate(
                    entry: hit.entry, house: takesHouse ? hit.address : nil,
                    isExactNumber: hit.isExactNumber, score: hit.score))
        }
        let postcode = QuestionMarks.withoutPostcodeMark(query.text)
        found += index.postcodes[postcode].map { text(index).candidate($0) }
        if found.isEmpty {
            found += townPostcodes(query.text, index).map { text(index).candidate($0) }
        }
        if hits.first?.score ?? 0 < Self.doubtfulScore {
            found +=
                CrossingText.possible(query.text).lazy.map { split in
                    self.crossings(split, query, index)
                }.first { !$0.isEmpty } ?? []
        }
        return ranked(found, query)
    }

    /// Returns the hits that may be among the answers, in their order.
    ///
    /// Many names may share a score, above all while one word is typed. So beside the first hits,
    /// the nearest are kept, too.
    private func likely(
        _ hits: [NameHit], _ query: GeocodeQuery, _ index: NameIndex
    ) -> [NameHit] {
        let most = 4 * query.most
        guard query.types == nil, hits.count > most else { return hits }
        guard let near = query.near else { return Array(hits.prefix(most)) }
        let ranks = hits.map {
            $0.score - distanceLoss(index.entryPlace[$0.entry].coordinate, near)
        }
        let kept = Set(
            hits.indices.sorted { (ranks[$1], $0) < (ranks[$0], $1) }.prefix(most))
        return hits.indices.filter { $0 < most || kept.contains($0) }.map { hits[$0] }
    }

    /// Returns the areas of a postcode beside the name of their town, which no place has.
    private func townPostcodes(_ text: String, _ index: NameIndex) -> [PostcodeTable.Area] {
        let words = NameFolding.words(text)
        let runs = (1...2).flatMap { count in
            words.indices.dropLast(count - 1).map { $0..<($0 + count) }
        }
        return runs.lazy.map { run in
            let town = Set(words[..<run.lowerBound] + words[run.upperBound...])
            return index.postcodes[words[run].joined(separator: " ")].filter {
                town.isSubset(of: NameFolding.words(self.places?.text(row: $0.city) ?? ""))
            }
        }.first { !$0.isEmpty } ?? []
    }

    /// Returns entries that fit a text, the best first. Another reading of it is tried only if no
    /// name fits well.
    private func hits(
        _ text: String, isUnfinished: Bool, least: Double, _ index: NameIndex,
        where isWanted: (Int) -> Bool
    ) -> [NameHit] {
        let search = NameSearch(index, places)
        let words = SearchWords(text, isUnfinished: isUnfinished, index)
        let first = search.hits(words, least: least, where: isWanted)
        guard first.first?.score ?? 0 < Self.doubtfulScore,
            let other = SearchWords.otherReading(of: text, isUnfinished: isUnfinished, index)
        else { return first }
        var best: [Int: NameHit] = [:]
        for hit in first + search.hits(other, least: least, where: isWanted)
        where hit.score > best[hit.entry]?.score ?? -1 {
            best[hit.entry] = hit
        }
        return best.values.sorted { ($1.score, $0.entry) < ($0.score, $1.entry) }
    }

    private func crossings(
        _ split: CrossingText.Split, _ query: GeocodeQuery, _ index: NameIndex
    ) -> [GeocodeCandidate] {
        let wanted = { (entry: Int) in
            index.entryKind[entry] == .street && self.mayLie(entry: entry, in: query.area, index)
        }
        let a = hits(
            split.first, isUnfinished: false, least: Self.leastScore, index, where: wanted)
        guard !a.isEmpty else { return [] }
        let b = hits(
            split.second, isUnfinished: query.isUnfinished, least: Self.leastScore, index,
            where: wanted)
        let text = text(index)
        return CrossingSearch(network: network, index: index).crossings(a, b).map { crossing in
            text.crossing(
                crossing.entries.0, crossing.entries.1, at: crossing.node, score: crossing.score)
        }
    }

    private func coordinates(_ place: Coordinate, _ text: String) -> GeocodeCandidate {
        GeocodeCandidate(
            type: .coordinates, address: text, location: place, score: 100,
            extent: CandidateText.shown(place))
    }

    private func inArea(_ query: GeocodeQuery, _ place: Coordinate) -> Bool {
        query.area.map { $0.contains(place) } ?? true
    }

    private func mayLie(entry: Int, in area: Envelope?, _ index: NameIndex) -> Bool {
        guard let area else { return true }
        return index.entryBox[entry].envelope.intersects(area)
    }

    /// Orders candidates, and keeps as many as asked for.
    private func ranked(
        _ found: [GeocodeCandidate], _ query: GeocodeQuery
    ) -> [GeocodeCandidate] {
        var seen: Set<String> = []
        let ranked = found.enumerated().filter {
            inArea(query, $0.element.location)
                && query.types?.contains($0.element.type) ?? true
        }.map {
            (
                rank: $0.element.score - distanceLoss($0.element.location, query.near),
                type: Self.order(of: $0.element.type), place: $0.offset, candidate: $0.element
            )
        }.sorted { ($1.rank, $0.type, $0.place) < ($0.rank, $1.type, $1.place) }
        return Array(
            ranked.map(\.candidate).filter {
                seen.insert("\($0.address)|\($0.location)").inserted
            }.prefix(query.most))
    }

    /// Returns how much a place's score falls with its distance: by 1 at 1 km, 5 at 31 km, and at
    /// most 8.
    private func distanceLoss(_ place: Coordinate, _ near: Coordinate?) -> Double {
        guard let near else { return 0 }
        let meters = Geodesic.distanceMeters(from: near, to: place)
        var (loss, kilometers) = (0.0, 1 + meters / 1_000)
        while kilometers >= 2, loss < 8 {
            loss += 1
            kilometers /= 2
        }
        return min(loss + (kilometers - 1), 8)
    }

    private static func order(of type: AddressType) -> Int {
        switch type {
        case .coordinates: 0
        case .pointAddress: 1
        case .streetIntersection: 2
        case .locality: 3
        case .streetName: 4
        case .streetAddress: 5
        case .postcode: 6
        case .pointOfInterest: 7
        }
    }

    /// Finds a candidate again by its key; `nil` if the key is of other files.
    package func candidate(forKey key: String) -> GeocodeCandidate? {
        let parts = key.split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == fingerprint, let entry = Int(parts[1]) else {
            return nil
        }
        let index = index()
        guard entry >= 0, entry < index.entryCount else { return nil }
        guard !parts[2].isEmpty else {
            return text(index).candidate(entry: entry, house: nil, score: 100)
        }
        guard let house = Int(parts[2]), index.entryAddresses[entry].contains(house) else {
            return nil
        }
        return text(index).candidate(entry: entry, house: house, score: 100)
    }

    /// Finds the nearest address or named street.
    ///
    /// - Parameters:
    ///   - place: A place in degrees.
    ///   - meters: How far to look.
    ///   - types: The types of answers wanted: houses, streets, crossings, towns; `nil` for a house
    ///     or a street.
    /// - Returns: What is there, with the place asked about moved onto it; `nil` if nothing is.
    package func address(
        at place: Coordinate, within meters: Double, types: Set<AddressType>? = nil
    ) -> GeocodeCandidate? {
        let index = index()
        let search = ReverseSearch(network: network, places: places, index: index)
        switch search.nearest(to: place, within: meters, types: types) {
        case .house(let house):
            let entry = Int(index.addresses.entry[house])
            return text(index).candidate(entry: entry, house: house, score: 100)
        case .street(let entry, let point):
            var found = text(index).candidate(entry: entry, house: nil, score: 100)
            found.location = point
            found.extent = CandidateText.shown(point)
            return found
        case .crossing(let first, let second, let node):
            return text(index).crossing(first, second, at: node, score: 100)
        case .place(let entry):
            return text(index).candidate(entry: entry, house: nil, score: 100)
        case nil:
            return nil
        }
    }
}
