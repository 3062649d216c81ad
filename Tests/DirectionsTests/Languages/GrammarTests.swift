// Tests the named rules in phrase files: plurals, ordinals, frames of names, numbers.

import Testing

@testable import Directions

struct GrammarTests {
    private func book(_ language: String) -> Phrasebook {
        DirectionsLanguages.builtIn.phrases(language)
    }

    /// The samples of CLDR 46 for whole numbers.
    @Test(arguments: [
        (PluralRule.polish, [1: "one", 2: "few", 5: "many", 12: "many", 22: "few", 112: "many"]),
        (.eastSlavic, [1: "one", 3: "few", 11: "many", 21: "one", 24: "few", 111: "many"]),
        (.southSlavic, [1: "one", 4: "few", 5: "other", 11: "other", 101: "one", 112: "other"]),
        (.slovenian, [1: "one", 2: "two", 4: "few", 5: "other", 101: "one", 103: "few"]),
        (.lithuanian, [1: "one", 9: "few", 10: "other", 11: "other", 21: "one", 30: "other"]),
        (.latvian, [0: "zero", 1: "one", 11: "zero", 21: "one", 22: "other", 30: "zero"]),
        (.romanian, [0: "few", 1: "one", 19: "few", 20: "other", 101: "few", 120: "other"]),
        (.arabic, [0: "zero", 1: "one", 2: "two", 3: "few", 11: "many", 100: "other", 103: "few"]),
        (.hebrew, [1: "one", 2: "two", 3: "other"]), (.zeroOne, [0: "one", 1: "one", 2: "other"]),
        (.czech, [1: "one", 4: "few", 5: "other"]), (.none, [1: "other"]),
        (.one, [0: "other", 1: "one", 21: "other"]),
    ])
    func `plural categories are those of CLDR`(rule: PluralRule, samples: [Int: String]) {
        for (number, category) in samples {
            #expect(rule.category(of: number).stringValue == category, "\(rule) \(number)")
        }
    }

    @Test(arguments: [
        (OrdinalRule.english, [1: "one", 2: "two", 3: "few", 11: "other", 13: "other", 23: "few"]),
        (.swedish, [1: "one", 2: "one", 11: "other", 12: "other", 22: "one", 3: "other"]),
        (.italian, [8: "many", 11: "many", 12: "other", 80: "many"]),
        (.catalan, [1: "one", 2: "two", 3: "one", 4: "few", 5: "other"]),
        (.ukrainian, [3: "few", 13: "other", 23: "few"]), (.french, [1: "one", 2: "other"]),
        (.hungarian, [1: "one", 5: "one", 6: "other"]), (.uniform, [1: "other"]),
        (.hindi, [1: "one", 2: "two", 4: "few", 6: "many", 7: "other"]),
    ])
    func `ordinal categories are those of CLDR`(rule: OrdinalRule, samples: [Int: String]) {
        for (number, category) in samples {
            #expect(rule.category(of: number).stringValue == category, "\(rule) \(number)")
        }
    }

    @Test(arguments: [
        ("pt-PT", "Rua Augusta", "a Rua Augusta"), ("pt-PT", "Largo do Carmo", "o Largo do Carmo"),
        ("de", "Hauptstraße (B 12)", "die Hauptstraße"), ("de", "Alexanderplatz", "den Alexander"),
        ("de", "A 3", "die A 3"), ("fr", "Rue Foch", "Rue Foch"), ("it", "Via Roma", "in Via Roma"),
    ])
    func `the first word or the ending of a name decides its article`(
        language: String, name: String, part: String
    ) {
        let text = book(language).sentence(.turnLeft, [.road: .name(name)])
        #expect(text.contains(part), "\(text)")
    }

    @Test(arguments: [
        ("es", 1, "a partir de la 1:05"), ("es", 13, "a partir de las 13:05"),
        ("ca", 1, "a partir de la 1:05"), ("ca", 2, "a partir de les 2:05"),
        ("it", 1, "dall’01:05"), ("it", 11, "dalle 11:05"),
        ("pt-PT", 1, "a partir da 01:05"), ("pt-PT", 21, "a partir das 21:05"),
        ("pt-BR", 1, "a partir da 01:05"), ("pt-BR", 10, "a partir das 10:05"),
    ])
    func `one o'clock is a single hour`(language: String, hour: Int64, part: String) {
        let time = book(language).measures.timeOfDay(hour * 3_600_000 + 300_000)
        let text = book(language).sentence(.window, [.from: .words(time)])
        #expect(text.hasSuffix(part), "\(text)")
    }

    /// az em-egyes, az em-nullás, a négyes, az ötös, a tizenegyes.
    @Test(arguments: [
        ("M1", "az M1-es útra"), ("M0", "az M0-ás útra"), ("M3", "az M3-as útra"),
        ("M35", "az M35-ös útra"), ("E60", "az E60-as útra"), ("E 75", "az E 75-ös útra"),
        ("B10", "a B10-es útra"), ("4", "a 4-es útra"), ("71", "a 71-es útra"),
        ("1", "az 1-es útra"), ("51", "az 51-es útra"), ("86", "a 86-os útra"),
        ("400", "a 400-as útra"), ("A 1000", "az A 1000-es útra"),
        ("10", "a 10-es útra"), ("11", "a 11-es útra"), ("13", "a 13-as útra"),
        ("15", "a 15-ös útra"), ("16", "a 16-os útra"), ("100", "a 100-as útra"),
        ("1000", "az 1000-es útra"), ("1103", "az 1103-as útra"), ("11101", "a 11101-es útra"),
        ("5105", "az 5105-ös útra"), ("2401", "a 2401-es útra"), ("Fő utca", "erre: Fő utca"),
    ])
    func `Hungarian numbers of roads have their article and ending`(name: String, part: String) {
        let text = book("hu").sentence(.turnLeft, [.road: .name(name)])
        #expect(text == "Forduljon balra \(part)")
    }

