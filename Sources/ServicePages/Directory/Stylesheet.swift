// The style for all pages, light or dark by the device's settings. In both, text has a contrast of
// 7:1 to its background and controls have 3:1.

import Pictures

/// A style's text. It is checked once rather than for every page: searching ten kilobytes took
/// longer than writing the rest of a short page.
package struct StyleSheetText: Sendable {
    let css: String

    /// - Precondition: `css` does not contain `</`, which would end the element.
    init(_ css: String) {
        precondition(!css.contains("</"), "style contains markup")
        self.css = css
    }
}

/// The style for pages.
enum Stylesheet {
    static let text = [colors, frame, content, tables, forms, answers].joined(separator: "\n")
    /// The whole style, for pages.
    static let sheet = StyleSheetText(text)

    private static let colors = """
        :root { color-scheme: light dark; --page: #ffffff; --text: #16191d; --quiet: #4a525c; \
        --soft: #f2f4f7; --line: #c3cad3; --edge: #767f8b; --accent: #0a4a82; --focus: #a14f00; \
        --warn: #7a3b00; --bar: #0c2f4f; --onbar: #ffffff; \
        \(PictureStyle.colors) --shade: rgba(22, 25, 29, .38) }
        @media (prefers-color-scheme: dark) { :root { --page: #13161a; --text: #e9ecef; \
        --quiet: #b4bcc6; --soft: #1e2329; --line: #3a424c; --edge: #8a94a1; --accent: #93c8ff; \
        --focus: #ffb45e; --warn: #ffc38a; --bar: #0a1e31; --onbar: #eaf2fa; \
        \(PictureStyle.darkColors) --shade: rgba(0, 0, 0, .85) } }
        """

    private static let frame = """
        * { box-sizing: border-box }
        html { -webkit-text-size-adjust: 100% }
        body { background: var(--page); color: var(--text); margin: 0; \
        font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
        .wide { margin: 0 auto; max-width: 70rem; padding: 0 1rem }
        .skip { background: var(--page); color: var(--accent); left: 1rem; padding: .5rem 1rem; \
        position: absolute; top: -4rem; z-index: 1 }
        .skip:focus { top: .5rem }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
        header { background: var(--bar); color: var(--onbar) }
        header a { color: inherit }
        header .wide { display: flex; flex-wrap: wrap; gap: 0 1.5rem; \
        justify-content: space-between }
        header p { margin: 0; padding: .6rem 0 }
        header :focus-visible { outline-color: #ffb45e }
        header ol { display: flex; flex-wrap: wrap; gap: 0 .5rem; list-style: none; margin: 0; \
        padding: .6rem 0 }
        header li { overflow-wrap: anywhere }
        header li + li::before { content: "\u{203A}"; margin-right: .5rem }
        header li:first-child { font-weight: 650 }
        main { padding-bottom: 1rem }
        main:focus { outline: none }
        footer { border-top: 1px solid var(--line); color: var(--quiet); font-size: .9rem; \
        margin-top: 2rem }
        footer ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; \
        margin: 0; padding: 1rem 0 2rem }
        """

    private static let content = """
        h1 { font-size: 1.7rem; line-height: 1.2; margin: 1.25rem 0 .5rem; \
        overflow-wrap: anywhere }
        h2 { border-bottom: 1px solid var(--line); font-size: 1.25rem; line-height: 1.3; \
        margin: 2rem 0 .75rem; overflow-wrap: anywhere; padding-bottom: .25rem }
        h3 { font-size: 1.05rem; margin: 1.25rem 0 .5rem }
        p { margin: .5rem 0 1rem; max-width: 44rem }
        a { color: var(--accent); text-underline-offset: .15em }
        a:hover { text-decoration-thickness: 2px }
        code, pre, .code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; \
        font-size: .92em; overflow-wrap: anywhere }
        pre { background: var(--soft); border-radius: .4rem; overflow-x: auto; \
        overflow-wrap: normal; padding: .7rem 1rem }
        .lead { font-size: 1.1rem }
        .quiet { color: var(--quiet) }
        .contents ul { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; list-style: none; \
        margin: 0; padding: 0 }
        .contents ul ul { margin: .1rem 0 .6rem 1.1rem } .contents li:has(ul) { flex-basis: 100% } \
        .contents li:has(ul) > a { font-weight: 650 }
        .contents { background: var(--soft); border-radius: .4rem; margin: 1rem 0; \
        padding: .7rem 1rem }
        .cards { display: grid; gap: .75rem; \
        grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); \
        list-style: none; margin: 0; padding: 0 }
        .cards li { background: var(--soft); border: 1px solid var(--line); \
        border-radius: .4rem; padding: .7rem 1rem }
        .cards a { font-weight: 650; overflow-wrap: anywhere }
        .cards p { margin: .2rem 0 0 } \
        .cards + .cards, .cards + p { margin-top: .75rem }
        dl { display: grid; gap: .3rem 1.25rem; grid-template-columns: max-content 1fr; margin: 0 }
        dt { color: var(--quiet) } dd { margin: 0; overflow-wrap: anywhere }
        details { margin: .6rem 0 }
        summary { color: var(--accent); cursor: pointer; font-weight: 650; padding: .35rem 0 }
        @media (max-width: 34rem) { dl { grid-template-columns: 1fr; gap: 0 } \
        dd { margin-bottom: .6rem } }
        """

