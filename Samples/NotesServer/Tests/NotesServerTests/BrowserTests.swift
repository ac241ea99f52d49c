import Foundation
import NotesServer
import Testing

/// The ways of a person in a real browser, with scripts and without.
@Suite(.serialized, .enabled(if: Tool.chromium.isUsable), .timeLimit(.minutes(5)))
struct BrowserTests {
  @Test(arguments: [true, false])
  func aPersonLogsInWritesSearchesSharesAndLogsOut(_ runsScripts: Bool) async throws {
    try await withTemporaryFolder { folder in
      let web = try await ServerProcess([
        "web", "--port", "0", "--storage", folder.appending(path: "data").path, "--profile", "development",
      ])
      let site = "http://127.0.0.1:\(web.port)"
      let browser = try await Chromium(in: folder, runsScripts: runsScripts)

      // Logging in takes only the keyboard: the name has the focus.
      try await browser.open(site)
      try await browser.wait(for: "Log in")
      try await browser.press("ann\u{E004}\(SampleData.password)\u{E007}")
      try await browser.wait(for: "4 notes")
      #expect(try await browser.link == "\(site)/notes")

      try await browser.click("main a.button")
      try await browser.type("Packing list", into: "input[name=title]")
      try await browser.type("A lantern & <rope>.", into: "textarea")
      try await browser.click("form.note button")
      try await browser.wait(for: "Saved ")

      try await browser.open("\(site)/search")
      if runsScripts {
        // The answer comes while one types.
        try await browser.type("lant", into: "main input[name=words]")
      } else {
        // Nothing runs that would search.
        try await browser.type("lant", into: "main input[name=words]")
        try await Task.sleep(for: .seconds(1))
        #expect(try await browser.text(of: "#found").isEmpty)
        #expect(try await browser.link == "\(site)/search")
        try await browser.press("\u{E007}")
      }
      #expect(try await browser.wait(for: "Packing list", in: "#found").contains("A lantern & <rope>."))
      try await browser.click("#found a")

      try await browser.wait(for: "Saved ")
      try await browser.click("main a[href$='/share']")
      try await browser.click("main form button")
      try await browser.wait(for: "Everybody who has this link")
      let path = try await browser.wait(for: "/shared/", in: "a.share")

      try await browser.click("form.user button")
      try await browser.wait(for: "Log in")
      try await browser.open("\(site)\(path)")
      try await browser.wait(for: "Shared by ann")
      try await browser.open("\(site)/notes")
      try await browser.wait(for: "No account?")

      #expect(try await browser.complaints() == [])
      await browser.close()
    }
  }

  @Test func everyPageFitsIntoNarrowWindows() async throws {
    try await withTemporaryFolder { temporary in
      let web = try await ServerProcess([
        "web", "--port", "0", "--storage", temporary.appending(path: "data").path, "--profile", "development",
      ])
      let site = "http://127.0.0.1:\(web.port)"
      // A note in a folder, with a title that can't be broken at a space, and shared.
      let writer = Browser(ConnectingTransport(port: web.port))
      try await writer.open("/login")
      try await writer.submit(["name": "ann", "password": SampleData.password], action: "/login")
      try await writer.open("/folders")
      try await writer.submit(["name": "Garden" + String(repeating: "n", count: 34)])
      let folder = await writer.page.path
      let note = try await writer.addNote(
        String(repeating: "Long", count: 50), "https://" + String(repeating: "x", count: 300))
      try await writer.open("\(note)/share")
      try await writer.submit()
      let shared = try await writer.page.link(startingWith: "/shared/")

      let browser = try await Chromium(in: temporary, runsScripts: true)
      func expectThatPagesFit(_ pages: KeyValuePairs<String, String>) async throws {
        for (width, isDark) in [(1400, false), (1400, true), (390, false), (390, true)] {
          try await browser.look(width: width, isDark: isDark)
          for (name, path) in pages {
            try await browser.open("\(site)\(path)")
            let widths = try await browser.widths()
            #expect(widths.content <= widths.window, "\(name) is \(widths.content) wide in \(widths.window)")
            try await browser.screenshot("\(name)-\(width)-\(isDark ? "dark" : "light")")
            // The browser complains about a page that's missing, but about nothing else.
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
        "notes": "/notes", "folders": "/folders", "folder": folder, "folder-settings": "\(folder)/settings",
        "search": "/search?words=may", "new-note": "/notes/new", "note": note, "share": "\(note)/share",
        "deletion": "\(note)/delete", "shared": "/shared", "admin": "/admin", "missing": "/missing",
      ])
      await browser.close()
    }
  }

  @Test func aNoteIsWrittenAndFoundWithTheKeyboardAlone() async throws {
    try await withTemporaryFolder { folder in
      let web = try await ServerProcess([
        "web", "--port", "0", "--storage", folder.appending(path: "data").path, "--profile", "development",
      ])
      let browser = try await Chromium(in: folder, runsScripts: true)
      let (tab, enter) = ("\u{E004}", "\u{E007}")
      try await browser.open("http://127.0.0.1:\(web.port)")
      try await browser.wait(for: "Log in")
      try await browser.press("ann\(tab)\(SampleData.password)\(enter)")
      try await browser.wait(for: "4 notes")
      // The first link skips the menu.
      try await browser.press("\(tab)\(enter)\(tab)\(enter)")
      try await browser.wait(for: "None", in: "select")
      try await browser.press("\(tab)\(enter)\(tab)Packing list\(tab)\(tab)A lantern.\(tab)\(enter)")
      try await browser.wait(for: "Saved ")
      // Behind the link, the name of the site, and the four entries of the menu is the search.
      try await browser.press(String(repeating: tab, count: 7) + "lant\(enter)")
      try await browser.wait(for: "1 note", in: "#found")
      // The skip link again, then the words, the button, and the note.
      try await browser.press("\(tab)\(enter)\(tab)\(tab)\(tab)\(enter)")
      try await browser.wait(for: "Saved ")
      #expect(try await browser.complaints() == [])
      await browser.close()
    }
  }
}
