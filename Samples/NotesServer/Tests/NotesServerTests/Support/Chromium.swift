import Foundation
import Hummingbird
import Testing

/// A headless Chromium, driven by chromedriver (W3C WebDriver).
actor Chromium {
  struct Refused: Error, CustomStringConvertible { let description: String }

  private let driver: ServerProcess
  private var session = "/session"

  init(in folder: URL, runsScripts: Bool = true) async throws {
    // The driver ends if its port for IPv6 is in use for IPv4.
    do { driver = try await Self.start() } catch is ServerProcess.Ended { driver = try await Self.start() }
    var options: [String: Any] = [
      "args": [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--window-size=1400,1000", "--user-data-dir=\(folder.path)/profile-\(runsScripts)",
      ]
    ]
    if !runsScripts { options["prefs"] = ["profile.managed_default_content_settings.javascript": 2] }
    let capabilities: [String: Any] = [
      "browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": ["browser": "ALL"],
    ]
    let value = try await send("", ["capabilities": ["alwaysMatch": capabilities]])
    session += "/\(try #require((value as? [String: Any])?["sessionId"] as? String))"
  }

  private static func start() async throws -> ServerProcess {
    try await ServerProcess("--port=0", of: .chromium, printing: #/successfully on port ([0-9]+)/#)
  }

  func close() async { _ = try? await Browser(port: driver.port).send(.delete, session) }
  func open(_ link: String) async throws { try await send("/url", ["url": link]) }
  func click(_ selector: String) async throws { try await send(to: selector, "click") }

  func type(_ text: String, into selector: String) async throws {
    try await send(to: selector, "clear")
    try await send(to: selector, "value", ["text": text])
  }

  /// Presses keys wherever the focus is: `\u{E004}` is the tabulator, `\u{E007}` the enter key.
  func press(_ keys: String) async throws {
    let actions = keys.flatMap {
      [["type": "keyDown", "value": "\($0)"], ["type": "keyUp", "value": "\($0)"]]
    }
    let keyboard: [String: Any] = ["type": "key", "id": "keyboard", "actions": actions]
    try await send("/actions", ["actions": [keyboard]])
  }

  /// Waits until an element has a text, and returns all of its text.
  @discardableResult func wait(for text: String, in selector: String = "main") async throws -> String {
    var found = ""
    do {
      try await poll(for: "a text") {
        found = try await run("document.querySelector('\(selector)')?.innerText") as? String ?? found
        return found.contains(text)
      }
    } catch { throw Refused(description: "waited for '\(text)' in \(selector), which has '\(found)'") }
    return found
  }

  /// Returns the browser's errors, such as violations of the content security policy.
  func complaints() async throws -> [String] {
    let entries = try await send("/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
    return entries.filter { $0["level"] as? String == "SEVERE" }.compactMap { $0["message"] as? String }
  }

  func look(width: Int, isDark: Bool) async throws {
    let size: [String: Any] = ["width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": width < 600]
    let media = ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]]
    try await execute("Emulation.setDeviceMetricsOverride", size)
    try await execute("Emulation.setEmulatedMedia", media)
  }

  func run(_ script: String) async throws -> sending Any? {
    try await send("/execute/sync", ["script": "return \(script)", "args": [Int]()])
  }

  /// Saves a picture of the page in the folder that the variable `NOTES_SCREENSHOTS` names, if any.
  func screenshot(_ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["NOTES_SCREENSHOTS"] else { return }
    let picture = try await execute("Page.captureScreenshot", [:]) as? [String: String]
    try Data(base64Encoded: try #require(picture?["data"]))?.write(
      to: URL(filePath: folder).appending(path: "\(name).png"))
  }

  @discardableResult private func execute(_ command: String, _ parameters: [String: Any]) async throws
    -> sending Any?
  { try await send("/goog/cdp/execute", ["cmd": command, "params": parameters]) }

  private func send(to selector: String, _ action: String, _ body: [String: Any] = [:]) async throws {
    let value = try await send("/element", ["using": "css selector", "value": selector])
    let element = try #require((value as? [String: String])?.values.first)
    try await send("/element/\(element)/\(action)", body)
  }

  @discardableResult private func send(_ path: String, _ body: [String: Any]) async throws -> sending Any? {
    let data = try JSONSerialization.data(withJSONObject: body)
    let page = try await Browser(port: driver.port).json(
      .post, session + path, String(decoding: data, as: UTF8.self))
    guard page.status == 200 else { throw Refused(description: "\(path): \(page.text)") }
    return page.object["value"]
  }
}
