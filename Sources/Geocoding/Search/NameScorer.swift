// How well one name fits a question.

import RoadNetwork

/// Compares names with one question's words.
///
/// Each word of the question matches at most one word: in the name, in the entry's surroundings
/// (town, part of town, postcode), or in a house number. The score says how much of the question
/// is answered by a match. If the question lacks words that the name has, the score falls:
///
///     score = 100 · answered / asked · (0.7 + 0.3 · share of the name that was asked for)
///
/// If the town fits, words behind it that the index does not know count little: addresses have a
/// region, a postcode and a country, and files of streets seldom do. So do all words behind a
/// street of which no town is known.
///
/// While only the beginning of one word is typed, most names lack most words, and how many says
/// nothing. Names that begin with the word then share a score, so that importance orders them, and
/// all others score less, even where they are nearer.
struct NameScorer {
    /// How much a house number counts if only another house is found, or if the street has none.
    private static let nearestHouse = 0.5
    private static let noHouse = 0.3
    /// How much a number counts of which only the house is found, not the door.
    private static let door = 0.95
    /// How much a postcode counts beside a place's name.
    private static let unknownPostcode = 0.5
    /// The factor on words that match only the surroundings: a town comes before its streets.
    private static let surroundings = 0.99
    /// The weight of a word behind a town that fits, if the index does not know it.
    private static let unknownRegion = 0.2
    /// The factor on names that only begin with the single word typed so far.
    /// Less the most that distance costs, 8 points, the product with the least sureness of a
    /// beginning is above all scores times ``notBegun``.
    private static let begun = 0.93
    /// The factor on names with the one word typed so far elsewhere, or with a mistake.
    private static let notBegun = 0.8

    private let index: NameIndex
    private let places: PlaceDataset?
    private let words: [SearchWords.Word]
    private let isOneBeginning: Bool
    /// For each word in the index, the question's words that may mean it.
    private var askedBy: [UInt32: [(word: Int, sureness: Double)]] = [:]
    private let asked: Double
    private let postcodes: QuestionPostcodes
    private let numbers: [QuestionNumber]
    /// The numbers in the question by the Roman ones, and by the words, that they may mean.
    private let romans: [UInt32: Int]
    private let counts: [UInt32: Int]

    init(_ index: NameIndex, _ places: PlaceDataset?, _ question: SearchWords) {
        (self.index, self.places) = (index, places)
        words = question.words
        isOneBeginning = question.isOneBeginning
        asked = max(words.reduce(0) { $0 + $1.weight }, 0.01)
        for (place, word) in words.enumerated() {
            for (meaning, sureness) in word.meanings {
                askedBy[meaning, default: []].append((place, sureness))
            }
        }
        postcodes = QuestionPostcodes(words, index.postcodes)
        numbers = QuestionNumber.all(in: words, except: postcodes.certain)
        romans = Self.spelled(words, index.vocabulary, RomanNumbers.otherForms)
        counts = Self.spelled(words, index.vocabulary, CountWords.otherForms)
    }

    /// Returns the places of numbers by other forms that the index knows.
    private static func spelled(
        _ words: [SearchWords.Word], _ vocabulary: Vocabulary, _ forms: (String) -> [String]
    ) -> [UInt32: Int] {
        var spelled: [UInt32: Int] = [:]
        for (place, word) in words.enumerated() where word.isNumber && !word.isAside {
            for form in forms(word.text) {
                if let number = vocabulary.number(of: form) { spelled[number] = place }
            }
        }
        return spelled
    }

    /// Scores a name.
    ///
    /// `Corso Vittorio Emanuele 2` is the house of that number in `Corso Vittorio Emanuele II`, if
    /// there is one.
    func hit(name: Int) -> NameHit {
        if let house = houseBehindCounted(name) { return hit(name: name, leaving: house) }
        let hit = hit(name: name, leaving: nil)
        guard !romans.isEmpty, hit.score > 0, !hit.isExactNumber,
            let last = index.words[index.nameWords[name]].last, let number = romans[last]
        else { return hit }
        var house = self.hit(name: name, leaving: number)
        guard house.isExactNumber else { return hit }
        house.score = max(house.score, hit.score)
        return house
    }