    @Test(arguments: [
        ("de", "Rua 25 de Abril", "„Rua 25 de Abril“"), ("de", "A 3", "die A 3"),
        ("de", "B12", "die B12"), ("fr", "Rua 25 de Abril", "sur Rua 25 de Abril"),
        ("fr", "D20E", "sur la D20E"), ("fr", "D 20E1", "sur la D 20E1"),
        ("fr", "A7E", "sur l’A7E"), ("fr", "IP1", "sur l’IP1"), ("fr", "N 7", "sur la N 7"),
        ("fr", "EN 208", "sur l’EN 208"),
        ("pl", "Rua 25 de Abril", "w ulicę Rua 25 de Abril"), ("ru", "М-7", "М-7"),
    ])
    func `a name with a number is no number of a road`(
        language: String, name: String, part: String
    ) {
        let text = book(language).sentence(.turnLeft, [.road: .name(name)])
        #expect(text.contains(part), "\(text)")
    }

    /// Verbs of driving, which directions for pedestrians must avoid.
    @Test(arguments: [
        ("cs", "vozidl"), ("de", " fahren"), ("et", "sõi"), ("pl", "jedź"), ("ru", "езжа"),
        ("uk", "їжджа"), ("zh-CN", "驶"), ("zh-TW", "駛"),
    ])
    func `pedestrians do not drive`(language: String, verb: String) {
        let all = book(language)
        let onFoot = all.onFoot ?? all
        let keys = PhraseKey.allCases.filter {
            let name = $0.name
            return ["head", "proceed", "bear", "turn", "sharp", "stay", "end", "double", "uTurn"]
                .contains { name.hasPrefix($0) } || name.hasPrefix("fork")
                || ["ferryLeave", "becomes", "depart", "barrier"].contains(name)
        }
        for key in keys {
            for variant in key.variants {
                let text = SampleSentence(book: onFoot, key: key, variant: variant).text
                    .lowercased()
                #expect(!text.contains(verb), "\(text)")
            }
        }
    }

    @Test func `sentences on foot are those of the options`() {
        let road = RoadName(name: "Hauptstraße", reference: "")
        let fork = Maneuver(
            action: .fork(.left), angle: TurnAngle(degrees: -30), road: road, steps: 0..<1,
            centimeters: 1, milliseconds: 1)
        func text(_ family: String, _ style: DirectionsStyle) -> String {
            var options = DirectionsOptions(language: "de", family: family)
            options.style = style
            return Wording(options).statement(fork)
        }
        #expect(text("motor", .desktop).hasSuffix("Hauptstraße fahren"))
        #expect(text("foot", .desktop).hasSuffix("Hauptstraße gehen"))
        #expect(text("motor", .campus).hasSuffix("Hauptstraße gehen"))
    }

    @Test func `a name is never changed`() {
        for language in DirectionsLanguages.builtIn.supported {
            for name in ["İstiklal Caddesi", "ulica Długa", "Ó", "5", "A-1", "( ", "{road}", "ß"] {
                let text = book(language).sentence(.turnRight, [.road: .name(name)])
                // If a sentence begins with the name, it begins with a capital.
                let begun = name.prefix(1).uppercased() + name.dropFirst()
                #expect(text.contains(name) || text.hasPrefix(begun), "\(language): \(text)")
            }
        }
    }

    @Test func `numbers have the marks of the language`() {
        func length(_ language: String, _ value: Double, _ unit: String = "km") -> String {
            book(language).measures.length(value, decimals: value < 100 ? 1 : 0, unit: unit)
        }
        #expect(length("en-US", 1.25) == "1.3 km")
        #expect(length("de", 1.25).hasPrefix("1,3"))
        #expect(length("ru", 3.5) == "3,5 км")
        #expect(length("ja", 300, "m").contains("300"))
        #expect(length("en-US", 12_345).hasPrefix("12,345"))
        #expect(length("de", 1_234).hasPrefix("1234"))
        // A long route in feet has more than one group.
        #expect(length("en-US", 1_320_750, "ft") == "1,320,750 ft")
        #expect(length("de", 12_001_034, "m").hasPrefix("12.001.034"))
        #expect(book("ar").measures.length(2, decimals: 0, unit: "km").contains("كم"))
    }

    @Test func `Turkish letters keep their dots`() {
        let turkish = book("tr")
        #expect(turkish.pack.capitals == .turkish)
        let text = turkish.sentence(.turnLeft, inside: .ahead)
        #expect(text.first?.isLowercase == true || !text.isEmpty)
    }

    @Test func `names of the other direction are isolated`() {
        let hebrew = book("he")
        let text = hebrew.sentence(.turnLeft, [.road: .name("Main Street")])
        #expect(text.contains("\u{2068}Main Street\u{2069}"))
        #expect(!hebrew.sentence(.turnLeft, [.road: .name("רחוב הרצל")]).contains("\u{2068}"))
    }

    @Test func `sentences inside of others begin small where the language writes so`() {
        #expect(book("en-US").sentence(.turnLeft, inside: .ahead) == "turn left")
        let german = book("de").sentence(.ferry, inside: .ahead)
        #expect(german.first?.isLowercase == true, "\(german)")
    }
}
