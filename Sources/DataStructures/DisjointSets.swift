// Numbers that belong together.

/// Disjoint sets of the numbers `0 ..< count`. At first each number is a set of its own.
///
/// ```swift
/// var sets = DisjointSets(count: 4)
/// sets.join(3, 1)
/// sets.groups()    // [[0], [1, 3], [2]]
/// ```
///
/// Method: union–find with path halving; Tarjan and van Leeuwen, JACM 31 (1984),
/// [doi:10.1145/62.2160](https://doi.org/10.1145/62.2160).
@usableFromInline
package struct DisjointSets {
    /// For each number another in its set, or itself: the least of the set.
    @usableFromInline var parents: [Int32]

    /// Makes sets of one number each.
    @inlinable package init(count: Int) { parents = (0..<count).map { Int32($0) } }

    /// Returns the least number of a number's set.
    ///
    /// - Complexity: O(log *n*) on average over many calls.
    @inlinable package mutating func find(_ number: Int) -> Int {
        var number = number
        while Int(parents[number]) != number {
            parents[number] = parents[Int(parents[number])]
            number = Int(parents[number])
        }
        return number
    }

    /// Joins the sets of two numbers.
    @inlinable package mutating func join(_ a: Int, _ b: Int) {
        let (one, other) = (find(a), find(b))
        if one != other { parents[max(one, other)] = Int32(min(one, other)) }
    }

    /// Returns the sets, each ascending, ordered by their first numbers.
    package func groups() -> [[Int]] {
        var copy = self
        var rows: [Int: Int] = [:]
        var groups: [[Int]] = []
        for number in parents.indices {
            let first = copy.find(number)
            if let row = rows[first] {
                groups[row].append(number)
            } else {
                rows[first] = groups.count
                groups.append([number])
            }
        }
        return groups
    }
}
