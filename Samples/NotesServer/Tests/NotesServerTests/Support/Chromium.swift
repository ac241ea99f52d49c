import Foundation
import HTTPTypes
import NIOCore
import Testing

/// A headless Chromium, driven by chromedriver (W3C WebDriver).
actor Chromium {
  /// The driver refused a command.
  struct Refused: Error, CustomStringConvertible { let description: String }

  private let driver: ServerProcess
  private var session = ""

  init(in folder: URL, runsScripts: Bool = true) async throws {
    let program = try #require(Tool.chromium.path)
    // The driver ends if its port for IPv6 is in use for IPv4.
    do { driver = try await Self.start(program) } catch is ServerProcess.Ended {
      driver = try await Self.start(program)
    }
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
    let value = try await send(.post, "/session", ["capabilities": ["alwaysMatch": capabilities]])
    session = "/session/\(try #require((value as? [String: Any])?["sessionId"] as? String))"
  }

  private static func start(_ driver: String) async throws -> ServerProcess {
    try await ServerProcess(program: driver, ["--port=0"], printing: #/successfully on port ([0-9]+)/#)
  }

  func close() async { _ = try? await send(.delete, session) }

  func open(_ link: String) async throws { try await command("/url", ["url": link]) }

  func click(_ selector: String) async throws {
    try await command("/element/\(try await element(selector))/click", [:])
  }

  /// Types into an element, which is emptied before.
  func type(_ text: String, into selector: String) async throws {
    let element = try await element(selector)
    try await command("/element/\(element)/clear", [:])
    try await command("/element/\(element)/value", ["text": text])
  }

  /// Presses keys wherever the focus is: `\u{E004}` is the tabulator, `\u{E007}` the enter key.
  func press(_ keys: String) async throws {
    let actions = keys.flatMap {
      [["type": "keyDown", "value": "\($0)"], ["type": "keyUp", "value": "\($0)"]]
    }
    let keyboard: [String: Any] = ["type": "key", "id": "keyboard", "actions": actions]
    try await command("/actions", ["actions": [keyboard]])
  }

  /// Waits until an element has a text, and returns all of its text.
  @discardableResult func wait(for text: String, in selector: String = "main") async throws -> String {
    var found = ""
    do {
      try await poll(for: "a text") {
        if let element = try? await element(selector),
          let value = try? await send(.get, "\(session)/element/\(element)/text") as? String
        {
          found = value
        }
        return found.contains(text)
      }
    } catch { throw Refused(description: "waited for '\(text)' in \(selector), which has '\(found)'") }
    return found
  }

  /// Returns the browser's errors, such as violations of the content security policy.
  func complaints() async throws -> [String] {
    let entries = try await send(.post, "\(session)/se/log", ["type": "browser"]) as? [[String: Any]]
    return (entries ?? []).filter { $0["level"] as? String == "SEVERE" }.compactMap {
      $0["message"] as? String
    }
  }

  /// Sets the size of the window and the color scheme.
  func look(width: Int, isDark: Bool) async throws {
    let size: [String: Any] = ["width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": width < 600]
    let media = ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]]
    for (name, parameters) in ["setDeviceMetricsOverride": size, "setEmulatedMedia": media] {
      try await command("/goog/cdp/execute", ["cmd": "Emulation.\(name)", "params": parameters])
    }
  }

  func run(_ script: String) async throws -> sending Any? {
    try await command("/execute/sync", ["script": script, "args": [Int]()])
  }

  /// Saves a picture of the page in the folder of the variable `NOTES_SCREENSHOTS`, if it's set.
  func screenshot(_ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["NOTES_SCREENSHOTS"] else { return }
    let text = try #require(try await send(.get, "\(session)/screenshot") as? String)
    try Data(base64Encoded: text)?.write(to: URL(filePath: folder).appending(path: "\(name).png"))
  }

  private func element(_ selector: String) async throws -> String {
    let value = try await command("/element", ["using": "css selector", "value": selector])
    return try #require((value as? [String: String])?.values.first)
  }

  @discardableResult private func command(_ path: String, _ body: [String: Any]) async throws -> sending Any?
  { try await send(.post, "\(session)\(path)", body) }

  private func send(_ method: HTTPRequest.Method, _ path: String, _ body: [String: Any]? = nil) async throws
    -> sending Any?
  {
    let data = try body.map { ByteBuffer(bytes: try JSONSerialization.data(withJSONObject: $0)) }
    let fields: HTTPFields = body == nil ? [:] : [.contentType: "application/json"]
    let page = try await Browser(port: driver.port).send(method, path, fields: fields, body: data)
    guard page.status == 200 else { throw Refused(description: "\(path): \(page.text)") }
    return page.object["value"]
  }
}
