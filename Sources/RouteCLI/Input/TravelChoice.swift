// Options that add restrictions to a travel mode's own, or replace them.

import DataStructures
import Geo

/// How options change the restrictions of the travel mode, or else of the layer.
struct TravelChoice: Hashable {
    /// A restriction to add, and the option that adds it.
    struct Addition: Hashable {
        let option: String
        let restriction: String
    }

    var additions: [Addition] = []
    /// The restrictions that replace all others; `nil` to keep the others.
    var replacement: [String]?
    /// Whether access and direction rules may be left out.
    var allowsIllegal = false

    var isEmpty: Bool { additions.isEmpty && replacement == nil }

    /// Short words for `--avoid` and their restrictions.
    static let avoided: KeyValuePairs = [
        "tolls": "Avoid Toll Roads", "ferries": "Avoid Ferries",
        "highways": "Avoid Limited Access Roads", "unpaved": "Avoid Unpaved Roads",
        "private": "Avoid Private Roads", "gates": "Avoid Gates", "stairs": "Avoid Stairways",
    ]

    /// Finds the restrictions for the words of `--avoid`. A word may be a list between commas, or a
    /// restriction's name.
    ///
    /// - Throws: ``CommandFailure`` naming the accepted words.
    static func additions(avoiding words: [String]) throws -> [Addition] {
        try words.flatMap { $0.split(separator: ",") }.map { part in
            let word = part.trimmingPrefix(while: \.isWhitespace)
            let typed = word.lowercased()
            if let known = avoided.first(where: {
                $0.key == typed || $0.value.lowercased() == typed
            }) {
                return Addition(option: "--avoid \(word)", restriction: known.value)
            }
            guard typed.hasPrefix("avoid ") else {
                throw CommandFailure(
                    .usage,
                    "--avoid: \"\(word)\" is not among "
                        + avoided.map(\.key).joined(separator: ", ")
                        + NearestName.question(for: typed, among: avoided.map(\.key)))
            }
            return Addition(option: "--avoid \(word)", restriction: String(word))
        }
    }

    /// Writes the restrictions into a request.
    ///
    /// - Parameter resource: The layer resource with the travel modes and the attributes.
    /// - Throws: ``CommandFailure`` for a restriction that the layer does not have, and if access
    ///   rules would be left out.
    func settle(_ fields: inout [String: String], by resource: JSONValue) throws {
        guard !isEmpty else { return }
        let text = fields["travelMode"]
        let given = try text.flatMap { $0.first == "{" ? try JSONValue.parse($0).object : nil }
        let mode = Self.mode(given?["name"]?.string ?? text, in: resource)
        let own = given?["restrictionAttributeNames"] ?? mode?["restrictionAttributeNames"]
        let usual =
            (text == nil ? resource["restrictions"] : own)?.array?.compactMap(\.string) ?? []
        try check(usual)
        var names = replacement ?? usual
        let known = Self.restrictions(of: resource)
        for addition in additions {
            let name = known.map { all in
                all.first { $0.lowercased() == addition.restriction.lowercased() }
            }
            guard let found = name ?? addition.restriction else {
                throw CommandFailure(
                    .invalidInput,
                    "\(addition.option): there is no restriction named "
                        + "\"\(addition.restriction)\". "
                        + NearestName.sentences(for: addition.restriction, among: known ?? []))
            }
            if !names.contains(found) { names.append(found) }
        }
        let list = JSONValue.array(names.map(JSONValue.string))
        guard text != nil else {
            fields["restrictionAttributeNames"] = list.text
            return
        }
        var object = given ?? JSONObject()
        if given == nil {
            // The service itself refuses an unknown mode.
            guard let name = mode?["name"] else { return }
            object["name"] = name
        }
        object["restrictionAttributeNames"] = list
        fields["travelMode"] = JSONValue.object(object).text
    }

    /// Refuses a replacement without an access rule if there was one before.
    private func check(_ usual: [String]) throws {
        guard let replacement, !allowsIllegal else { return }
        let rules = usual.filter(Self.isAccessRule)
        guard let rule = rules.first, !replacement.contains(where: Self.isAccessRule) else {
            return
        }
        let option = replacement.isEmpty ? "--no-restrictions" : "--restrict"
        throw CommandFailure(
            .usage,
            "\(option) leaves out \"\(rule)\", so that routes may use closed streets and drive "
                + "against one-way streets. Add --restrict \"\(rule)\", use --avoid to add to the "
                + "restrictions of the travel mode, or give --allow-illegal")
    }

    /// Whether a restriction is the rule of access and direction for a kind of travel.
    private static func isAccessRule(_ name: String) -> Bool {
        let folded = name.lowercased()
        return folded != "driving an emergency vehicle"
            && ["driving ", "riding ", "walking"].contains { folded.hasPrefix($0) }
    }

    /// Finds a travel mode by its name or id.
    private static func mode(_ text: String?, in resource: JSONValue) -> JSONValue? {
        guard let typed = text?.lowercased() else { return nil }
        return resource["supportedTravelModes"]?.array?.first { mode in
            ["name", "id", "itemId"].contains { mode[$0]?.string?.lowercased() == typed }
        }
    }

    /// The names of the layer's restrictions; `nil` if it does not describe its network.
    private static func restrictions(of resource: JSONValue) -> [String]? {
        resource["networkDataset"]?["networkAttributes"]?.array?
            .filter { $0["usageType"]?.string == "esriNAUTRestriction" }
            .compactMap { $0["name"]?.string }
    }
}
