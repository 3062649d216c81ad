// Groups a request's stops by route, in visiting order.

import RouteAPI

/// Groups stops by `RouteName` and orders them by `Sequence`.
package enum RouteGroups {
    /// Gives all stops of a route the first spelling of its name.
    ///
    /// Names are compared as ``RouteNameKey`` does.
    ///
    /// - Complexity: O(*n*) for *n* stops.
    static func unifyNames(of stops: inout [StopInput]) {
        var spellings: [RouteNameKey: String] = [:]
        for index in stops.indices {
            guard let name = stops[index].routeName else { continue }
            let key = RouteNameKey(name)
            if let first = spellings[key] {
                stops[index].routeName = first
            } else {
                spellings[key] = name
            }
        }
    }

    /// Makes the groups, in the order of each name's first stop.
    ///
    /// If any stop names a route, stops without a name belong to none. Stops with a `Sequence` come
    /// first, ascending; equal values keep their input order.
    ///
    /// - Complexity: O(*n* log *n*) for *n* stops.
    package static func make(of stops: [LocatedStop]) -> [RouteGroup] {
        guard stops.contains(where: { $0.input.routeName != nil }) else {
            return [RouteGroup(name: nil, stops: ordered(Array(stops.indices), stops))]
        }
        var names: [String] = []
        var members: [String: [Int]] = [:]
        for (index, stop) in stops.enumerated() {
            guard let name = stop.input.routeName else { continue }
            if members[name] == nil { names.append(name) }
            members[name, default: []].append(index)
        }
        return names.map { RouteGroup(name: $0, stops: ordered(members[$0] ?? [], stops)) }
    }

    /// Warns of stops without a name that belong to no route, because other stops name theirs.
    static func messages(onNamelessOf stops: [Shared<StopInput>]) -> [Message] {
        let rows = stops.filter { $0.input == RouteParameters.stopsName }
        guard rows.contains(where: { $0.routeName != nil }) else { return [] }
        let nameless = rows.filter { $0.routeName == nil && $0.problem == nil }
        return nameless.prefix(6).map { stop in
            Message(
                .warning,
                Sentence.begun(stop.label)
                    + " is in no route: it has no RouteName, and other stops have one; "
                    + "give it a RouteName too.")
        }
    }

    private static func ordered(_ indices: [Int], _ stops: [LocatedStop]) -> [Int] {
        indices.sorted {
            let (a, b) = (stops[$0].input.sequence ?? .max, stops[$1].input.sequence ?? .max)
            return (a, $0) < (b, $1)
        }
    }
}
