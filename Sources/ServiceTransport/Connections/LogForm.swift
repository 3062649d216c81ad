// What a server writes into its log, and how.

package import Logging

/// The form of the log's lines.
public enum LogForm: String, CaseIterable, Sendable {
    /// A line of words, as
    /// `2026-11-25T10:00:00+0000 info waypost: bytes=512 status=200 [RouteService] POST /…`.
    case text
    /// An object a line, for programs that collect logs, as
    /// `{"time":"2026-11-25T10:00:00+0000","level":"info","message":"POST /…","status":200}`.
    case json
}

/// The least severe events that the log has.
///
/// Each request is an event of the level `info`, and failures that lie outside requests are
/// `warning` or `error`.
public enum LogLevel: String, CaseIterable, Sendable {
    /// What a developer of the server wants to know.
    case debug
    /// What goes as it should, such as each request.
    case info
    /// What an operator may want to know, such as a reload.
    case notice
    /// What may need an operator.
    case warning
    /// What failed.
    case error
}

extension LogLevel {
    /// The level as the logger names it.
    package var logged: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        }
    }
}
