import ScreenKit

/// Draws the layers of a window.
@MainActor
struct WindowDrawing {
  private(set) var canvas: Canvas
  /// The place that a small box points to: the focused line of the screen below.
  private var anchor: Drawing.Position?

  init(_ layers: [Layer], size: ScreenSize, notice: String? = nil) {
    canvas = Canvas(size)
    let room = Area(row: 0, column: 0, rows: size.rows - 1, columns: size.columns)
    for layer in layers {
      guard let pane = layer.panes.last else { continue }
      canvas.cursor = nil
      switch layer.kind {
      case .window: drawWindow(pane, in: room)
      case .pane: drawFramed(pane, in: room.inset(rows: 1, columns: min(4, size.columns / 16)))
      case .box: drawFramed(pane, in: box(for: pane, in: room))
      }
    }
    drawLastLine(layers.last?.panes.last, notice)
  }

  private mutating func drawWindow(_ pane: Pane, in area: Area) {
    canvas.clear(Area(row: area.row, column: area.column, rows: 1, columns: area.columns), style: .reversed)
    canvas.put(
      StyledLine(" " + (pane.interactive?.title ?? ""), [.bold, .reversed]), row: area.row,
      column: area.column,
      limit: area.column + area.columns)
    let body = Area(row: area.row + 1, column: area.column, rows: area.rows - 1, columns: area.columns)
    drawWithChildren(pane, in: body)
  }

  private mutating func drawFramed(_ pane: Pane, in area: Area) {
    canvas.clear(area)
    canvas.frame(area, title: pane.interactive?.title ?? "")
    drawWithChildren(pane, in: area.inset(rows: 1, columns: 2))
  }

  /// A screen, and beside it the screens that are parts of it.
  private mutating func drawWithChildren(_ pane: Pane, in area: Area) {
    guard !pane.children.isEmpty else { return draw(pane, in: area, isActive: true) }
    let width = area.columns / (pane.children.count + 1)
    var column = area.column
    for (index, part) in ([pane] + pane.children).enumerated() {
      if index > 0 {
        for row in area.row..<area.row + area.rows {
          canvas.put(StyledLine("│", .dim), row: row, column: column, limit: column + 1)
        }
        column += 2
      }
      let end = index == pane.children.count ? area.column + area.columns : area.column + width * (index + 1)
      let room = Area(row: area.row, column: column, rows: area.rows, columns: end - column)
      draw(part, in: room, isActive: index == 0)
      column = end
    }
  }

  private mutating func draw(_ pane: Pane, in area: Area, isActive: Bool) {
    guard area.rows > 0, area.columns > 1 else { return }
    // The last column says that there is more.
    let size = ScreenSize(columns: area.columns - 1, rows: area.rows)
    let drawing = Self.drawing(of: pane, in: size)
    if let focus = drawing.focus {
      pane.scroll = min(pane.scroll, focus)
      pane.scroll = max(pane.scroll, focus - area.rows + 1)
    }
    pane.scroll = max(0, min(pane.scroll, drawing.lines.count - area.rows))
    for (row, line) in drawing.lines.dropFirst(pane.scroll).prefix(area.rows).enumerated() {
      canvas.put(line, row: area.row + row, column: area.column, limit: area.column + size.columns)
    }
    let edge = area.column + size.columns
    if pane.scroll > 0 { canvas.put("▲", row: area.row, column: edge, limit: edge + 1) }
    if pane.scroll + area.rows < drawing.lines.count {
      canvas.put("▼", row: area.row + area.rows - 1, column: edge, limit: edge + 1)
    }
    guard isActive else { return }
    anchor = drawing.focus.map { .init(line: area.row + $0 - pane.scroll, column: area.column) }
    if let cursor = drawing.cursor {
      canvas.cursor = .init(
        line: area.row + cursor.line - pane.scroll,
        column: min(area.column + cursor.column, area.column + size.columns))
    }
  }

  private static func drawing(of pane: Pane, in size: ScreenSize) -> Drawing {
    pane.interactive?.draw(in: size)
      ?? Drawing(pane.screen.render(width: size.columns).map { StyledLine($0) })
  }

  /// Returns the area of a box, as small as its screen allows, below or above the place that it points to.
  private func box(for pane: Pane, in room: Area) -> Area {
    let most = ScreenSize(columns: min(60, room.columns - 6), rows: max(room.rows - 4, 1))
    let drawing = Self.drawing(of: pane, in: most)
    let widest = drawing.lines.map { DisplayWidth.of($0.text) }.max() ?? 0
    let title = DisplayWidth.of(pane.interactive?.title ?? "") + 2
    let columns = min(max(widest, title, 20), most.columns) + 5
    let rows = min(drawing.lines.count, most.rows) + 2
    let anchor = anchor ?? .init(line: room.rows / 2 - rows, column: (room.columns - columns) / 2)
    let below = anchor.line + 1
    let row = below + rows <= room.rows ? below : max(anchor.line - rows, 0)
    let column = max(0, min(anchor.column + 4, room.columns - columns))
    return Area(row: row, column: column, rows: rows, columns: columns)
  }

  /// Draws the keys, or the notice.
  private mutating func drawLastLine(_ pane: Pane?, _ notice: String?) {
    let row = canvas.size.rows - 1
    let limit = canvas.size.columns
    if let notice {
      let lines = TextLayout.wrap(notice, width: limit - 2)
      for (index, line) in lines.enumerated() {
        let text = " " + TextLayout.fit(line, width: limit - 1)
        canvas.put(StyledLine(text, .reversed), row: row - lines.count + 1 + index, column: 0, limit: limit)
      }
      return
    }
    var column = 0
    for hint in pane?.interactive?.hints ?? [] {
      let line = " " + StyledLine(hint.key, .bold) + StyledLine(" " + hint.action + " ")
      let width = DisplayWidth.of(line.text)
      // A hint that does not fit is left out, not cut.
      guard column + width <= limit else { return }
      canvas.put(line, row: row, column: column, limit: limit)
      column += width
    }
  }
}