    // Two patches in the page's color move with the table, and two shades stay at the edges of the
    // box: a shade shows where the table continues, and is covered where it ends.
    private static let tables = """
        .scroll { background: \
        linear-gradient(to right, var(--page) 40%, transparent) left / 3rem 100%, \
        linear-gradient(to left, var(--page) 40%, transparent) right / 3rem 100%, \
        radial-gradient(farthest-side at 0 50%, var(--shade), transparent) left / 1rem 100%, \
        radial-gradient(farthest-side at 100% 50%, var(--shade), transparent) right / 1rem 100%; \
        background-attachment: local, local, scroll, scroll; background-repeat: no-repeat; \
        border: 1px solid var(--line); border-radius: .4rem; margin: .75rem 0 1.25rem; \
        overflow-x: auto; scrollbar-color: var(--edge) transparent; scrollbar-width: thin }
        table { border-collapse: collapse; font-size: .95rem; min-width: 100% }
        caption { color: var(--quiet); font-weight: 600; padding: .5rem .75rem; \
        text-align: left }
        caption span { display: inline-block; left: .75rem; max-width: calc(100vw - 4rem); \
        position: sticky }
        th, td { border-top: 1px solid var(--line); padding: .4rem .75rem; text-align: left; \
        vertical-align: top }
        td code, th code { overflow-wrap: normal; white-space: nowrap }
        td p { margin: 0; min-width: 14rem }
        thead th { border-bottom: 2px solid var(--line); font-weight: 600; \
        vertical-align: bottom }
        tbody th { font-weight: 600 }
        @media (max-width: 40rem) { .listed thead { display: none } \
        .listed :is(tbody, tr, th, td) { display: block; width: 100% } \
        .listed tbody tr { border-top: 2px solid var(--line); padding: .3rem 0 } \
        .listed :is(tbody th, td) { border: 0; padding: .15rem .75rem } \
        .listed td:empty { display: none } \
        .listed td[data-column] { display: grid; gap: .75rem; grid-template-columns: 45% 1fr } \
        .listed td[data-column]::before { color: var(--quiet); content: attr(data-column); \
        overflow-wrap: anywhere } .listed td p { min-width: 0 } }
        .tag { border: 1px solid var(--edge); border-radius: 1rem; color: var(--quiet); \
        font-size: .8rem; font-weight: 400; margin-left: .4rem; padding: 0 .5rem; \
        white-space: nowrap }
        """

    private static let forms = """
        fieldset { border: 1px solid var(--line); border-radius: .4rem; display: grid; \
        gap: .9rem 1.5rem; grid-template-columns: repeat(auto-fit, minmax(min(19rem, 100%), 1fr)); \
        margin: 0 0 1.25rem; min-width: 0; padding: .5rem 1rem 1rem }
        legend { font-size: 1.1rem; font-weight: 650; padding: 0 .4rem }
        .field { align-content: start; display: grid; gap: .2rem; min-width: 0 }
        .field.tall { grid-column: 1 / -1 }
        label { font-weight: 600; overflow-wrap: anywhere }
        .hint { color: var(--quiet); font-size: .88rem; margin: 0; max-width: none; \
        overflow-wrap: anywhere }
        input, select, textarea { background: var(--page); border: 1px solid var(--edge); \
        border-radius: .3rem; color: inherit; font: inherit; min-height: 2.6rem; \
        padding: .4rem .5rem; width: 100% }
        textarea, input { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; \
        font-size: .95rem }
        textarea { min-height: 4.6rem; resize: vertical }
        [aria-invalid=true] { border: 2px solid var(--warn) }
        .actions { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0 0 1.25rem; \
        max-width: none }
        button { background: var(--page); border: 1px solid var(--accent); border-radius: .3rem; \
        color: var(--accent); cursor: pointer; font: inherit; font-weight: 600; \
        min-height: 2.6rem; padding: .4rem 1.25rem }
        button.main { background: var(--accent); color: var(--page) }
        .alert { border: 1px solid var(--warn); border-left-width: .4rem; border-radius: .3rem; \
        margin: 1rem 0; overflow-wrap: anywhere; padding: .6rem 1rem }
        .alert p, .alert ul { margin: .2rem 0; max-width: none; padding-left: 0 }
        .alert li { list-style-position: inside } .alert li:only-child { list-style: none }
        .alert strong { color: var(--warn) }
        """

    private static let answers = """
        .split { align-items: start; display: grid; gap: 0 2rem; \
        grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)) }
        figure { margin: .75rem 0 1.25rem; max-width: 36rem }
        figure svg { background: var(--ground); border: 1px solid var(--line); \
        border-radius: .4rem; display: block; height: auto; \
        max-height: min(85vh, 40rem); width: 100% }
        figcaption { color: var(--quiet); font-size: .9rem; margin-top: .3rem }
        \(PictureStyle.rules)
        .steps { list-style: none; margin: .5rem 0; padding: 0 }
        .steps li { border-top: 1px solid var(--line); display: grid; gap: 0 .75rem; \
        grid-template-columns: 1.5rem 1fr max-content; padding: .45rem 0 }
        .steps .sign { color: var(--accent); text-align: center }
        .steps .span { color: var(--quiet); font-variant-numeric: tabular-nums; \
        text-align: right; white-space: nowrap }
        .steps .visit { font-weight: 650 }
        .total { border-top: 2px solid var(--edge); font-weight: 650; max-width: none; \
        padding-top: .4rem; text-align: right }
        """
}
