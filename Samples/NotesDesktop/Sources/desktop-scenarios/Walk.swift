import DesktopKit
import GtkKit
import NotesDesktop
import NotesInterfaces
import SeededTesting
import Waymark

/// Drives a real window and its reference with the same random operations.
///
/// After each step, GTK's widgets must show the screens of the navigator and of the reference.
@MainActor
final class Walk: RouteVocabulary {
  private let seed: UInt64
  private var random: SeededGenerator
  private var reference = WalkReference()
  /// The answer of the user to the next question.
  private var answer = "Discard"
  private var counts: [String: Int] = [:]

  private static let urls = [
    "notes://notes/1", "notes://notes/2", "notes://notes/3", "notes://list", "notes://folders",
    "notes://list/Recipes", "notes://list/Recipes/notes/2", "notes://list/Recipes/notes/3",
  ]

  init(seed: UInt64) {
    self.seed = seed
    random = SeededGenerator(seed: seed)
  }

  func run(steps: Int) async throws {
    let desk = try await Desk()
    for number in 0..<steps {
      answer = ["Save", "Discard", "Stay"].randomElement(using: &random) ?? ""
      reference.stays = answer == "Stay"
      let before = "\(reference.tab) \(reference.screens)"
      let operation = try await step(desk)
      counts[operation.split(separator: " ").first.map(String.init) ?? "", default: 0] += 1
      if let difference = try await differenceAfterAWhile(desk) {
        return Checks.fail(
          "seed \(seed), step \(number), \(operation), \(answer), from \(before): \(difference)")
      }
    }
    print("seed \(seed): " + counts.sorted { $0.key < $1.key }.map { "\($0) \($1)" }.joined(separator: ", "))
    try await desk.clean()
  }

  // MARK: - Steps

