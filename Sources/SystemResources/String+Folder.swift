// Paths of files.

extension String {
    /// The folder in which a path lies: `a` for `a/b` and `a/b/`, `/` for `/a`; empty for a name
    /// alone.
    ///
    /// Foundation's `deletingLastPathComponent` of a text stops the program if the path is one
    /// letter.
    package var folderOfPath: String {
        let slash: Character = "/"
        let name = self.reversed().drop { $0 == slash }
        let folder = name.drop { $0 != slash }
        let plain = String(folder.drop { $0 == slash }.reversed())
        return plain.isEmpty && first == slash ? "/" : plain
    }
}
