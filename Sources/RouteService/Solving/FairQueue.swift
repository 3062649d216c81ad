// What waits, taken from one owner after the other.

/// A queue in which no owner waits for more than one element of each other owner.
///
/// Method: round robin. Each owner's elements keep their order; owners take turns in the order in
/// which they came to have something waiting.
struct FairQueue<Owner: Hashable & Sendable, Element: Sendable>: Sendable {
    private var elements: [Owner: [Element]] = [:]
    /// The owners of what waits, the next one first.
    private var turns: [Owner] = []
    /// How many elements wait.
    private(set) var count = 0

    /// Whether nothing waits.
    var isEmpty: Bool { count == 0 }

    /// Everything that waits, in no particular order.
    var all: some Sequence<Element> { elements.values.joined() }

    /// Puts an element behind its owner's others.
    ///
    /// - Complexity: Constant on average.
    mutating func append(_ element: Element, of owner: Owner) {
        if elements[owner] == nil { turns.append(owner) }
        elements[owner, default: []].append(element)
        count += 1
    }

    /// Takes the first element of the owner whose turn it is.
    ///
    /// - Complexity: O(n) of the owners, and of the owner's elements.
    mutating func popFirst() -> Element? {
        guard let owner = turns.first, var own = elements[owner] else { return nil }
        turns.removeFirst()
        let element = own.removeFirst()
        elements[owner] = own.isEmpty ? nil : own
        if !own.isEmpty { turns.append(owner) }
        count -= 1
        return element
    }

    /// Takes the first element out that fits.
    ///
    /// - Complexity: O(n) of the elements.
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

    /// Takes everything out, in the order in which it would have been taken.
    mutating func removeAll() -> [Element] {
        var taken: [Element] = []
        while let next = popFirst() { taken.append(next) }
        return taken
    }
}
