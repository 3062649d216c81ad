// The rule of areas closed to through traffic, for work that follows a path.

/// Follows whether a path crosses an area closed to through traffic, which it may only begin and
/// end in.
struct AreaCrossing {
    /// The element at which the area was entered that the path is in, unless it began in it.
    private var entered: Int?

    /// Goes on to the next element.
    ///
    /// - Parameters:
    ///   - element: The position of the element on the path.
    ///   - isInArea: Whether its edge is closed to through traffic when it is entered.
    ///   - wasInArea: Whether the edge before it is when it is left; true for the first element.
    /// - Returns: Where the area was entered that the path leaves here and so has crossed; `nil`
    ///   where it crosses none.
    mutating func enter(_ element: Int, isInArea: Bool, from wasInArea: Bool) -> Int? {
        if isInArea {
            if !wasInArea, entered == nil { entered = element }
            return nil
        }
        defer { entered = nil }
        return entered
    }
}
