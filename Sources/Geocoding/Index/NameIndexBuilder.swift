// Builds the index of one network and its places file. Start at `build()`.

import RoadNetwork

/// Builds a ``NameIndex``. The same files give the same index.
struct NameIndexBuilder {
    /// An entry without a position in the index.
    private struct Draft {
        var kind: EntryKind
        var source: UInt32
        var place: FixedCoordinate
        var box: FixedBounds
        var town: UInt32
        var part: UInt32
        var segments: [UInt32] = []
        /// Rows of the places file.
        var addresses: [UInt32] = []
        /// Further names of a street, as rows of the places file.
        var otherNames: [UInt32] = []
        /// Entries of one kind are sorted by this, the greatest first.
        var importance = 0
    }

    /// The most further names of a street.
    private static let mostOtherNames = 32

    private let network: NetworkDataset
    private let places: PlaceDataset?
    private let localities: LocalityFinder
    private var drafts: [Draft] = []
    private var words = WordTable()
    private var index = NameIndex()

    init(_ network: NetworkDataset, _ places: PlaceDataset?) {
        self.network = network
        self.places = places
        localities = LocalityFinder(places)
    }

    /// Builds the index.
    ///
    /// - Complexity: O(*n* log *n*) in segments, places and addresses.
    mutating func build() -> NameIndex {
        addPlaces()
        let firstStreet = drafts.count
        addStreets()
        let streets = streetsByName(from: firstStreet)
        attachNames(streets)
        attachAddresses(streets)
        addBusinesses()
        drafts.sort {
            ($0.kind.rawValue, $1.importance, $0.source, $0.place.longitudeE7, $0.place.latitudeE7)
                < (
                    $1.kind.rawValue, $0.importance, $1.source, $1.place.longitudeE7,
                    $1.place.latitudeE7
                )
        }
        index.segmentEntry = [UInt32](repeating: NameIndex.none, count: network.segmentCount)
        index.placeEntry = [UInt32](repeating: NameIndex.none, count: places?.placeCount ?? 0)
        index.localities = localities
        let translated = translatedNames()
        for (entry, draft) in drafts.enumerated() {
            addEntry(draft, entry)
            addNames(of: draft, entry, translated)
            addContext(of: draft)
        }
        drafts = []
        finish()
        return index
    }

    private mutating func addPlaces() {
        guard let places else { return }
        for row in 0..<places.placeCount {
            let place = FixedCoordinate(
                longitudeE7: places.placeLongitudeE7[row], latitudeE7: places.placeLatitudeE7[row])
            let (town, part) = localities.locality(of: place, besides: row)
            var box = FixedBounds()
            box.add(place)
            let kind = PlaceKind(rawValue: places.placeKind[row]) ?? .other
            drafts.append(
                Draft(
                    kind: .place, source: UInt32(row), place: place, box: box, town: town,
                    part: part, importance: kind.importance))
        }
    }

    private mutating func addStreets() {
        for group in StreetGroups(network, localities).groups() {
            drafts.append(
                Draft(
                    kind: .street, source: group.name, place: group.place, box: group.box,
                    town: group.town, part: group.part, segments: group.segments,
                    importance: group.segments.count))
        }
    }

    /// Returns the streets among the drafts by name.
    private func streetsByName(from first: Int) -> [String: NearbyStreets] {
        var streets: [String: NearbyStreets] = [:]
        for draft in first..<drafts.count {
            let name = network.name(row: drafts[draft].source)
            streets[Self.key(name), default: NearbyStreets()].add(draft, drafts[draft].box)
        }
        return streets
    }

    /// Gives streets the further names that the places file has near them.
    ///
    /// - Complexity: O(*n* + *m* · *k*) for *n* streets, *m* names, and *k* streets of one name
    ///   near a place.
    private mutating func attachNames(_ streets: [String: NearbyStreets]) {
        guard let places else { return }
        for name in places.streetNames {
            let known = streets[Self.key(places.text(row: name.street))]
            guard let draft = known?.nearest(to: name.at),
                !drafts[draft].otherNames.contains(name.text),
                drafts[draft].otherNames.count < Self.mostOtherNames
            else { continue }
            drafts[draft].otherNames.append(name.text)
        }
    }

