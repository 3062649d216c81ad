// Why a URL gave nothing.

/// Why a URL yielded no features. The text completes a sentence in the error message.
package struct FetchProblem: Error, Hashable {
    /// The end of a sentence, without a period.
    package let text: String
}
