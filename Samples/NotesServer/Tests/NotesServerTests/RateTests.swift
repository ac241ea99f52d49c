import Foundation
import HTTPTypes
import PageKit
import Testing
import WebServer

/// How often something may be done.
@Suite struct RateTests {
  @Test func passwordsCannotBeTriedAsOftenAsOneLikes() async throws {
    try await withApplication { application in
      _ = try await application.browser(registering: "ann")
      let browser = application.browser()
      var statuses: [Int] = []
      for _ in 0..<12 {
        try await browser.open("/login")
        statuses.append(
          try await browser.submit(["name": "ann", "password": "a wrong one"], action: "/login").status.code)
      }
      #expect(statuses.first == 403)
      #expect(statuses.last == 429)
      #expect(await browser.page.problem?.hasPrefix("Too many attempts. Try again in ") == true)
      // Nor with the right one.
      try await browser.submit(["name": "ann", "password": "a good password"], action: "/login")
      #expect(await browser.page.status == .tooManyRequests)
    }
  }

  /// Tries to log in by the JSON API, once for each name and address, and returns the statuses.
  private func tries(
    _ application: RunningApplication, _ attempts: [(name: String, forwardedFor: String)]
  ) async throws -> [Int] {
    let field = try #require(HTTPField.Name("X-Forwarded-For"))
    var statuses: [Int] = []
    for attempt in attempts {
      let page = try await application.browser(fields: [field: attempt.forwardedFor]).send(
        .post, "/api/session", fields: [.contentType: "application/json"],
        body: #"{"name": "\#(attempt.name)", "password": "a wrong one"}"#)
      statuses.append(page.status.code)
    }
    return statuses
  }

  private static let tenThenTwo = Array(repeating: 403, count: 10) + [429, 429]

  private static let behindProxy: WebSettings = {
    var settings = WebSettings()
    settings.trustsForwardedFor = true
    return settings
  }()

  @Test func oneClientTriesNotTooManyNames() async throws {
    try await withApplication { application in
      // Without the flag, anybody could write the field.
      let attempts = (1...12).map { (name: "name \($0)", forwardedFor: "10.0.0.\($0)") }
      let statuses = try await tries(application, attempts)
      #expect(statuses == Self.tenThenTwo)
    }
  }

  @Test func manyClientsTryNotTooOftenForOneName() async throws {
    try await withApplication(settings: Self.behindProxy) { application in
      let attempts = (1...12).map { (name: "ann", forwardedFor: "10.0.0.\($0)") }
      let statuses = try await tries(application, attempts)
      #expect(statuses == Self.tenThenTwo)
    }
  }

  @Test func theAddressThatTheProxySawCounts() async throws {
    try await withApplication(settings: Self.behindProxy) { application in
      let forged = (1...12).map { (name: "name \($0)", forwardedFor: "10.0.0.\($0), 192.0.2.1") }
      let statuses = try await tries(application, forged)
      #expect(statuses == Self.tenThenTwo)
      let others = (13...24).map { (name: "name \($0)", forwardedFor: "192.0.2.1, 10.0.0.\($0)") }
      let otherStatuses = try await tries(application, others)
      #expect(otherStatuses == Array(repeating: 403, count: 12))
    }
  }

  @Test func accountsCannotBeAddedAsOftenAsOneLikes() async throws {
    try await withApplication { application in
      var statuses: [Int] = []
      for number in 1...11 {
        let browser = application.browser()
        try await browser.open("/register")
        let page = try await browser.submit(
          ["name": "name \(number)", "password": "a good password"], action: "/register")
        statuses.append(page.status.code)
        guard number == 11 else { continue }
        #expect(page.problem?.wholeMatch(of: #/Too many attempts\. Try again in [0-9]+ seconds\./#) != nil)
        #expect(page.fields[.retryAfter] == "5")
        #expect(page.forms.last?.fields["name"] == "name 11")
      }
      #expect(statuses == Array(repeating: 200, count: 10) + [429])
    }
  }

  @Test func changesAreLimited() async throws {
    var settings = WebSettings()
    settings.changes = 3
    try await withApplication(settings: settings) { application in
      let browser = try await application.browser(registering: "ann")
      try await browser.open("/folders")
      #expect(try await browser.submit(["name": "first"]).status == .ok)
      try await browser.open("/notes/new")
      // Another change is allowed every five seconds, so 20 at once are too many on a slow machine, too.
      let pages = try await submit(["text": "kept", "title": ""], 20, in: browser)
      let refused = try #require(pages.first { $0.status == .tooManyRequests })
      #expect(refused.main.contains("Too many changes. Try again in "))
      #expect(refused.fields[.retryAfter] == "5")
      // What was written isn't lost.
      #expect(refused.main.contains("kept</textarea>"))
    }
  }

  /// Sends the form of the page that's open several times at once.
  private func submit(_ changes: [String: String], _ count: Int, in browser: Browser) async throws -> [Page] {
    let form = try #require(await browser.page.forms.last)
    let fields = form.fields.merging(changes) { $1 }
    return try await withThrowingTaskGroup(of: Page.self) { group in
      for _ in 0..<count { group.addTask { try await browser.post(form.action, fields) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }
}
