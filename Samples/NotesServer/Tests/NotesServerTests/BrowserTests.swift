import Foundation
import Testing

@testable import NotesServer

/// The ways of a person in a real browser, with scripts and without.
@Suite(.serialized, .enabled(if: Tool.chromium.isUsable), .timeLimit(.minutes(5))) struct BrowserTests {
  /// Runs a test with a browser on the log-in page of a server with the sample data.
  private func withBrowser(
    runsScripts: Bool = true, _ body: (Chromium, _ site: String, ServerProcess) async throws -> Void
  ) async throws {
    try await withTemporaryFolder { folder in
      let web = try await ServerProcess("web --port 0 --storage \(folder.path)/data --profile development")
      let browser = try await Chromium(in: folder, runsScripts: runsScripts)
      let site = "http://127.0.0.1:\(web.port)"
      try await browser.open(site)
      try await browser.wait(for: "Log in")
      try await body(browser, site, web)
      #expect(try await browser.complaints() == [])
      await browser.close()
    }
  }

  @Test(arguments: [true, false]) func `a person logs in, writes, searches, shares, and logs out`(
    _ runsScripts: Bool
  ) async throws {
    try await withBrowser(runsScripts: runsScripts) { browser, site, _ in
      // Logging in takes only the keyboard: the name has the focus.
      try await browser.press("ann\u{E004}\(SampleData.password)\u{E007}")
      try await browser.wait(for: "4 notes")
      try await browser.click("main a.button")
      try await browser.type("Packing list", into: "input[name=title]")
      try await browser.type("A lantern & <rope>.", into: "textarea")
      try await browser.click("form.note button")
      try await browser.wait(for: "The note was saved.")
      // The time is the reader's with scripts, and has its zone without them.
      #expect(try await browser.wait(for: "20", in: "time").hasSuffix("UTC") == !runsScripts)
      try await browser.open("\(site)/search")
      // With scripts, the answer comes while one types.
      try await browser.type("lant", into: "main input[name=words]")
      if !runsScripts { try await browser.press("\u{E007}") }
      #expect(try await browser.wait(for: "Packing list", in: "#found").contains("A lantern & <rope>."))
      try await browser.click("#found a")
      try await browser.wait(for: "Changed ")
      try await browser.click("main a[href$='/share']")
      try await browser.click("main form button")
      try await browser.wait(for: "Everybody who has this link")
      let link = try await browser.wait(for: "\(site)/shared/", in: "a.share")
      try await browser.click("form.user button")
      try await browser.wait(for: "Log in")
      try await browser.open(link)
      try await browser.wait(for: "Shared by ann")
    }
  }

  @Test func `a note is written, deleted, and restored with the keyboard alone`() async throws {
    try await withBrowser { browser, _, _ in
      let (tab, enter) = ("\u{E004}", "\u{E007}")
      try await browser.press("ann\(tab)\(SampleData.password)\(enter)")
      try await browser.wait(for: "4 notes")
      // The first link skips the menu. The form follows the link of a new note.
      try await browser.press("\(tab)\(enter)\(tab)\(enter)")
      try await browser.wait(for: "None", in: "select")
      try await browser.press("\(tab)\(enter)\(tab)Packing list\(tab)\(tab)A lantern.\(tab)\(enter)")
      try await browser.wait(for: "The note was saved.")
      // The form keeps the link's fragment. Behind it are the list, and the actions: edit, pin, share, and delete.
      try await browser.press("\(tab)\(tab)\(tab)\(tab)\(tab)\(enter)")
      try await browser.wait(for: "The note was deleted.")
      try await browser.press("\(tab)\(enter)\(tab)\(enter)")
      try await browser.wait(for: "The note was restored.")
    }
  }

  @Test func `every page fits into narrow windows, in light and dark`() async throws {
    try await withBrowser { browser, site, web in
      // A note in a folder, with a title that can't be broken at a space, and shared.
      let writer = Browser(port: web.port)
      try await writer.submit(["name": "ann", "password": SampleData.password], on: "/login")
      let name = "Garden" + String(repeating: "n", count: 34)
      let folder = try await writer.submit(["name": name], on: "/folders").path
      let settings = try await writer.page.link(with: "/settings")
      let note = try await writer.addNote(
        String(repeating: "Long", count: 50), "https://" + String(repeating: "x", count: 300))
      try await writer.submit(action: "/pin")
      let shared = try await writer.share(note)

      func expectThatPagesFit(_ pages: KeyValuePairs<String, String>) async throws {
        for (width, isDark) in [(1400, false), (390, true), (1400, true), (390, false)] {
          try await browser.look(width: width, isDark: isDark)
          for (name, path) in pages {
            try await browser.open("\(site)\(path)")
            let widths = try await browser.run("[document.documentElement.scrollWidth, window.innerWidth]")
            let (content, window) = ((widths as? [Int])?.first ?? 0, (widths as? [Int])?.last ?? 0)
            #expect(content > 0 && content <= window, "\(name) is \(content) wide in \(window)")
            try await browser.screenshot("\(name)-\(width)-\(isDark ? "dark" : "light")")
            // The browser complains about a missing page, but about nothing else.
            let complaints = try await browser.complaints()
            #expect(complaints.isEmpty || name == "missing", "\(name): \(complaints)")
          }
        }
      }
      try await expectThatPagesFit(["log-in": "/login", "register": "/register", "shared-note": shared])
      try await browser.open("\(site)/login")
      try await browser.press("ann\u{E004}\(SampleData.password)\u{E007}")
      try await browser.wait(for: "5 notes")
      try await expectThatPagesFit([
        "notes": "/notes?notice=deleted&note=x", "folders": "/folders", "folder": folder,
        "settings": settings, "folder-deletion": settings.replacing("settings", with: "delete"),
        "search": "/search?words=may", "new-note": "/notes/new", "note": "\(note)?notice=saved",
        "edit": "\(note)/edit", "share": "\(note)/share", "shared": "/shared", "account": "/account",
        "admin": "/admin", "graph": "/admin/graph", "missing": "/missing",
      ])
      // The content security policy lets the graph's script run, which shows the controls.
      try await browser.open("\(site)/admin/graph")
      try await browser.wait(for: "Show everything", in: "body")
    }
  }
}
