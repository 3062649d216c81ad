// Words that streets share: types, titles, articles, and how people shorten them.

import RoadNetwork

/// What is known about common words of street names. All words are folded.
enum StreetWords {
    /// Titles and other words with the forms in which people write them.
    private static let titles = StreetTypes.table(
        """
        saint st s;sainte ste;sao s;santo sto;santa sta;sankt st;san s;doutor dr;doutora dra
        doctor dr;engenheiro eng;professor prof;professora prof;general gen gal;dom d;dona d
        nossa n;senhora sra;senhor sr;padre pe;frei fr;conselheiro cons;comendador com
        visconde visc;marques marq;major maj;capitao cap;coronel cel;almirante alm;infante inf
        presidente pres;president pres;marechal mal;marechal marchal;nacional n;mount mt;fort ft
        north n;south s;east e;west w;martin mtn;monseigneur mgr;commandant cdt;marie mie
        gate gata gt;veien vn;porta pta
        """)

    /// Words that say little: articles, prepositions, conjunctions.
    private static let small = Set(
        """
        a o as os e de da do das dos d du des la le les l el los las lo il i gli the of and et y di
        del della delle dei degli dello al alla van der den het ten ter von vom zu zum zur und am an
        im in auf na w i sur sous aux au en
        """.split { $0.isWhitespace }.map(String.init))

    /// Types that French puts first and after the number: `12 Rue Grimaldi`.
    private static let numberedBefore: Set<String> = [
        "rue", "avenue", "boulevard", "place", "quai", "chemin", "impasse", "route", "passage",
        "allee", "square", "ruelle", "montee", "esplanade", "promenade", "sentier", "descente",
        "cours", "faubourg",
    ]
    /// Types that English puts last, and the number first: `12 High Street`.
    private static let numberedBeforeLast: Set<String> = [
        "street", "road", "avenue", "lane", "drive", "court", "square", "terrace", "highway",
        "parkway", "crescent", "close", "gardens", "grove", "way", "place", "boulevard",
    ]

    private static let forms: [String: [String]] = {
        var forms: [String: [String]] = [:]
        for group in StreetTypes.all + titles {
            for word in group {
                for other in group where other != word && !(forms[word] ?? []).contains(other) {
                    forms[word, default: []].append(other)
                }
            }
        }
        return forms
    }()

    /// Ends of words that Norwegian shortens: `trondheimsvn` is `trondheimsveien`.
    private static let ends: [(short: String, long: [String])] = [
        ("vn", ["veien", "vegen"]), ("gt", ["gate", "gata"]), ("v", ["vei", "veien"]),
    ]

    /// The most letters in each part if a dot within a word shortens it.
    static let mostShortened = 4

    private static let typeWords = Set(StreetTypes.all.joined())

    /// Returns other ways to write a word, without the word itself.
    static func otherForms(of word: String) -> [String] {
        if let known = forms[word] { return known }
        let ordinals = Ordinals.otherForms(of: word)
        if !ordinals.isEmpty { return ordinals }
        // German writes types and names as one word: `hauptstr` is `hauptstrasse`.
        if word.hasSuffix("str"), word.utf8.count > 4 { return [word + "asse"] }
        if word.hasSuffix("strasse"), word.utf8.count > 8 { return [String(word.dropLast(4))] }
        for (short, long) in ends {
            if word.hasSuffix(short), word.utf8.count > short.utf8.count + 3 {
                return long.map { "\(word.dropLast(short.count))\($0)" }
            }
            if let end = long.first(where: { word.hasSuffix($0) }),
                word.utf8.count > end.utf8.count + 3
            {
                return ["\(word.dropLast(end.count))\(short)"]
            }
        }
        return []
    }

    /// Whether two parts with a dot between them are one shortened word: `v.le`, `p.zza`, `s.ta`.
    ///
    /// Initials have one letter each, and `r.da` is `Rua da` without its blank.
    static func isShortened(_ head: String, _ tail: String) -> Bool {
        guard (1...mostShortened).contains(head.utf8.count),
            (2...mostShortened).contains(tail.utf8.count), forms[head + tail] != nil
        else { return false }
        return forms[head] == nil || !small.contains(tail)
    }

    /// Returns how much a word says, 0 … 1.
    static func weight(of word: String) -> Float {
        if small.contains(word) { return 0.15 }
        return typeWords.contains(word) ? 0.35 : 1
    }

    /// Whether addresses in a street put the house number before the name.
    static func putsNumberFirst(_ words: [String]) -> Bool {
        guard let first = words.first, let last = words.last else { return false }
        return numberedBefore.contains(first)
            || words.count > 1 && numberedBeforeLast.contains(last)
    }
}
