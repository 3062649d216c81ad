// Tests reading the browser's Accept-Language header.

@testable import ServiceTransport
import Testing

struct AcceptedLanguagesTests {
    @Test(arguments: [
        ("pt-PT, pt;q=0.9, en;q=0.5", ["pt-PT", "pt", "en"]), ("en;q=0.5, de", ["de", "en"]),
        ("da, en-gb;q=0.8, en;q=0.7, *;q=0.1", ["da", "en-gb", "en"]), ("fr;q=0, it", ["it"]),
        ("", []), ("*", []), (";;,,;q=1", []), ("<script>, fr", ["fr"]), ("de;q=x", []),
        (" de ; q = 1 ", ["de"]),
    ])
    func `tags come by preference`(header: String, tags: [String]) {
        #expect(AcceptedLanguages(header).tags == tags)
    }

    @Test func `a long header costs little`() {
        #expect(AcceptedLanguages(String(repeating: "de,", count: 100_000)).tags.count <= 20)
    }
}
