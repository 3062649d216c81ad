// Times in options, refused if they are none.

import Preparation

extension StartText {
    /// Returns an option's text unchanged if it is a time.
    ///
    /// - Throws: ``CommandFailure`` if it is not a time.
    static func checked(_ text: String, option: String) throws -> String {
        guard StartText(text) != nil else {
            throw CommandFailure(
                .usage,
                "\(option): \"\(text)\" is no time; write now, 09:30, 2026-11-21T09:30, "
                    + "2026-11-21T09:30:00+01:00 or 1795253400000")
        }
        return text
    }
}
