// How names of the map, and times of day, stand in sentences: with an article, a contraction or an
// ending that the name itself decides.

import Foundation

/// A form of names: the frames of a language, of which the first that suits a name is put round it.
///
/// Portuguese says "na Rua Augusta" but "no Largo do Carmo". The name is never changed. A class,
/// because the places of many sentences share it.
final class NameForm: Sendable {
    /// Words round the names of a kind.
    struct Frame: Decodable, Hashable, Sendable {
        /// The kind of names; `nil` for all.
        var kind: String?
        /// The words, with `{name}`.
        var frame: String
    }

    /// For each rule the kind of names; `nil` for all.
    private let tests: [NameTest?]
    /// For each rule the words round a name.
    private let words: [(before: String, after: String)]
    /// By the first word of a name the first rule that asks for nothing else.
    private let byFirstWord: [String: Int]
    /// The rules that ask for something else, or for nothing.
    private let others: [Int]

    /// - Throws: What is wrong with the frames.
    init(
        _ frames: [Frame], _ kinds: [String: NameKind]
    ) throws(PhraseFault) {
        guard let last = frames.last, last.kind == nil else {
            throw PhraseFault("must end with a frame for all names, without \"kind\"")
        }
        var tests: [NameTest?] = []
        var words: [(before: String, after: String)] = []
        var byFirstWord: [String: Int] = [:]
        var others: [Int] = []
        for frame in frames {
            let sides = frame.frame.components(separatedBy: "{name}")
            guard sides.count == 2 else {
                throw PhraseFault("must have {name} once in \"\(frame.frame)\"")
            }
            var test: NameTest?
            if let name = frame.kind {
                guard let kind = kinds[name] else {
                    throw PhraseFault("names kind \"\(name)\", which is not among \"kinds\"")
                }
                test = NameTest(kind)
            }
            if let first = test?.onlyFirstWords {
                for word in first where byFirstWord[word] == nil { byFirstWord[word] = tests.count }
            } else {
                others.append(tests.count)
            }
            tests.append(test)
            words.append((sides[0], sides[1]))
        }
        (self.tests, self.words) = (tests, words)
        (self.byFirstWord, self.others) = (byFirstWord, others)
    }

    /// Adds a name in its frame to a text.
    ///
    /// - Parameters:
    ///   - name: The name, which decides on the frame.
    ///   - shown: What stands in its place.
    func add(_ name: String, shown: String, to text: inout String) {
        let (before, after) = words[place(of: name)]
        text += before
        text += shown
        text += after
    }

    /// The place of the first rule that suits a name.
    private func place(of name: String) -> Int {
        // The last rule suits all names.
        let last = tests.count - 1
        if last == 0 { return 0 }
        var facts = NameFacts(name)
        let limit = byFirstWord.isEmpty ? last : byFirstWord[facts.first] ?? last
        for place in others {
            if place >= limit { break }
            if tests[place]?.holds(for: &facts) ?? true { return place }
        }
        return limit
    }
}
