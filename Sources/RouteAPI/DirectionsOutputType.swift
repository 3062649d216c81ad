// How much of directions an answer has.

/// Which parts of the directions an answer has.
public enum DirectionsOutputType: String, Hashable, Sendable, CaseIterable {
    /// Everything.
    case complete = "esriDOTComplete"
    /// Everything except events.
    case completeNoEvents = "esriDOTCompleteNoEvents"
    /// Texts, times and lengths without shapes.
    case instructionsOnly = "esriDOTInstructionsOnly"
    /// Texts, times, lengths and shapes.
    case standard = "esriDOTStandard"
    /// Totals only.
    case summaryOnly = "esriDOTSummaryOnly"
    /// Two feature sets, points and lines, instead of the nested form.
    case featureSets = "esriDOTFeatureSets"
}
