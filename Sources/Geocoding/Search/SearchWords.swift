// A question's words, and what each may mean in the index.

/// A question's words with what the index knows of them.
struct SearchWords {
    /// A word in the question.
    struct Word {
        var text: String
        /// How much it counts, 0 … 1.
        var weight: Double
        var isNumber: Bool
        /// Whether it only announces a house number, or names a part of the house.
        var isAside: Bool
        /// How many parts with words come before, between commas: 0 is a street, 1 often a town,
        /// and more a region or a country.
        var part: Int
        /// Words in the index that it may mean, each with how sure we are, 0 … 1.
        var meanings: [UInt32: Double]
    }

    /// How sure a meaning is.
    enum Sureness {
        static let same = 1.0
        static let otherForm = 0.97
        static let beginning = 0.95
        static let ordinal = 0.93
        static let oneEdit = 0.85
        static let ideographicBeginning = 0.8
        static let twoEdits = 0.72
    }

    private static let numberWeight = 0.6
    private static let surroundingsWeight = 0.5
    private static let asideWeight = 0.02
    /// The most words to try for an unfinished one.
    private static let mostBeginnings = 512
    /// The most names to read for a word that may be a name's own.
    private static let mostNamed = 1_000

    private(set) var words: [Word] = []
    /// Whether the question is the beginning of one word, and no more.
    let isOneBeginning: Bool

    /// - Complexity: O(*w* log *n*) for *w* words, and a walk through the vocabulary for each
    ///   word that may be mistyped (``Vocabulary/words(like:within:isPrefix:)``).
    init(_ text: String, isUnfinished: Bool, _ index: NameIndex) {
        self.init(Self.parts(of: text), Self.isOpen(text, isUnfinished), index)
    }

    /// Returns another way to read a text: some words are joined, or divided; `nil` if there is
    /// none.
    static func otherReading(
        of text: String, isUnfinished: Bool, _ index: NameIndex
    ) -> SearchWords? {
        WordReadings(index.vocabulary).other(than: parts(of: text)).map {
            SearchWords($0, isOpen(text, isUnfinished), index)
        }
    }

    private init(_ all: [(part: Int, word: String)], _ isOpen: Bool, _ index: NameIndex) {
        isOneBeginning = isOpen && all.count == 1
        let meanings = all.enumerated().map { place, word in
            let isLast = isOpen && place == all.count - 1
            return Self.meanings(of: word.word, isUnfinished: isLast, index)
        }
        let aside = QuestionMarks.areAside(all) { first, second in
            Self.isNamed(meanings[first], before: meanings[second], index)
        }
        // Parts with a flat or a floor only come before the street's.
        let first = all.indices.first { !aside[$0] && !Self.isNumber(all[$0].word) }
        let before = first.map { all[$0].part } ?? 0
        for (place, (part, word)) in all.enumerated() {
            let part = max(part - before, 0)
            let isNumber = Self.isNumber(word)
            var weight = Double(StreetWords.weight(of: word))
            let best = meanings[place].max { ($0.value, $1.key) < ($1.value, $0.key) }
            if let best { weight = max(weight, Double(index.wordWeight[Int(best.key)])) }
            // Towns, countries and house numbers count less: the network may not have them.
            if isNumber { weight = min(weight, Self.numberWeight) }
            if part > 0, !isNumber { weight = min(weight, Self.surroundingsWeight) }
            if aside[place] { weight = Self.asideWeight }
            words.append(
                Word(
                    text: word, weight: weight, isNumber: isNumber, isAside: aside[place],
                    part: part, meanings: meanings[place]))
        }
    }

    /// Whether a name has a word, and another behind it.
    ///
    /// - Complexity: O(1); reads at most ``mostNamed`` names for each sure meaning.
    private static func isNamed(
        _ first: [UInt32: Double], before second: [UInt32: Double], _ index: NameIndex
    ) -> Bool {
        second.contains { word, sureness in
            guard sureness >= Sureness.otherForm else { return false }
            return index.postings[Int(word)].prefix(mostNamed).contains { posting in
                let name = index.words[index.nameWords[Int(index.postedNames[posting])]]
                guard let place = name.lastIndex(of: word) else { return false }
                return name[..<place].contains { first[$0] ?? 0 >= Sureness.otherForm }
            }
        }
    }

    private static func isOpen(_ text: String, _ isUnfinished: Bool) -> Bool {
        isUnfinished && text.last?.isWhitespace != true && text.last != ","
    }

    private static func isNumber(_ word: String) -> Bool {
        NameFolding.isNumber(word) && !Ordinals.isInDigits(word)
    }

    /// Returns the words with the part that each is in. A town and a region of one name, as in
    /// `Porto, Porto`, are one word, and a part with numbers alone is of the part behind it.
    private static func parts(of text: String) -> [(part: Int, word: String)] {
        var (found, surroundings) = ([(part: Int, word: String)](), Set<String>())
        var part = 0
        for piece in QuestionMarks.withWords(text).split(separator: ",", maxSplits: 8) {
            let words = NameFolding.words(String(piece))
            for word in words {
                if part > 0, !isNumber(word), !surroundings.insert(word).inserted { continue }
                found.append((part, word))
            }
            if !words.allSatisfy(isNumber) { part += 1 }
        }
        return Array(found.prefix(NameFolding.mostWords))
    }

    var isEmpty: Bool { words.isEmpty }

    private static func meanings(
        of word: String, isUnfinished: Bool, _ index: NameIndex
    ) -> [UInt32: Double] {
        var meanings: [UInt32: Double] = [:]
        func add(_ number: UInt32, _ sureness: Double) {
            meanings[number] = max(meanings[number] ?? 0, sureness)
        }
        let vocabulary = index.vocabulary
        if isUnfinished {
            for number in vocabulary.words(beginningWith: word).prefix(mostBeginnings) {
                add(UInt32(number), Sureness.beginning)
            }
        }
        let mistakes = mistakesAllowed(word)
        if mistakes > 0 {
            for match in vocabulary.words(like: word, within: mistakes, isPrefix: isUnfinished)
            where match.edits > 0 {
                add(match.word, match.edits == 1 ? Sureness.oneEdit : Sureness.twoEdits)
            }
        }
        if !isUnfinished, NameFolding.isIdeographic(word), word.unicodeScalars.count > 1 {
            for number in vocabulary.words(beginningWith: word).prefix(mostBeginnings) {
                add(UInt32(number), Sureness.ideographicBeginning)
            }
        }
        for form in Ordinals.numbers(of: word) {
            if let number = vocabulary.number(of: form) { add(number, Sureness.ordinal) }
        }
        for form in WordForms.others(of: word) {
            if let number = vocabulary.number(of: form) { add(number, Sureness.otherForm) }
        }
        if let number = vocabulary.number(of: word) { add(number, Sureness.same) }
        return meanings
    }

    /// Returns how many letters in a word may be wrong: none in numbers, such as `sp11`, and in
    /// short words.
    private static func mistakesAllowed(_ word: String) -> Int {
        guard !NameFolding.hasDigit(word) else { return 0 }
        let letters = word.unicodeScalars.count
        return letters < 4 ? 0 : letters < 8 ? 1 : 2
    }
}
