// The shapes that lines of an answer have.

/// The shape of routes in an answer.
public enum OutputLineType: String, Hashable, Sendable, CaseIterable {
    /// No shape.
    case none = "esriNAOutputLineNone"
    /// Straight lines from stop to stop.
    case straight = "esriNAOutputLineStraight"
    /// The streets' own shape.
    case trueShape = "esriNAOutputLineTrueShape"
    /// The streets' own shape, with the cumulative impedance as measure.
    case trueShapeWithMeasure = "esriNAOutputLineTrueShapeWithMeasure"
}
