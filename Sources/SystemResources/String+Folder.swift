// Paths of files.

extension String {
    /// The folder in which a path lies: `a` for `a/b` and `a/b/`, `/` for `/a`; empty for a name
    /// alone.
    ///
    /// Foundation's `deletingLastPathComponent` of a text stops the program if the path is one
    /// letter.
    package var folderOfPath: String {
        let slash = UInt8(ascii: "/")
        let name = utf8.reversed().drop { $0 == slash }
        let folder = name.drop { $0 != slash }.drop { $0 == slash }
        return folder.isEmpty && utf8.first == slash
            ? "/" : String(decoding: folder.reversed(), as: UTF8.self)
    }
}
