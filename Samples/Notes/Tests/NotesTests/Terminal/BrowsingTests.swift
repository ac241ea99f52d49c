import Foundation
import Testing

/// The program on a terminal, used with keys as a person does, and looked at.
@Suite(
  "Browsing in the terminal",
  .enabled(if: Tmux.isInstalled, "tmux is needed, for example 'apt install tmux'"))
struct BrowsingTests {
  private let hints = " ↵ open  n new  p preview  m move  d delete  esc folders  q leave  ↑↓ select"
  private let editorHints = " ^S save  tab title/text  ^L lock/unlock  esc back"

  @Test func `the user navigates from folders to an editor and back`() throws {
    try browsing([["One", "--folder", "Work", "--body", "The first.\nIts second line."], ["Two"]]) {
      tmux, _ in
      let list = try tmux.screen
      #expect(list == [" All notes", " 1  One", " 2  Two"] + blank(8) + [hints])
      #expect(try tmux.cursor == nil)
      try tmux.press("Enter")
      let editor = try tmux.waits(for: "Note 1")
      #expect(
        editor == [
          " Note 1", "Title: One", "in Work", rule(79), "The first.", "Its second line.",
        ] + blank(5) + [editorHints])
      #expect(try tmux.cursor == [5, 16])
      try tmux.press("Escape")
      #expect(try tmux.waits(for: "All notes") == list)
      try tmux.press("Escape")
      #expect(
        try tmux.waits(for: "Folders") == [
          " Folders", " All notes                              2",
          " Work                                   1",
          " In no folder                           1",
        ] + blank(7) + [" ↑↓ select  ↵ open  q leave"])
      try tmux.press("Escape")
      #expect(try tmux.waits(for: "q leaves").last == " This is the first screen. q leaves.")
      try tmux.press("Down", "Enter")
      #expect(try tmux.waits(for: "Notes in Work") == [" Notes in Work", " 1  One"] + blank(9) + [hints])
    }
  }

  @Test func `a pane writes a new note`() throws {
    try browsing { tmux, _ in
      try tmux.press("n")
      #expect(
        try tmux.waits(for: "New note") == [
          " All notes", " 1  ┌─ New note \(rule(59))┐",
          " 2  │\(pad(" Title:", 70))│",
          "    │\(pad(" in no folder", 70))│",
          "    │ \(rule(67))  │",
        ] + Array(repeating: "    │\(pad("", 70))│", count: 4) + ["    └\(rule(70))┘", "", editorHints])
      #expect(try tmux.cursor == [2, 13])
      try tmux.type("Third")
      try tmux.press("Tab")
      try tmux.type("Its text")
      try tmux.press("C-s")
      try tmux.waits(for: "Saved note 3.")
      try tmux.press("Escape")
      #expect(try tmux.waits(for: "3  Third")[1...3] == [" 1  Shopping", " 2  Reading", " 3  Third"])
    }
  }

  @Test func `the user is asked about unsaved changes`() throws {
    try browsing { tmux, _ in
      try tmux.press("Enter")
      try tmux.waits(for: "Note 1")
      try tmux.type(" And milk.")
      try tmux.press("Escape")
      let asked = try tmux.waits(for: "Save this note?")
      #expect(
        asked == [
          " Note 1 (changed)", "Title: Shopping", "in no folder", rule(79),
          "Bread, cheese. And milk.", "    ┌─ Save this note? ──────────────┐",
          "    │ It was changed and not saved.  │", "    │                                │",
          "    │  Save   Discard   Stay         │", "    └────────────────────────────────┘", "",
          " ←→ select  ↵ choose  esc back",
        ])
      try tmux.press("Right", "Right", "Enter")
      #expect(try tmux.waits(for: "^S save")[0] == " Note 1 (changed)")
      try tmux.press("C-q")
      #expect(
        try tmux.waits(for: "not saved").last
          == " A note is not saved. ^Q once more leaves without saving it.")
      try tmux.press("Escape")
      try tmux.waits(for: "Save this note?")
      try tmux.press("Enter")
      try tmux.waits(for: "All notes")
      try tmux.press("p")
      try tmux.waits(for: "Bread, cheese. And milk.")
    }
  }

  @Test func `the preview follows the selection`() throws {
    let given = [
      ["日本語", "--body", "混ざった text e\u{301}\u{302}"], ["Secret", "--locked", "--body", "hidden"],
    ]
    try browsing(given, columns: 60, rows: 8) { tmux, _ in
      try tmux.press("p")
      #expect(
        try tmux.waits(for: "混ざった") == [
          " All notes", " 1  日本語                    │ 日本語 (note 1)",
          " 2  Secret (locked)           │ ===============",
          "                              │ 混ざった text e\u{301}\u{302}",
        ] + Array(repeating: "                              │", count: 3) + [
          " ↵ open  n new  p preview  m move  d delete  esc folders"
        ])
      try tmux.press("Down")
      #expect(try tmux.waits(for: "This note is locked.")[1].hasSuffix("│ Secret (note 2)"))
      try tmux.press("p")
      try tmux.waits(for: "no preview") { !$0[1].contains("│") }
    }
  }

  @Test func `a locked note requires the passcode`() throws {
    try browsing([["Secret", "--locked", "--body", "hidden"]]) { tmux, folder in
      try tmux.press("Enter")
      #expect(
        try tmux.waits(for: "Choose a passcode")[1...5] == [
          " 1  Secret (locked)", "    ┌─ Locked ──────────────────────────────────┐",
          "    │ Choose a passcode for your locked notes:  │",
          "    │                                           │",
          "    └───────────────────────────────────────────┘",
        ])
      try tmux.type("abc")
      try tmux.press("Enter")
      try tmux.waits(for: "a passcode has at least 4 characters")
      try tmux.press("Escape")
      try tmux.waits(for: "esc folders")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/notes.json.passcode"))
      try tmux.press("Enter")
      try tmux.waits(for: "Choose a passcode")
      try tmux.type("1234")
      #expect(try tmux.waits(for: "••••").joined().contains("1234") == false)
      try tmux.press("Enter")
      #expect(try tmux.waits(for: "Note 1")[1...4].joined().contains("hidden"))
      try tmux.press("Escape")
      try tmux.waits(for: "esc folders")
      try tmux.press("d")
      #expect(
        try tmux.waits(for: "note 1 is locked").last
          == " note 1 is locked. In 'notes', open it with the passcode, and unlock it with ^L")
      // Another start asks again, and knows the passcode.
      let again = try Tmux("\(Notes.executablePath()) --store \(folder.path)/notes.json", rows: 12)
      try again.waits(for: "esc folders")
      try again.press("Enter")
      try again.waits(for: "The passcode of your locked notes:")
      try again.type("12345")
      try again.press("Enter")
      try again.waits(for: "That is another passcode.")
      try again.type("1234")
      try again.press("Enter")
      try again.waits(for: "hidden")
    }
  }

  @Test func `the user deletes and moves notes`() throws {
    try browsing { tmux, _ in
      try tmux.press("d")
      try tmux.waits(for: "'Shopping' cannot be brought back.")
      try tmux.press("Enter")
      try tmux.waits(for: "esc folders")
      try tmux.press("d")
      try tmux.waits(for: "cannot be brought back.")
      try tmux.press("Right", "Enter")
      #expect(try tmux.waits(for: "esc folders")[1...2] == [" 2  Reading", ""])
      try tmux.press("m")
      try tmux.waits(for: "Folder of 'Reading'")
      try tmux.type("At  home ")
      try tmux.press("Enter")
      try tmux.waits(for: "esc folders")
      try tmux.press("Escape")
      try tmux.waits(for: "At home")
    }
  }

  @Test(arguments: [(80, 24), (120, 40)])
  func `a long list scrolls and adapts to the size`(columns: Int, rows: Int) throws {
    let many = (1...60).map { ["Number \($0)"] }
    try browsing([], columns: columns, rows: rows) { tmux, folder in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      for arguments in many { _ = try notes.run(["new"] + arguments) }
      try tmux.press("Escape")
      try tmux.waits(for: "Folders")
      try tmux.press("Enter")
      let beginning = try tmux.waits(for: "the whole list") {
        $0.count == rows && $0[1].hasPrefix("  1  Number 1") && $0[rows - 1] == hints
      }
      #expect(beginning.count == rows && beginning[0] == " All notes")
      let last = "\(rows - 2)  Number \(rows - 2)"
      #expect(
        beginning[rows - 2] == "\(pad(" \(last)", columns - 1))▼"
          && beginning[rows - 3].hasSuffix("\(rows - 3)"))
      try tmux.press("End")
      let end = try tmux.waits(for: "60  Number 60")
      #expect(
        end[1] == pad(" \(63 - rows)  Number \(63 - rows)", columns - 1) + "▲"
          && end[rows - 2] == " 60  Number 60")
      try tmux.press("PageUp", "Up")
      try tmux.waits(for: "a page above") {
        $0[1].hasPrefix(" \(60 - rows)  ") || $0[1].hasPrefix(" \(61 - rows)  ")
      }
      try tmux.resize(columns: 50, rows: 6)
      try tmux.waits(for: "six rows") { $0.count == 6 && $0[0] == " All notes" && $0[5].hasPrefix(" ↵ open") }
      try tmux.resize(columns: 100, rows: 30)
      try tmux.waits(for: "thirty rows") { $0.count == 30 && $0[29] == hints }
    }
  }

  @Test func `pasted text arrives as one text`() throws {
    try browsing { tmux, _ in
      try tmux.press("n")
      try tmux.waits(for: "New note")
      try tmux.paste("From\nelsewhere")
      try tmux.waits(for: "Title: From elsewhere")
      try tmux.press("Tab")
      try tmux.paste("a\nb")
      let screen = try tmux.waits(for: "│ b")
      #expect(screen[5].hasPrefix("    │ a ") && screen[6].hasPrefix("    │ b "))
    }
  }

  @Test func `a deep link shows the parent screens`() throws {
    try withTemporaryFolder { folder in
      let notes = Notes(store: folder.appending(path: "notes.json"))
      _ = try notes("new", "One", "--folder", "Work")
      let program = try "\(Notes.executablePath()) open notes://list/Work/notes/1 --store \(notes.store.path)"
      let tmux = try Tmux(program, rows: 8)
      #expect(try tmux.waits(for: "^S save")[0...2] == [" Note 1", "Title: One", "in Work"])
      try tmux.press("Escape")
      #expect(try tmux.waits(for: "esc folders")[0] == " Notes in Work")
      try tmux.press("Escape")
      #expect(try tmux.waits(for: "Folders")[0] == " Folders")
    }
  }

  @Test func `the next launch restores the open screens`() throws {
    try browsing([["One", "--folder", "Work"], ["Secret", "--folder", "Work", "--locked"]]) { tmux, folder in
      try tmux.press("Escape")
      try tmux.waits(for: "Folders")
      try tmux.press("Down", "Enter")
      try tmux.waits(for: "Notes in Work")
      try tmux.press("Enter")
      try tmux.waits(for: "^S save")
      try tmux.press("C-q")
      try tmux.waits(for: "the end") { !$0.contains { $0.contains("^S save") } }
      let again = try Tmux("\(Notes.executablePath()) --store \(folder.path)/notes.json", rows: 12)
      #expect(try again.waits(for: "^S save")[0...1] == [" Note 1", "Title: One"])
      try again.press("Escape")
      try again.waits(for: "Notes in Work")
      try again.press("C-q")
      try again.waits(for: "the end") { !$0.contains { $0.contains("esc folders") } }
      // A screen that is gone says so, and those below it are there.
      let notes = Notes(store: folder.appending(path: "notes.json"))
      let saved = notes.store.appendingPathExtension("screens")
      let text = try String(contentsOf: saved, encoding: .utf8)
      try text.replacing("notes://list/Work", with: "notes://lists/Work").write(
        to: saved, atomically: true, encoding: .utf8)
      let third = try Tmux("\(Notes.executablePath()) --store \(notes.store.path)", rows: 12)
      let screen = try third.waits(for: "no route matches")
      #expect(screen[0] == " Folders" && screen.joined().contains("did you mean \"notes://list/:folder\""))
    }
  }

  @Test func `the log lists the events`() throws {
    try browsing { tmux, folder in
      try tmux.press("Enter")
      try tmux.waits(for: "Note 1")
      try tmux.press("Escape")
      try tmux.waits(for: "All notes")
      let log = try String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
      let events = log.split(separator: "\n").map { line in
        line.split(separator: " ").dropFirst().prefix(3).joined(separator: " ")
      }
      #expect(
        events == [
          "willPerform FolderListView push", "didPerform FolderListView push",
          "willPerform NoteListView push",
          "didPerform NoteListView push", "willPerform EditorView push", "didPerform EditorView push",
          "willRemove EditorView push", "didRemove EditorView push",
        ])
      #expect(log.contains(#/Z didPerform EditorView push NotesEditor\/EditorModule.swift:\d+ [\d.]+ ms\n/#))
    }
  }

  private func rule(_ count: Int) -> String { String(repeating: "─", count: count) }
  private func blank(_ count: Int) -> [String] { Array(repeating: "", count: count) }
  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }
}