    /// Returns a number that is no word of a name, since it stands behind words that follow there:
    /// the 2 of `Avenida Aliados 2` is not the `dos`, or two, of `Avenida dos Aliados`.
    private func houseBehindCounted(_ name: Int) -> Int? {
        guard !counts.isEmpty else { return nil }
        let named = index.words[index.nameWords[name]]
        return named.indices.lazy.compactMap { place -> Int? in
            guard let number = counts[named[place]] else { return nil }
            let isBehind = named[(place + 1)...].contains { word in
                guard let asked = askedBy[word] else { return false }
                return asked.allSatisfy { $0.word < number }
            }
            return isBehind ? number : nil
        }.first
    }

    /// Scores a name.
    ///
    /// - Parameter number: A word that is a house number, and none of the name.
    private func hit(name: Int, leaving number: Int?) -> NameHit {
        let entry = Int(index.nameEntry[name])
        var answered = [Double](repeating: -1, count: words.count)
        var (known, whole) = (0.0, 0.0)
        for word in index.words[index.nameWords[name]] {
            let weight = Double(index.wordWeight[Int(word)])
            whole += weight
            known += weight * answer(word, 1, &answered, except: number)
        }
        // The town alone is not enough: the question must have a word of the name.
        guard known > 0 else { return NameHit(entry: entry, score: 0) }
        var hit = NameHit(entry: entry, score: 0)
        let named = words.indices.filter { answered[$0] >= 0 }
        answerNumber(&hit, name, &answered)
        if isOnlyTown(hit, named) { return NameHit(entry: entry, score: 0) }
        for word in index.contextWords[index.entryContext[entry]] {
            _ = answer(word, Self.surroundings, &answered)
        }
        answerPostcode(entry, &answered)
        if let address = hit.address { answerAddress(address, &answered) }
        let sum = zip(answered, words).reduce(0) { $0 + max($1.0, 0) * $1.1.weight }
        let asked = asked(of: hit, answered, named)
        var share = 0.7 + 0.3 * known / max(whole, 0.01)
        if isOneBeginning, known < whole {
            share = begins(name) ? Self.begun : share * Self.notBegun
        }
        hit.score = 100 * sum / asked * share
        return hit
    }

    /// Whether a name begins with the word typed so far. Articles and types of streets before it
    /// do not count: `Rue Grimaldi` begins with `grim`, and with `ru`.
    private func begins(_ name: Int) -> Bool {
        for word in index.words[index.nameWords[name]] {
            if words[0].meanings[word] ?? 0 >= SearchWords.Sureness.beginning { return true }
            if index.wordWeight[Int(word)] >= 1 { return false }
        }
        return false
    }

    /// Returns what the question asks for of an entry that answers some words.
    ///
    /// - Parameter named: The words that the name answers.
    private func asked(of hit: NameHit, _ answered: [Double], _ named: [Int]) -> Double {
        let isSomewhere =
            index.entryContext[hit.entry].isEmpty && index.entryKind[hit.entry] != .place
        let fits = words.indices.contains {
            words[$0].part > 0 && !words[$0].isNumber && answered[$0] >= 0
        }
        let house = houseBehindName(hit, answered, named)
        let unknown = words.indices.filter { place in
            let word = words[place]
            guard answered[place] < 0 else { return false }
            if let house, place > house, Self.mayBeFlat(word) { return true }
            guard word.part > 0 else { return false }
            let isUnknown = word.meanings.isEmpty || postcodes.certain.contains(place)
            let isBehind = isUnknown && (word.part > 1 || word.isNumber)
            return isSomewhere || fits && isBehind
        }
        return unknown.reduce(asked) { $0 - max(words[$1].weight - Self.unknownRegion, 0) }
    }