    /// Gives streets their houses, and makes streets of houses that no street of the network has.
    ///
    /// - Complexity: as ``attachNames(_:)``.
    private mutating func attachAddresses(_ streets: [String: NearbyStreets]) {
        guard let places, places.addressCount > 0 else { return }
        var made: [UInt64: NearbyStreets] = [:]
        var (lastStreet, known) = (UInt32.max, NearbyStreets?.none)
        for row in 0..<places.addressCount {
            let street = places.addressStreet[row]
            if street != lastStreet {
                lastStreet = street
                known = streets[Self.key(places.text(row: street))]
            }
            let point = FixedCoordinate(
                longitudeE7: places.addressLongitudeE7[row],
                latitudeE7: places.addressLatitudeE7[row])
            if let draft = known?.nearest(to: point) {
                drafts[draft].addresses.append(UInt32(row))
                continue
            }
            let key = UInt64(street) << 32 | UInt64(places.addressCity[row])
            let draft = made[key]?.nearest(to: point) ?? addressedStreet(street, at: point)
            drafts[draft].box.add(point)
            made[key, default: NearbyStreets()].add(draft, drafts[draft].box)
            drafts[draft].addresses.append(UInt32(row))
            drafts[draft].importance += 1
        }
    }

    private static func key(_ name: String) -> String {
        NameFolding.words(name).joined(separator: " ")
    }

    /// Adds a street the network lacks.
    private mutating func addressedStreet(_ name: UInt32, at point: FixedCoordinate) -> Int {
        let (town, part) = localities.locality(of: point)
        var box = FixedBounds()
        box.add(point)
        drafts.append(
            Draft(
                kind: .addressedStreet, source: name, place: point, box: box, town: town, part: part
            ))
        return drafts.count - 1
    }

    /// Adds addresses with a name, such as shops.
    private mutating func addBusinesses() {
        guard let places else { return }
        for row in 0..<places.addressCount where places.addressName[row] != 0 {
            let point = FixedCoordinate(
                longitudeE7: places.addressLongitudeE7[row],
                latitudeE7: places.addressLatitudeE7[row])
            let (town, part) = localities.locality(of: point)
            var box = FixedBounds()
            box.add(point)
            drafts.append(
                Draft(
                    kind: .business, source: UInt32(row), place: point, box: box, town: town,
                    part: part))
        }
    }

    /// Returns each name's translations as rows, by the name's row.
    private func translatedNames() -> [UInt32: [UInt32]] {
        var rows: [UInt32: [UInt32]] = [:]
        for table in network.translations.tables {
            for row in 0..<table.names.count {
                let text = table.texts[row]
                if !(rows[table.names[row]] ?? []).contains(text) {
                    rows[table.names[row], default: []].append(text)
                }
            }
        }
        return rows
    }

    private mutating func addEntry(_ draft: Draft, _ entry: Int) {
        index.entryKind.append(draft.kind)
        index.entrySource.append(draft.source)
        index.entryPlace.append(draft.place)
        index.entryBox.append(draft.box)
        index.entryTown.append(draft.town)
        index.entryPart.append(draft.part)
        index.segments += draft.segments
        index.entrySegments.end(at: index.segments.count)
        if draft.kind == .place { index.placeEntry[Int(draft.source)] = UInt32(entry) }
        for segment in draft.segments { index.segmentEntry[Int(segment)] = UInt32(entry) }
        addAddresses(of: draft, entry)
    }

    private mutating func addAddresses(of draft: Draft, _ entry: Int) {
        defer { index.entryAddresses.end(at: index.addresses.row.count) }
        guard let places else { return }
        let rows = draft.addresses.map {
            (number: NameFolding.number(places.text(row: places.addressNumber[Int($0)])), row: $0)
        }
        let sides = HouseNumbers.ownSides(of: rows.map(\.number))
        var houses: [(number: String, isSide: Bool, row: UInt32)] = []
        for (number, row) in rows {
            houses.append((number, false, row))
            houses += (sides[number] ?? []).map { ($0, true, row) }
        }
        let sorted = houses.map { (NameFolding.value(ofNumber: $0.number), $0) }.sorted { a, b in
            (a.0, a.1.isSide ? 1 : 0, a.1.row) < (b.0, b.1.isSide ? 1 : 0, b.1.row)
        }
        for (value, house) in sorted {
            let known = index.addresses.numbers[house.number]
            let id = known ?? UInt32(index.addresses.numbers.count)
            index.addresses.numbers[house.number] = id
            index.addresses.row.append(house.row)
            index.addresses.number.append(id)
            index.addresses.value.append(value)
            index.addresses.last.append(HouseNumbers.last(ofNumber: house.number))
            index.addresses.entry.append(UInt32(entry))
        }
    }

