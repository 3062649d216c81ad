// A queue that serves its owners in turn.

/// A queue in which no owner waits for more than one element from each other owner.
///
/// Method: round robin. Each owner's elements keep their order; owners take turns in the order in
/// which their first waiting elements arrived.
struct FairQueue<Owner: Hashable & Sendable, Element: Sendable>: Sendable {
    private var elements: [Owner: [Element]] = [:]
    /// The owners with waiting elements, the next one first.
    private var turns: [Owner] = []
    /// How many elements are waiting.
    private(set) var count = 0

    /// Whether no element is waiting.
    var isEmpty: Bool { count == 0 }

    /// All waiting elements, in no particular order.
    var all: some Sequence<Element> { elements.values.joined() }

    /// Adds an element behind its owner's other elements.
    ///
    /// - Complexity: O(1) on average.
    mutating func append(_ element: Element, of owner: Owner) {
        if elements[owner] == nil { turns.append(owner) }
        elements[owner, default: []].append(element)
        count += 1
    }

    /// Removes and returns the first element of the next owner that may have a turn.
    ///
    /// - Complexity: O(*n*), where *n* is the number of owners plus the owner's elements.
    mutating func popFirst(where mayHaveTurn: (Owner) -> Bool = { _ in true }) -> Element? {
        guard let place = turns.firstIndex(where: mayHaveTurn) else { return nil }
        let owner = turns.remove(at: place)
        guard var own = elements[owner] else { return nil }
        let element = own.removeFirst()
        elements[owner] = own.isEmpty ? nil : own
        if !own.isEmpty { turns.append(owner) }
        count -= 1
        return element
    }

    /// Removes and returns the first element that satisfies a predicate.
    ///
    /// - Complexity: O(*n*), where *n* is the number of elements.
    mutating func remove(where fits: (Element) -> Bool) -> Element? {
        for (owner, own) in elements {
            guard let place = own.firstIndex(where: fits) else { continue }
            let element = own[place]
            elements[owner]?.remove(at: place)
            if own.count == 1 {
                elements[owner] = nil
                turns.removeAll { $0 == owner }
            }
            count -= 1
            return element
        }
        return nil
    }

    /// Removes and returns all elements, in the order of ``popFirst(where:)``.
    mutating func removeAll() -> [Element] {
        var taken: [Element] = []
        while let next = popFirst() { taken.append(next) }
        return taken
    }
}
