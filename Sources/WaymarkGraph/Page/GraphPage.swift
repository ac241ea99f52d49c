import WaymarkCore
import WaymarkInspection

/// The page of a graph: its data, its content without scripts, and the elements that the script fills.
struct GraphPage {
  let title: String
  let graph: MarkedGraph
  let diagnostics: [Diagnostic]
  let start: StartReport?
  /// Whether the page shows the differences from an earlier graph.
  let isComparison: Bool

  /// The index of the first node that is declared at each place, for the diagnostics and the start.
  let declared: [String: Int]

  /// Returns the first node that is declared at a place, if any.
  func node(at location: DeclarationLocation) -> Int? { declared["\(location)"] }

  private static let policy = """
    default-src 'none'; script-src '\(PageFiles.scriptDigest)'; style-src '\(PageFiles.styleDigest)'; \
    img-src data:; base-uri 'none'; form-action 'none'
    """

  var text: String {
    // Enough for most pages, so that the text rarely moves.
    var page = PageBuffer(capacity: 80_000 + 1_200 * graph.nodes.count + 300 * graph.edges.count)
    page.append(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>
      """)
    page.append(escaping: title)
    page.append("</title>\n<style>\(PageFiles.style)</style>\n</head>\n<body>\n<header>\n<h1>")
    page.append(escaping: title)
    page.append("</h1>\n")
    page.append(Self.controls)
    page.append("</header>\n")
    page.append(Self.application)
    page.append("<noscript>\n")
    appendList(to: &page)
    page.append("</noscript>\n<script type=\"application/json\" id=\"data\">")
    appendData(to: &page)
    page.append("</script>\n<script>\(PageFiles.script)</script>\n</body>\n</html>\n")
    return page.text
  }

  /// The controls above the graph, which only the script shows.
  private static let controls = """
    <div class="controls" hidden>
    <div role="tablist" aria-label="Views" id="tabs"></div>
    <div class="search">
    <label for="search">Search</label>
    <input type="search" id="search" autocomplete="off" spellcheck="false" aria-controls="results" aria-describedby="search-help">
    <span id="search-help" class="quiet">Press / to search</span>
    <ol id="results" aria-label="Found routes" hidden></ol>
    </div>
    <details id="filters"><summary>Filters</summary><div class="menu" id="filter-fields"></div></details>
    <details id="legend"><summary>Legend</summary><div class="menu" id="legend-text"></div></details>
    </div>
    <p id="status" role="status"></p>

    """

  private static let application = """
    <main id="application" hidden>
    <section id="graph-view" role="tabpanel" aria-labelledby="graph-tab">
    <div id="stage" role="application" tabindex="0" aria-label="Graph of routes" aria-describedby="stage-help">
    <canvas id="canvas" aria-hidden="true"></canvas>
    </div>
    <p id="stage-help" class="quiet">Arrow keys select the next route in a direction. With Shift, they move the graph. Plus and minus zoom, 0 shows everything, and Escape ends the selection. The list shows the same routes as text.</p>
    <div class="zoom" role="group" aria-label="Zoom">
    <button type="button" id="zoom-in" aria-label="Zoom in">+</button>
    <button type="button" id="zoom-out" aria-label="Zoom out">−</button>
    <button type="button" id="zoom-fit">Show everything</button>
    </div>
    </section>
    <section id="list-view" role="tabpanel" aria-labelledby="list-tab" hidden></section>
    <section id="problems-view" role="tabpanel" aria-labelledby="problems-tab" hidden></section>
    <section id="changes-view" role="tabpanel" aria-labelledby="changes-tab" hidden></section>
    <section id="start-view" role="tabpanel" aria-labelledby="start-tab" hidden></section>
    <aside id="panel" aria-label="Selected route" tabindex="-1" hidden></aside>
    </main>

    """
}

extension RouteGraph.Node {
  /// The source file and line, or nil for a scope and a collection.
  var place: String? { line == 0 ? nil : "\(fileID):\(line)" }
}
