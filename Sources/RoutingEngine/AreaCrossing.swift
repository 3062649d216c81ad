// The rule of areas closed to through traffic, for work that follows a path.

/// Detects whether a path crosses an area closed to through traffic. A path may only begin or end
/// in such an area.
struct AreaCrossing {
    /// The element at which the path entered its current area; `nil` if it began in the area.
    private var entered: Int?

    /// Advances to the next element.
    ///
    /// - Parameters:
    ///   - element: The element's position on the path.
    ///   - isInArea: Whether its edge is closed to through traffic on entry.
    ///   - wasInArea: Whether the edge before is so when it is left; true for the first element.
    /// - Returns: If the path leaves an area here that it has crossed, the element at which it
    ///   entered; otherwise `nil`.
    mutating func enter(_ element: Int, isInArea: Bool, from wasInArea: Bool) -> Int? {
        if isInArea {
            if !wasInArea, entered == nil { entered = element }
            return nil
        }
        defer { entered = nil }
        return entered
    }
}
