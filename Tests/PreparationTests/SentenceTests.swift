// Tests texts at the beginning, in the middle and at the end of a sentence.

import Preparation
import Testing

struct SentenceTests {
    @Test(arguments: [
        ("stop 3 lies far away", "Stop 3 lies far away"),
        ("findBestSequence=true helps", "findBestSequence=true helps"),
        ("\"a\" is unknown", "\"a\" is unknown"), ("3 stops", "3 stops"), ("", ""),
    ])
    func `a sentence begins with a capital, but parameters keep their names`(
        text: String, begun: String
    ) {
        #expect(Sentence.begun(text) == begun)
    }

    @Test(arguments: [("No path", "no path"), ("no path", "no path"), ("", "")])
    func `after a colon the first letter is small`(text: String, continued: String) {
        #expect(Sentence.continued(text) == continued)
    }

    @Test(arguments: [("one", "one."), ("one.", "one."), ("one?", "one?"), ("", "")])
    func `a sentence ends with one full stop`(text: String, ended: String) {
        #expect(Sentence.ended(text) == ended)
    }
}