    /// Returns where the question has the house's number, if the house exists and its number stands
    /// behind the street's name: `2n B` in `Carrer Major 28 2n B` is a door.
    private func houseBehindName(_ hit: NameHit, _ answered: [Double], _ named: [Int]) -> Int? {
        guard hit.isExactNumber, let last = named.last else { return nil }
        return words.indices.first { $0 > last && words[$0].isNumber && answered[$0] >= Self.door }
    }

    private static func mayBeFlat(_ word: SearchWords.Word) -> Bool {
        let count = word.text.unicodeScalars.count
        return count == 1 || count <= 3 && NameFolding.hasDigit(word.text)
    }

    /// Whether the question is a postcode and a town that occurs in this name: `20124 Milano` does
    /// not ask for a Hotel Milano.
    private func isOnlyTown(_ hit: NameHit, _ named: [Int]) -> Bool {
        guard index.entryKind[hit.entry] != .place, !hit.isExactNumber,
            !postcodes.possible.isEmpty
        else { return false }
        return named.allSatisfy { !words[$0].isNumber && isOfSurroundings($0, hit.entry) }
    }

    /// Counts a postcode in part if the rest of the question is a place's name: no file says which
    /// postcodes a place has.
    private func answerPostcode(_ entry: Int, _ answered: inout [Double]) {
        guard index.entryKind[entry] == .place,
            words.indices.allSatisfy({
                words[$0].isNumber || postcodes.possible.contains($0) || answered[$0] >= 0
            })
        else { return }
        for place in postcodes.possible where answered[place] < 0 {
            answered[place] = Self.unknownPostcode
        }
    }

    /// Matches a word in the index with the surest free word in the question.
    private func answer(
        _ word: UInt32, _ share: Double, _ answered: inout [Double], except other: Int? = nil
    ) -> Double {
        var best: (word: Int, sureness: Double)?
        for (word, sureness) in askedBy[word] ?? []
        where word != other && answered[word] < 0 && sureness > best?.sureness ?? 0 {
            best = (word, sureness)
        }
        guard let best else { return 0 }
        answered[best.word] = best.sureness * share
        return best.sureness
    }

    /// Finds the house asked for.
    private func answerNumber(_ hit: inout NameHit, _ name: Int, _ answered: inout [Double]) {
        let free = numbers.filter { $0.words.allSatisfy { answered[$0] < 0 } }
        guard !free.isEmpty, index.entryKind[hit.entry] != .place,
            index.entryKind[hit.entry] != .business
        else { return }
        let addresses = index.entryAddresses[hit.entry]
        for number in QuestionNumber.exact(among: free) {
            guard let id = index.addresses.numbers[number.text] else { continue }
            let houses = addresses.filter { index.addresses.number[$0] == id }
            guard !houses.isEmpty else { continue }
            (hit.address, hit.isExactNumber) = (bestHouse(houses), true)
            for word in number.words { answered[word] = 1 }
            return
        }
        let likely = QuestionNumber.houses(among: free)
        for number in likely where !isOfSurroundings(number.words[0], hit.entry) {
            let houses = houses(addresses, with: number.text)
            guard !houses.isEmpty else { continue }
            (hit.address, hit.isExactNumber) = (bestHouse(houses), true)
            for word in number.words { answered[word] = 1 }
            return
        }
        if answerDoor(likely, name, &hit, &answered) { return }
        // If the question has several numbers, use the shortest: longer ones may be postcodes.
        let single = likely.filter { $0.words.count == 1 }
        let shortest = single.min {
            ($0.text.utf8.count, $0.words[0]) < ($1.text.utf8.count, $1.words[0])
        }
        let number = shortest ?? likely[0]
        guard number.text.utf8.count <= 4, !isOfSurroundings(number.words[0], hit.entry) else {
            return
        }
        hit.address = nearestHouse(addresses, to: NameFolding.value(ofNumber: number.text))
        let share = hit.address == nil ? Self.noHouse : Self.nearestHouse
        for word in number.words { answered[word] = share }
    }