    private mutating func addNames(
        of draft: Draft, _ entry: Int, _ translated: [UInt32: [UInt32]]
    ) {
        var names: [String] = []
        switch draft.kind {
        case .street:
            names = ([draft.source] + (translated[draft.source] ?? [])).map {
                network.name(row: $0)
            }
            let refs = Set(draft.segments.map { network.segmentRef[$0] }).subtracting([0])
            names += refs.sorted().prefix(4).map { network.name(row: $0) }
            names += draft.otherNames.compactMap { places?.text(row: $0) }
        case .place:
            names = placeNames(draft.source)
        case .addressedStreet:
            names = [places?.text(row: draft.source) ?? ""]
        case .business:
            names = [places.map { $0.text(row: $0.addressName[Int(draft.source)]) } ?? ""]
        }
        if draft.kind == .street || draft.kind == .addressedStreet {
            names += names.flatMap { RoadNumbers.otherForms(of: $0) }
        }
        var seen: Set<[UInt32]> = []
        for name in names {
            let numbers = words.numbers(of: name)
            guard !numbers.isEmpty, seen.insert(numbers).inserted else { continue }
            index.nameEntry.append(UInt32(entry))
            index.words += numbers
            index.nameWords.end(at: index.words.count)
        }
    }

    /// Returns all names for a place, the usual one first.
    private func placeNames(_ row: UInt32) -> [String] {
        guard let places, row != NameIndex.none else { return [] }
        var names = [places.text(row: places.placeName[Int(row)])]
        var other = places.otherNamePlace.lowerBound(row)
        while other < places.otherNamePlace.count, places.otherNamePlace[other] == row {
            names.append(places.text(row: places.otherNameText[other]))
            other += 1
        }
        return names
    }

    private mutating func addContext(of draft: Draft) {
        let most = 16
        var texts = placeNames(draft.town) + placeNames(draft.part)
        if let places {
            var rows: [UInt32] = []
            let addresses = draft.kind == .business ? [draft.source] : draft.addresses
            for address in addresses where rows.count < most {
                for row in [
                    places.addressCity[Int(address)], places.addressPostcode[Int(address)],
                ]
                where row != 0 && !rows.contains(row) {
                    rows.append(row)
                }
            }
            if draft.kind == .business {
                rows += [
                    places.addressStreet[Int(draft.source)],
                    places.addressNumber[Int(draft.source)],
                ]
            }
            texts += rows.map { places.text(row: $0) }
        }
        var seen: Set<UInt32> = []
        for text in texts {
            for word in words.numbers(of: text) where seen.insert(word).inserted {
                index.contextWords.append(word)
            }
        }
        index.entryContext.end(at: index.contextWords.count)
    }

    /// Sorts words and makes postings.
    private mutating func finish() {
        let (sorted, final) = words.sorted()
        words = WordTable()
        index.vocabulary = Vocabulary(sorted: sorted)
        index.wordWeight = sorted.map { StreetWords.weight(of: $0) }
        index.words = index.words.map { final[Int($0)] }
        index.contextWords = index.contextWords.map { final[Int($0)] }
        var counts = [Int](repeating: 0, count: sorted.count)
        for name in index.nameEntry.indices {
            for word in Set(index.words[index.nameWords[name]]) { counts[Int(word)] += 1 }
        }
        var (next, total) = ([Int](), 0)
        for count in counts {
            next.append(total)
            total += count
            index.postings.end(at: total)
        }
        index.postedNames = [UInt32](repeating: 0, count: total)
        for name in index.nameEntry.indices {
            for word in Set(index.words[index.nameWords[name]]) {
                index.postedNames[next[Int(word)]] = UInt32(name)
                next[Int(word)] += 1
            }
        }
        guard let places else { return }
        index.postcodes = PostcodeTable(places)
        index.addressCells = AddressCells(
            index.addresses.row.map {
                FixedCoordinate(
                    longitudeE7: places.addressLongitudeE7[Int($0)],
                    latitudeE7: places.addressLatitudeE7[Int($0)])
            })
    }
}
