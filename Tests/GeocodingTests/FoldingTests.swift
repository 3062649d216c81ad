// Tests how texts become words, and coordinates.

import Geo
import Testing

@testable import Geocoding

@Suite struct FoldingTests {
    @Test(arguments: [
        ("Praça da República", "praca da republica"), ("ÉCOLE", "ecole"), ("Straße", "strasse"),
        ("Łódź", "lodz"), ("Tromsø", "tromso"), ("Ærø", "aero"), ("ﬁn", "fin"),
        ("Улица Ёлок", "улица елок"), ("1.º de Maio", "1. de maio"),
        ("Stª Maria", "sta maria"), ("Engº", "engo"), ("3º 2ª", "3 2"),
        ("N.ª Sr.ª", "na sra"), ("n.º 5, 3.º", "no 5, 3."), (".ª ª", ". "),
    ])
    func `diacritics and case do not count`(text: String, folded: String) {
        #expect(NameFolding.folded(text) == folded)
    }

    @Test(
        arguments: [
            ("Av. 25-B, 4000-123", ["av", "25", "b", "4000-123"]), ("d'Ostende", ["d", "ostende"]),
            ("Saint-Denis", ["saint", "denis"]), ("", []), (" ,;. ", []), ("12/14a", ["12/14a"]),
            ("東京都", ["東京都"]), ("P.zza S.ta Maria", ["pzza", "sta", "maria"]),
            ("J.F. Kennedy", ["j", "f", "kennedy"]), ("R.da Boavista", ["r", "da", "boavista"]),
            ("12–14 A", ["12-14", "a"]), ("12 - 14", ["12-14"]), ("9½", ["9", "1/2"]),
            ("Via 5 - 80331 X", ["via", "5", "80331", "x"]), ("- 5 -", ["5"]),
        ] as [(String, [String])])
    func `words end at punctuation, but not within numbers`(text: String, words: [String]) {
        #expect(NameFolding.words(text) == words)
    }

    @Test func `a hostile text gives few and short words`() {
        let many = String(repeating: "a ", count: 100_000)
        #expect(NameFolding.words(many).count == NameFolding.mostWords)
        let long = String(repeating: "é", count: 100_000)
        #expect(NameFolding.words(long).map(\.count) == [NameFolding.mostLetters])
        #expect(NameFolding.words(String(repeating: "\u{301}", count: 10_000)).isEmpty)
    }

    @Test func `a house number has no blanks and a value`() {
        #expect(NameFolding.number("12 A") == "12a")
        #expect(NameFolding.number("12 – 14") == "12-14")
        #expect(NameFolding.number("31/33") == "31-33")
        #expect(NameFolding.number("91/2") == "91/2")
        #expect(NameFolding.number("9 1/2") == "9 1/2")
        #expect(NameFolding.number("9½") == "9 1/2")
        #expect(NameFolding.number("3丁目5番7号") == "3-5-7")
        #expect(NameFolding.number("3号") == "3")
        #expect(NameFolding.number("12번지 3호") == "12-3")
        #expect(NameFolding.value(ofNumber: "12a") == 12)
        #expect(NameFolding.value(ofNumber: "a") == 0)
        #expect(NameFolding.value(ofNumber: String(repeating: "9", count: 40)) < UInt32.max)
    }

    private static let porto = Envelope(minX: -8.8, minY: 41, maxX: -8.3, maxY: 41.4)

    @Test(arguments: [
        ("41.15, -8.61", -8.61, 41.15), ("-8.61,41.15", -8.61, 41.15),
        ("41.15 -8.61", -8.61, 41.15), ("41°9'N 8°36'36\"W", -8.61, 41.15),
        ("N 41 9 0 W 8 36 36", -8.61, 41.15), ("8.61W 41.15N", -8.61, 41.15),
        ("120.5, 10.25", 120.5, 10.25), ("10.25, 20.5", 20.5, 10.25),
    ])
    func `coordinates are read in both orders`(text: String, x: Double, y: Double) throws {
        let place = try #require(CoordinateText.place(text, within: Self.porto))
        #expect(abs(place.x - x) < 1e-9)
        #expect(abs(place.y - y) < 1e-9)
    }

    @Test(arguments: [
        "Rua 5", "12-14", "4000-123", "5", "41.15", "1,2,3", "91.5, 181", "41N 42N", "1.2.3, 4",
        "41.15, -8.61 Porto", "", "N S", "-", "41°70'N 8°W", String(repeating: "1", count: 500),
    ])
    func `other texts are no coordinates`(text: String) {
        #expect(CoordinateText.place(text, within: Self.porto) == nil)
    }
}
