// Puts map names and times of day into sentences, with the article, contraction or ending that each
// name calls for.

import Foundation

/// A form of names: a list of frames; the first frame that suits a name is put around it.
///
/// Portuguese says "na Rua Augusta" but "no Largo do Carmo". The name itself never changes. A
/// class, because many sentences share it.
final class NameForm: Sendable {
    /// Words around names of one kind.
    struct Frame: Decodable, Hashable, Sendable {
        /// The kind of names; `nil` for all.
        var kind: String?
        /// The words, with `{name}` in place of the name.
        var frame: String
    }

    /// Each frame's test; `nil` if it suits all names.
    private let tests: [NameTest?]
    /// Each frame's words around the name.
    private let words: [(before: String, after: String)]
    /// By a name's first word, the first frame that tests only that word.
    private let byFirstWord: [String: Int]
    /// The frames that test something else, or nothing.
    private let others: [Int]

    /// - Throws: A fault that says what is wrong with the frames.
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

    /// Appends a name in its frame to a text.
    ///
    /// - Parameters:
    ///   - name: The name, which decides the frame.
    ///   - shown: What to write in the name's place.
    func add(_ name: String, shown: String, to text: inout String) {
        let (before, after) = words[place(of: name)]
        text += before
        text += shown
        text += after
    }

    /// Returns the index of the first frame that suits a name.
    private func place(of name: String) -> Int {
        // The last frame suits all names.
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
