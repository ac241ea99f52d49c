import SwiftUI
import Testing
import ToolkitFixtures
import Waymark
import WaymarkSwiftUI

/// A value that a test provides when it likes.
@MainActor
private final class Source {
  struct Failed: Error, CustomStringConvertible { var description: String { "no connection" } }

  private var waiting: [CheckedContinuation<String, any Error>] = []
  private(set) var attempts = 0
  private(set) var cancellations = 0

  func load() async throws -> String {
    attempts += 1
    let value = try await withCheckedThrowingContinuation { waiting.append($0) }
    if Task.isCancelled { cancellations += 1 }
    return value
  }

  var isWaiting: Bool { !waiting.isEmpty }

  func provide(_ result: Result<String, any Error>) {
    let all = waiting
    waiting = []
    for continuation in all { continuation.resume(with: result) }
  }
}

@MainActor
@Suite("Views that load a value", .timeLimit(.minutes(5)))
struct LoadingViewTests {
  private let source = Source()

  @Test func `an error stays until the next attempt succeeds`() async {
    let device = draw {
      LoadingView { [source] in
        try await source.load()
      } content: {
        Text($0)
      } placeholder: {
        ProgressView()
      } failure: { error, retry in
        Text("\(error)")
        Button("Again") { retry() }
      }
    }
    #expect(device.isBusy)
    for attempt in 1...2 {
      #expect(await eventually { source.isWaiting })
      source.provide(.failure(Source.Failed()))
      #expect(await eventually { device.texts == ["no connection"] })
      #expect(source.attempts == attempt)
      #expect(device.press("Again"))
      #expect(device.isBusy)
    }
    #expect(await eventually { source.isWaiting })
    source.provide(.success("a report"))
    #expect(await eventually { device.texts == ["a report"] })
    #expect(!device.isBusy)
  }

  @Test func `a covered screen loads again when it reappears`() async throws {
    let window = RouteWindow()
    let registry = try Registry { NoteModule() }
    let device = draw {
      RouteStack(window) {
        LoadingView { [source] in
          try await source.load()
        } content: {
          Text($0)
        } placeholder: {
          ProgressView()
        }
      }
    }
    #expect(await eventually { source.isWaiting })
    try await registry.show(.note, .push(from: window))
    source.provide(.success("canceled"))
    #expect(await eventually { source.cancellations == 1 })
    #expect(device.goBack())
    #expect(device.isBusy)
    #expect(await eventually { source.isWaiting })
    // Without a view for errors, it displays the error.
    source.provide(.failure(Source.Failed()))
    #expect(await eventually { device.texts == ["no connection"] })
    #expect(source.attempts == 2)
  }
}
