import Foundation
import NotesServer
import Testing

/// The ways of a person in a real browser, with scripts and without.
@Suite(.serialized, .enabled(if: Tool.chromium.isUsable), .timeLimit(.minutes(3)))
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
        try await browser.type("lant\u{E007}", into: "main input[name=words]")
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
    try await withTemporaryFolder { folder in
      let web = try await ServerProcess([
        "web", "--port", "0", "--storage", folder.appending(path: "data").path, "--profile", "development",
      ])
      let site = "http://127.0.0.1:\(web.port)"
      let browser = try await Chromium(in: folder, runsScripts: true)
      try await browser.open("\(site)/login")
      try await browser.screenshot("login")
      try await browser.press("ann\u{E004}\(SampleData.password)\u{E007}")
      try await browser.wait(for: "4 notes")
      for (width, isDark) in [(1400, false), (1400, true), (390, false), (390, true)] {
        try await browser.look(width: width, isDark: isDark)
        for page in ["notes", "folders", "search?words=may", "notes/new", "shared", "admin", "missing"] {
          try await browser.open("\(site)/\(page)")
          let widths = try await browser.widths()
          #expect(widths.content <= widths.window, "\(page) is \(widths.content) wide in \(widths.window)")
          let name = page.prefix { $0 != "?" }.replacing("/", with: "-")
          try await browser.screenshot("\(name)-\(width)-\(isDark ? "dark" : "light")")
        }
      }
      await browser.close()
    }
  }
}
