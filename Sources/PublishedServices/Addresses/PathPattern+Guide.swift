// The paths of the guide.

package import Guide

extension PathPattern<Void> {
    /// The guide's table of contents.
    package static let guide = root / "guide"
}

extension PathPattern<GuidePage> {
    /// A page of the guide, by its name in any case.
    package static let guidePage = PathPattern(
        first: PathPattern<Void>.guide.first,
        read: { path, start, catalog in
            guard let (_, next) = PathPattern<Void>.guide.read(path, start, catalog),
                next < path.segments.count, let page = GuidePage(name: path.segments[next])
            else { return nil }
            return (page, next + 1)
        }, write: { "\(PathPattern<Void>.guide.path)/\($0.rawValue)" },
        all: { _ in GuidePage.allCases })
}

extension PathPattern<String> {
    /// The reference of the URLs with a tag; without one, of the server's own.
    package static let apiReference = PathPattern<String>(
        first: PathPattern<Void>.guide.first,
        read: { path, start, catalog in
            guard
                let (_, next) = (PathPattern<Void>.guide / "api").read(path, start, catalog)
            else { return nil }
            return next < path.segments.count
                ? (path.segments[next], next + 1) : ("", next)
        },
        write: { tag in
            let path = "\(PathPattern<Void>.guide.path)/api"
            return tag.isEmpty ? path : "\(path)/\(ResourcePath.encoded(tag))"
        }, all: { _ in [] })
}
