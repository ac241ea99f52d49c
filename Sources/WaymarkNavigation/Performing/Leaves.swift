public import WaymarkCore

/// An entry of a view's route that decides whether a view may be removed, for example after asking the user.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Leaves { editor in editor.title.isEmpty ? .stay : .proceed }
///     }
///
/// ``ActiveRoute/leave(_:)`` asks it, and so do a ``Navigator`` and a presenter that calls
/// ``RouteTransition/mayLeave()`` before the user removes the view. ``ActiveRoute/remove(_:)`` doesn't ask. If a
/// route has several, all have to let the view go; they're asked in their order, up to the first that stays.
///
/// The closure may be asynchronous, for example to ask the user (<doc:NavigatingWindows>).
/// While it runs, others who ask wait for the same answer. If the view is removed meanwhile, the closure's task is
/// canceled.
public struct Leaves<Destination>: Sendable {
  let decide: @MainActor @Sendable (Destination) async throws -> LeaveDecision

  /// Creates the entry.
  ///
  /// - Parameter decide: Returns the decision. Throwing an error makes the view stay.
  @preconcurrency
  public init(_ decide: @escaping @MainActor @Sendable (Destination) async throws -> LeaveDecision) {
    self.decide = decide
  }
}

/// A ``Leaves`` entry whose destination type isn't known.
protocol LeaveGuard: FeatureEntry {
  /// Returns whether the entry can be asked about a destination.
  func accepts(_ destination: Any) -> Bool
  /// Asks about a destination; one of another type may be removed.
  @MainActor func decide(about destination: Any) async throws -> LeaveDecision
}

extension Leaves: LeaveGuard {
  func accepts(_ destination: Any) -> Bool { destination is Destination }

  @MainActor
  func decide(about destination: Any) async throws -> LeaveDecision {
    guard let destination = destination as? Destination else { return .proceed }
    return try await decide(destination)
  }
}

extension RouteEntryBuilder {
  /// Adds the decision whether the view may be removed.
  public static func buildExpression(_ entry: Leaves<Destination>) -> Entries<EntryContents.Shown> {
    Entries(InlineList(RouteEntryValue(feature: entry)))
  }

  /// Rejects a decision about another type.
  @available(
    *, unavailable,
    message: "the closure of Leaves takes the destination of its route: leave out the type of its parameter"
  )
  public static func buildExpression<Other>(_ entry: Leaves<Other>) -> Entries<EntryContents.Shown> {
    Entries()
  }
}

extension RouteDeclaration {
  /// The entries that decide about the removal of the destination.
  var leaveGuards: [any LeaveGuard] { features.compactMap { $0 as? any LeaveGuard } }
}

/// The decision of a ``Leaves`` entry about the removal of a destination.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Leaves { editor in editor.title.isEmpty ? .proceed : .stay }
///     }
public enum LeaveDecision: Sendable, Hashable {
  /// The destination may be removed, unless another entry decides otherwise.
  case proceed
  /// The destination stays shown.
  case stay
}

/// The question whether a destination may be removed, which several callers may wait for.
@MainActor
final class LeaveQuestion {
  private let waiters = Waiters<Bool>()
  private var task: Task<Void, Never>?
  private var count = 0

  /// Starts to ask.
  ///
  /// - Parameters:
  ///   - ask: Returns whether the destination may be removed.
  ///   - ended: Called when the answer is known.
  init(
    _ ask: @escaping @MainActor () async throws(RouteError) -> Bool,
    ended: @escaping @MainActor (LeaveQuestion) -> Void
  ) {
    task = Task { [weak self] in
      let answer: Result<Bool, RouteError>
      do throws(RouteError) { answer = .success(try await ask()) } catch { answer = .failure(error) }
      guard let self else { return }
      ended(self)
      finish(answer)
    }
  }

  /// Waits for the answer.
  ///
  /// If all tasks that wait are canceled, so is the task that asks.
  func wait() async throws -> Bool {
    count += 1
    return try await waiters.wait { [weak self] in
      guard let self else { return }
      count -= 1
      if count == 0 { task?.cancel() }
    }.get()
  }

  /// Ends the question before it's answered.
  func end(mayLeave: Bool) {
    task?.cancel()
    finish(.success(mayLeave))
  }

  private func finish(_ answer: Result<Bool, RouteError>) { waiters.resume(answer) }
}
