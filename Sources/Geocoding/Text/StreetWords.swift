// Words that streets share: types, titles, articles, and how people shorten them.

import RoadNetwork

/// What is known about common words of street names. All words are folded.
enum StreetWords {
    /// Titles and other words with the forms in which people write them.
    private static let titles = StreetTypes.table(
        """
        saint st s;sainte ste;sainte st;sao s;santo sto;santa sta;sankt st;san s;doutor dr
        doutora dra;doctor dr;engenheiro eng engo;professor prof;professora prof profa
        general gen gal;dom d;dona d
        nossa n na;senhora sra;senhor sr;padre pe;frei fr;conselheiro cons;comendador com
        visconde visc;marques marq;major maj;capitao cap;coronel cel;almirante alm;infante inf
        presidente pres;president pres;marechal mal;marechal marchal;nacional n;mount mt;fort ft
        north n;south s;east e;west w;martin mtn;monseigneur mgr;commandant cdt;marie mie
        gate gata gt;veien vn;porta pta;northwest nw;northeast ne;southwest sw;southeast se
        ouest o;oeste o;est e;nord n;sud s;junior jr;senior sr;county co;route rt rte;cross x xing
        crossing xing;heights hts;village vlg;junction jct;center centre ctr;point pt;springs spgs
        creek crk;valley vly;mountain mtn;island is;bridge br brg;station sta;extension ext
        marechal mal;lieutenant lt;sergent sgt;colonel col;abbe ab;residence res;president pdt
        docteur dr;capitaine cne;sankt skt;sint st;burgemeester burg;burgermeister bgm
        fratelli flli;localita loc;frazione fraz;cardinale card;monsignore mons;martiri mart
        coronel cnel;general gral;nuestra ntra;ingeniero ing;santisima stma;jardim jd;quinta qta
        swietego sw;swietej sw;swietych sw;ksiedza ks;kardynala kard;biskupa bp;pulkownika plk
        generala gen;marszalka marsz;profesora prof;svateho sv;svate sv;svati sv;svetog sv
        north nord norte;south sud sul sur;east est este leste;west ouest oeste ovest
        upper upr;lower lwr;avenida ava;urbanizacao urba;urbanizacion urba;travessa trava
        sfantul sf;sfanta sf;szent szt;gammel gl;nordre ndr;sondre sdr;vestre vstre
        святого св;святой св;имени им;академика ак акад;маршала марш;генерала ген;большая б бол
        малая м мал;старая ст;новая нов;αγιου αγ;αγιας αγ
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
        for group in (StreetTypes.all + titles).map({ $0.map(NameFolding.folded) }) {
            for word in group {
                for other in group where other != word && !(forms[word] ?? []).contains(other) {
                    forms[word, default: []].append(other)
                }
            }
        }
        return forms
    }()

    /// Ends of words that German, Dutch and the languages of the North shorten: `trondheimsvn` is
    /// `trondheimsveien`, `kerkstr` is `kerkstraat`.
    private static let ends: [(short: String, long: [String])] = [
        ("str", ["strasse", "straat", "straede"]), ("vn", ["veien", "vegen"]),
        ("gt", ["gate", "gata"]), ("gd", ["gade"]), ("pl", ["platz", "plats", "plass", "plein"]),
        ("g", ["gasse", "gatan", "gata", "gade"]), ("v", ["vei", "veien", "vagen", "vej"]),
        ("k", ["katu"]), ("w", ["weg"]), ("ln", ["laan"]),
    ]

    /// More letters than this stand before such an end.
    private static let leastBeforeEnd = 1

    /// The most letters in each part if a dot within a word shortens it.
    static let mostShortened = 4

    private static let typeWords = Set(StreetTypes.all.joined().map(NameFolding.folded))

    /// Returns other ways to write a word, without the word itself.
    static func otherForms(of word: String) -> [String] {
        if let known = forms[word] { return known }
        let ordinals = Ordinals.otherForms(of: word)
        if !ordinals.isEmpty { return ordinals }
        var found: [String] = []
        for (short, long) in ends {
            if word.hasSuffix(short), word.utf8.count > short.utf8.count + leastBeforeEnd {
                found += long.map { "\(word.dropLast(short.count))\($0)" }
            }
            if let end = long.first(where: { word.hasSuffix($0) }),
                word.utf8.count > end.utf8.count + leastBeforeEnd
            {
                found.append("\(word.dropLast(end.count))\(short)")
            }
        }
        return found
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

    static func isType(_ word: String) -> Bool { typeWords.contains(word) }

    /// Whether addresses in a street put the house number before the name.
    static func putsNumberFirst(_ words: [String]) -> Bool {
        guard let first = words.first, let last = words.last else { return false }
        return numberedBefore.contains(first)
            || words.count > 1 && numberedBeforeLast.contains(last)
    }
}
