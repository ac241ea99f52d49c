import Foundation
import Testing

@Suite(
  "Terminal",
  .enabled(if: Tmux.isInstalled, "tmux is needed, for example 'apt install tmux'"))
struct TerminalTests {
  @Test(arguments: [
    ("q", "0"), ("C-c", "0"), ("TERM", "143"), ("HUP", "129"), ("INT", "130"), ("SEGV", "139"),
    ("ABRT", "134"),
  ])
  func `the terminal is restored however the program ends`(way: String, code: String) throws {
    try browsing(command: { program in
      "echo before; A=$(stty -g); \(program); echo code $?; "
        + "[ \"$A\" = \"$(stty -g)\" ] && echo same settings"
    }) { tmux, folder in
      if way == "q" || way == "C-c" {
        try tmux.press(way)
      } else {
        let kill = Process()
        kill.executableURL = URL(filePath: "/usr/bin/env")
        kill.arguments = ["pkill", "-\(way)", "-f", "^[^ ]*/notes --store \(folder.path)/"]
        try kill.run()
        kill.waitUntilExit()
      }
      let screen = try tmux.waits(for: "same settings").filter {
        !$0.isEmpty && !$0.contains("Segm") && !$0.contains("Abort")
      }
      #expect(screen.first == "before" && screen.contains("code \(code)"))
      #expect(!screen.contains(" All notes"))
      #expect(try tmux.cursor != nil)
    }
  }

  @Test func `the program can be suspended and continued`() throws {
    try withTemporaryFolder { folder in
      let program = try "\(Notes.executablePath()) --store \(folder.path)/notes.json"
      let tmux = try Tmux("set -m; \(program); echo suspended; read key; fg; echo over")
      try tmux.waits(for: "n new")
      try tmux.press("C-z")
      try tmux.waits(for: "suspended")
      try tmux.press("Enter")
      try tmux.waits(for: "n new")
      try tmux.press("q")
      let screen = try tmux.waits(for: "over")
      #expect(screen.contains("suspended"))
    }
  }

  @Test func `a missing terminal is reported`() throws {
    let result = try Notes(store: URL(filePath: "/nowhere/notes.json"))()
    #expect(
      result
        == .init(
          output: "",
          error: "Error: standard input is not a terminal, and without one there is nothing to walk through; "
            + "'notes list' prints the notes, and 'notes --help' names all commands\n", code: 1))
    let dumb = try Tmux("TERM=dumb \(Notes.executablePath()) --store /nowhere/notes.json", columns: 200)
    try dumb.waits(for: "Error: TERM is 'dumb', a terminal that cannot move its cursor, and without one")
  }
}
