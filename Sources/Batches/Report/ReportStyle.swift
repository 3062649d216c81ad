// A report's style: for phones and desks, in light and in dark.

import Geo
import Pictures

enum ReportStyle {
    /// Writes a page's beginning, up to its body.
    static func head(title: String, _ style: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>\(Markup.escaped(title))</title>
        <style>
        \(style)
        </style>
        </head>
        <body>

        """
    }

    /// Writes the style sheet, which refers to no other file.
    ///
    /// - Parameter looks: The routes' looks.
    static func css(_ looks: RouteLooks = RouteLooks(routes: 1)) -> String {
        """
        :root { --page: #ffffff; --ink: #1f2328; --quiet: #59636e; --line: #d1d9e0;
          --panel: #f6f8fa; --bad: #b3261e; --wait: #eac54f; --service: #24292f;
          --window: #59636e; \(PictureStyle.colors) \(looks.colors) }
        @media screen and (prefers-color-scheme: dark) { :root { --page: #0d1117; --ink: #e6edf3;
          --quiet: #9198a1; --line: #3d444d; --panel: #151b23; --bad: #ff7b72;
          --wait: #d4a72c; --service: #f0f6fc; --window: #9198a1;
          \(PictureStyle.darkColors) \(looks.darkColors) } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--ink);
          font: 15px/1.45 system-ui, sans-serif; }
        main { max-width: 72rem; margin: 0 auto; padding: 1rem; }
        h1 { font-size: 1.5rem; margin: 0 0 .25rem; }
        h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
        .quiet { color: var(--quiet); }
        .bad { color: var(--bad); }
        .totals { display: grid; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr));
          gap: .5rem; margin: 1rem 0; }
        .totals div { background: var(--panel); border: 1px solid var(--line);
          border-radius: .5rem; padding: .5rem .75rem; }
        .totals dt { font-size: .8rem; color: var(--quiet); }
        .totals dd { margin: 0; font-size: 1.15rem; font-variant-numeric: tabular-nums; }
        .totals .bad dt { color: inherit; }
        .failures li { margin: .35rem 0; overflow-wrap: anywhere; }
        .map { margin: 1rem 0; }
        .map svg { display: block; width: 100%; height: auto; border-radius: .5rem; }
        \(PictureStyle.rules)
        \(looks.rules)
        .legend span { display: inline-flex; align-items: center; gap: .35rem;
          margin-right: .9rem; }
        .legend i { display: inline-block; width: 1.1rem; height: .6rem; border-radius: 2px; }
        .legend .drive { background: #1f6feb; }
        .legend .wait, .track .wait { background: var(--wait); }
        .legend .service, .track .service { background: var(--service); }
        .legend .window, .track .window { background: var(--window); opacity: .35; }
        .legend .late { background: var(--bad); width: 3px; height: .9rem; }
        .scale { position: relative; height: 1.4rem; font-size: .75rem; color: var(--quiet); }
        .scale span { position: absolute; padding-left: 3px; white-space: nowrap;
          border-left: 1px solid var(--line); }
        .route { border-top: 1px solid var(--line); padding: .4rem 0; }
        .route summary { cursor: pointer; }
        .head { display: inline; overflow-wrap: anywhere; }
        .swatch { display: inline-block; min-width: 1.5rem; padding: 0 .25rem; text-align: center;
          border-radius: .3rem; margin-right: .4rem; color: var(--page);
          font: 600 .8rem/1.2rem system-ui, sans-serif; }
        .track { position: relative; display: block; height: 1rem; margin-top: .3rem;
          background: var(--panel); border-radius: 2px; overflow: hidden; }
        .track.thin { height: .35rem; margin-top: 2px; }
        .track i { position: absolute; top: 0; bottom: 0; min-width: 1px; }
        .track .drive { top: .3rem; bottom: .3rem; }
        .track .late { width: 3px; background: var(--bad); }
        .track .missed { background: var(--bad); opacity: .8; }
        .wide { overflow-x: auto; margin-top: .5rem; }
        table { border-collapse: collapse; font-size: .85rem;
          font-variant-numeric: tabular-nums; }
        th, td { text-align: left; padding: .2rem .6rem .2rem 0; white-space: nowrap;
          border-bottom: 1px solid var(--line); }
        th { font-weight: 600; color: var(--quiet); }
        td:nth-child(2) { white-space: normal; min-width: 8rem; overflow-wrap: anywhere; }
        .detail { display: block; font-size: .8rem; }
        .links a { color: inherit; margin-right: .9rem; display: inline-block; padding: .2rem 0; }
        .messages { margin: .35rem 0; padding-left: 1.2rem; overflow-wrap: anywhere; }
        @media (max-width: 40rem) { .more { display: none; }
          th, td { padding-right: .4rem; } td:nth-child(2) { min-width: 0; } }
        footer { margin: 1.5rem 0 .5rem; font-size: .8rem; }
        @media print { .route { break-inside: avoid; } }
        """
    }

    /// Additional rules for printed sheets.
    static let sheets = """
        @page { size: A4; margin: 12mm; }
        .sheet { max-width: 48rem; break-after: page; }
        .sheet + .sheet { border-top: 1px solid var(--line); }
        .sheet table { width: 100%; }
        .sheet td { vertical-align: top; white-space: normal; padding-top: .3rem;
          padding-bottom: .3rem; }
        .sheet td:nth-child(2) { min-width: 0; }
        .sheet td:nth-child(3), .sheet td:nth-child(5), .sheet td:nth-child(6) {
          white-space: nowrap; }
        .sheet td:nth-child(4) { width: 60%; overflow-wrap: anywhere; }
        .sheet tr { break-inside: avoid; }
        .sheet .map { break-inside: avoid; }
        .sheet .detail { display: inline; margin-left: .6rem; }
        .box { display: inline-block; width: .9rem; height: .9rem;
          border: 1.5px solid var(--ink); border-radius: 2px; }
        @media print { .sheet { max-width: none; padding: 0; border: 0; }
          .sheet + .sheet { border: 0; } .sheet .links { display: none; }
          .sheet .map svg { max-height: 9cm; } body { font-size: 11pt; } }
        """
}