  private func step(_ desk: Desk) async throws -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 1, 2: try await open(desk)
    case 3: try await receive(desk)
    case 4, 5, 6: try await goBack(desk)
    case 7, 8, 9: try await openSheet(desk)
    case 10, 11, 12: try await pushInSheet(desk)
    case 13: selectTab(desk)
    case 14, 15: try await closeCover(desk)
    case 16: try await openPopover(desk)
    case 17, 18: try edit(desk)
    default: try await closeWindow(desk)
    }
  }

  private func wanted(_ desk: Desk) throws -> (url: String, tab: String, screens: [String]) {
    let url = Self.urls.randomElement(using: &random) ?? ""
    let urls = try desk.registry.plan(for: url).steps.map(\.url)
    // The first screen is the root of its tab.
    return (url, urls.first == "notes://folders" ? "Folders" : "Notes", Array(urls.dropFirst()))
  }

  private func open(_ desk: Desk) async throws -> String {
    let wanted = try wanted(desk)
    let code = try await answering(desk) { () -> RouteError.Code? in
      do throws(Navigator.Failure) {
        try await desk.navigator.open(wanted.url, animated: false)
        return nil
      } catch {
        return error.code
      }
    }
    let expected = reference.open(wanted.screens, in: wanted.tab)
    if code != expected { Checks.fail("seed \(seed): opening ended with \(String(describing: code))") }
    return "open \(wanted.url)"
  }

  /// A link arrives, as from another program.
  private func receive(_ desk: Desk) async throws -> String {
    // A link that was refused would be tried again with the next one.
    if answer == "Stay" { answer = "Discard" }
    reference.stays = false
    let wanted = try wanted(desk)
    desk.application.open([wanted.url])
    try await answering(desk) {
      while !desk.navigator.receivedURLs.isEmpty { try? await Task.sleep(for: .milliseconds(1)) }
    }
    _ = reference.open(wanted.screens, in: wanted.tab)
    return "link \(wanted.url)"
  }

  private func goBack(_ desk: Desk) async throws -> String {
    guard let top = reference.top else {
      expect(desk.window.goBack(), false)
      return "nothing"
    }
    let asks = reference.refuses([top])
    let button = desk.tree.find("back")
    if let button, Bool.random(using: &random) { button.emit("clicked") } else { desk.window.goBack() }
    reference.goBack()
    try await answering(desk) { if asks { await self.refused() } }
    return "back"
  }

  private func openSheet(_ desk: Desk) async throws -> String {
    if desk.tree.find("new") != nil, reference.covers.isEmpty {
      desk.tree.click("new")
      reference.show("new", above: .sheet)
      return "new"
    }
    try await desk.registry.perform(to: .settings, path: .sheet(from: desk.window)).completed()
    reference.show("notes://settings", above: .sheet)
    return "sheet"
  }

  private func pushInSheet(_ desk: Desk) async throws -> String {
    guard let cover = reference.covers.last, cover != nil else { return "nothing" }
    try await desk.registry.open("notes://settings", .push(from: desk.window)).completed()
    reference.show("notes://settings", above: .stack)
    return "push"
  }

  private func selectTab(_ desk: Desk) -> String {
    guard reference.covers.isEmpty else { return "nothing" }
    let other = reference.tab == "Notes" ? "Folders" : "Notes"
    desk.tree.selectTab(other)
    reference.select(other)
    return "tab"
  }

  private func closeCover(_ desk: Desk) async throws -> String {
    guard let cover = reference.covers.last else { return "nothing" }
    guard let count = cover else {
      desk.tree.popovers.last?.close()
      reference.closeCover()
      return "unpop"
    }
    let asks = reference.refuses(reference.screens.suffix(count))
    desk.tree.sheets.last?.close()
    reference.closeCover()
    try await answering(desk) { if asks { await self.refused() } }
    return "close"
  }

  private func openPopover(_ desk: Desk) async throws -> String {
    try await desk.registry.perform(to: View<any AlertInput>(), path: .popover(from: desk.window)) {
      $0.prepareDestination = { $0.buttons = ["OK"] }
    }.completed()
    reference.show("none", above: .popover)
    return "popover"
  }

  private func edit(_ desk: Desk) throws -> String {
    guard let top = reference.top, top == "new" || top.contains("/notes/") else { return "nothing" }
    Field(of: try require(desk.tree.find("note-title"))).content =
      "Edited \(Int.random(in: 0..<1000, using: &random))"
    reference.edit()
    return "edit"
  }

  private func closeWindow(_ desk: Desk) async throws -> String {
    let (before, plans) = (reference, desk.navigator.plans)
    let closes = reference.close()
    let (closed, window) = (Task { await desk.window.close() }, desk.window.window)
    let isClosed = try await answering(desk) { await closed.value }
    expect(isClosed, closes)
    guard closes else { return "refused" }
    expect(Window.all.contains(window) && window.isVisible, false)
    try await desk.reopen(plans)
    reference.restore(before)
    return "window"
  }

  // MARK: - Questions

  private var hasRefused = false

  private func refused() async { while !hasRefused { try? await Task.sleep(for: .milliseconds(1)) } }

  /// Waits for some work, and answers each question that appears meanwhile.
  @discardableResult
  private func answering<Result: Sendable>(
    _ desk: Desk, _ work: @escaping @MainActor () async -> Result
  ) async throws -> Result {
    var result: Result?
    hasRefused = false
    Task { result = await work() }
    try await wait(for: "the end of step after \(reference.screens), \(desk.tree.screens), \(answer)") {
      if let button = desk.tree.find(answer) {
        button.emit("clicked")
        if answer == "Stay" { hasRefused = true }
      }
      return result != nil
    }
    return try require(result)
  }

  // MARK: - The comparison

  /// Compares until there's no difference, because the user's changes take a few turns of the main loop.
  private func differenceAfterAWhile(_ desk: Desk) async throws -> String? {
    let end = ContinuousClock.now + .seconds(5)
    while true {
      if let button = desk.tree.find(answer) { button.emit("clicked") }
      guard let difference = desk.difference() ?? difference(desk) else { return nil }
      if ContinuousClock.now > end { return difference }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  private func difference(_ desk: Desk) -> String? {
    let names = { (screens: [String]) in
      screens.map { ["new": "new note", "none": "alert"][$0] ?? WidgetTree.name(of: $0) }
    }
    let tree = desk.tree
    if tree.tab != reference.tab { return "the tab is \(tree.tab ?? "none"), expected \(reference.tab)" }
    if tree.screens != names(reference.screens) {
      return "shows \(tree.screens), expected \(reference.screens)"
    }
    let other = reference.tab == "Notes" ? "Folders" : "Notes"
    if tree.screens(inTab: other) != names(reference.screens(in: other)) {
      return "shows \(tree.screens(inTab: other)) in \(other), expected \(reference.screens(in: other))"
    }
    let plan = desk.navigator.plan.steps.dropFirst().map(\.url)
    if plan != reference.plan { return "the plan is \(plan), expected \(reference.plan)" }
    return tree.showsTop ? nil : "a lower screen is visible"
  }
}
