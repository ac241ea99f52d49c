import Foundation
import GtkKit

/// The main loop and the signals, without the application.
enum LoopScenarios {
  /// Tasks of the main actor and of others go on while nothing else wakes the program, which doesn't spin meanwhile.
  @MainActor static func tasksGoOnWhileIdle() async throws {
    let window = Window()
    window.setContent(Label("idle"))
    window.present()
    try await Task.sleep(for: .milliseconds(200))
    let waits = MainLoop.current.waits
    for _ in 0..<5 { try await Task.sleep(for: .milliseconds(50)) }
    let number = await Task.detached { await MainActor.run { 7 } }.value
    expect(number, 7)
    // Each sleep ends one wait, and so may a few events of GTK.
    if MainLoop.current.waits - waits > 30 {
      Checks.fail("the loop waited \(MainLoop.current.waits - waits) times")
    }
    var isClicked = false
    let button = Button("later")
    button.onClick { isClicked = true }
    Task.detached {
      try await Task.sleep(for: .milliseconds(20))
      await MainActor.run { button.emit("clicked") }
    }
    try await wait(for: "the click") { isClicked }
    expect(Thread.isMainThread, true)
    window.destroy()
  }

  /// A thousand tasks come back to the main actor from other threads, and GTK draws meanwhile.
  @MainActor static func manyTasks() async throws {
    let window = Window()
    let label = Label("0")
    window.setContent(label)
    window.present()
    var count = 0
    await withTaskGroup(of: Int.self) { group in
      for number in 0..<1000 {
        group.addTask {
          await Task.yield(); return number
        }
      }
      for await _ in group {
        count += 1
        label.content = "\(count)"
      }
    }
    expect(count, 1000)
    expect(label.content, "1000")
    try await wait(for: "the window") { label.isMapped }
    window.destroy()
  }

  /// A closure is released with the widget that emits its signal.
  @MainActor static func signalsEndWithTheirWidget() async throws {
    final class Token {}
    weak var token: Token?
    let before = SignalHandler.count
    do {
      let captured = Token()
      token = captured
      let button = Button("click")
      var clicks = 0
      button.onClick {
        _ = captured
        clicks += 1
      }
      button.addShortcut("<Control>x") { captured === captured }
      button.emit("clicked")
      button.emit("clicked")
      expect(clicks, 2)
      expect(SignalHandler.count, before + 1)
    }
    expect(SignalHandler.count, before)
    expect(token == nil, true)
  }
}