    /// Finds the house of a number with a door or a flat: `12/3` is house 12, but `4/60 Main
    /// Street` and `4-60 Main Street` are house 60.
    private func answerDoor(
        _ free: [QuestionNumber], _ name: Int, _ hit: inout NameHit, _ answered: inout [Double]
    ) -> Bool {
        let addresses = index.entryAddresses[hit.entry]
        for number in free where !number.isPostcode {
            for side in sides(of: number, name) {
                guard let id = index.addresses.numbers[side] else { continue }
                let houses = addresses.filter { index.addresses.number[$0] == id }
                guard !houses.isEmpty else { continue }
                (hit.address, hit.isExactNumber) = (bestHouse(houses), true)
                for word in number.words { answered[word] = Self.door }
                return true
            }
        }
        return false
    }

    /// Returns the houses that a number with a door or a flat may be, the likeliest first.
    private func sides(of number: QuestionNumber, _ name: Int) -> [String] {
        let sides = HouseNumbers.sides(ofNumber: number.text)
        guard number.words[0] == 0 else { return sides }
        if number.text.contains("/") { return sides.reversed() }
        guard let house = HouseNumbers.house(behindFlat: number.text) else { return sides }
        let named = index.words[index.nameWords[name]].map { index.vocabulary.text(Int($0)) }
        return StreetWords.putsNumberFirst(named) ? [house] : sides
    }

    /// Returns the houses with several numbers, as `12-14`, that have a number.
    private func houses(_ addresses: Range<Int>, with number: String) -> [Int] {
        guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return [] }
        let value = NameFolding.value(ofNumber: number)
        let columns = index.addresses
        return addresses.filter {
            HouseNumbers.covers(columns.value[$0], columns.last[$0], value)
        }
    }

    private func isOfSurroundings(_ word: Int, _ entry: Int) -> Bool {
        index.contextWords[index.entryContext[entry]].contains { words[word].meanings[$0] != nil }
    }

    /// Returns the house whose town and postcode fit the question best; the first if none fits.
    private func bestHouse(_ houses: [Int]) -> Int {
        guard houses.count > 1 else { return houses[0] }
        var best = (count: -1, house: houses[0])
        for house in houses.prefix(64) {
            let told = surroundings(of: house)
            let count = words.count { told.contains($0.text) }
            if count > best.count { best = (count, house) }
        }
        return best.house
    }

    private func surroundings(of house: Int) -> Set<String> {
        guard let places else { return [] }
        let row = Int(index.addresses.row[house])
        let texts = [places.addressCity[row], places.addressPostcode[row]].map {
            places.text(row: $0)
        }
        return Set(texts.flatMap { NameFolding.words($0) })
    }

    /// Matches free words with the house's own town and postcode: one street may have several.
    private func answerAddress(_ house: Int, _ answered: inout [Double]) {
        guard answered.contains(where: { $0 < 0 }) else { return }
        let told = surroundings(of: house)
        for (place, word) in words.enumerated()
        where answered[place] < 0 && told.contains(word.text) {
            answered[place] = Self.surroundings
        }
    }

    /// Returns the house nearest by number; `nil` if no house has one.
    private func nearestHouse(_ houses: Range<Int>, to value: UInt32) -> Int? {
        let nameless = index.addresses.numbers[""]
        func distance(_ house: Int) -> (UInt32, Int) {
            let other = index.addresses.value[house]
            return (max(other, value) - min(other, value), house)
        }
        return houses.filter { index.addresses.number[$0] != nameless }
            .min { distance($0) < distance($1) }
    }
}
