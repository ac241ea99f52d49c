public import WaymarkCore

/// An entry of a view's route that decides whether the view may be removed, for example after asking the user.
///
///     Route(Editor.self) {
///       View<any EditorInput>()
///       Leaves { editor in editor.title.isEmpty ? .stay : .proceed }
///     }
///
/// ``ActiveRoute/leave(_:)``, a ``Navigator``, and a presenter that calls ``RouteTransition/mayLeave()`` ask the entry.
/// ``ActiveRoute/remove(_:)`` doesn't. Several entries of a route decide in order, until the first one stays.
///
/// The closure may be asynchronous, for example to show an alert (<doc:NavigatingWindows>). Other callers wait for the
/// same answer in the meantime. If the view is removed without an answer, the closure's task is canceled.
public struct Leaves<Destination>: Sendable {
  let decide: @MainActor @Sendable (Destination) async throws -> LeaveDecision

  /// Creates the entry.
  ///
  /// - Parameter decide: Returns the decision. An error keeps the view on screen.
  public init(_ decide: @escaping @MainActor @Sendable (Destination) async throws -> LeaveDecision) {
    self.decide = decide
  }
}

/// A ``Leaves`` entry without its type.
struct LeaveGuard: FeatureEntry {
  /// Returns whether the entry can decide about a destination.
  let accepts: @Sendable (_ destination: Any) -> Bool
  /// Returns the decision about a destination, which is to proceed if it has another type.
  let decide: @MainActor @Sendable (_ destination: Any) async throws -> LeaveDecision
}

@_documentation(visibility: internal)
extension RouteEntryBuilder {
  /// Adds a decision about the view's removal.
  @_disfavoredOverload
  public static func buildExpression(_ entry: Leaves<Destination>) -> Entries<EntryContents.Shown> {
    let leaveGuard = LeaveGuard(accepts: { $0 is Destination }) { destination in
      guard let destination = destination as? Destination else { return .proceed }
      return try await entry.decide(destination)
    }
    return Entries(InlineList(RouteEntryValue(feature: leaveGuard)))
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
  var leaveGuards: [LeaveGuard] { features(LeaveGuard.self) }
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
  /// The destination stays.
  case stay
}

/// A confirmation by a route's ``Leaves``, with one answer for several callers.
@MainActor
final class LeaveConfirmation {
  private let waiters = Waiters<Bool>()
  private var task: Task<Void, Never>?
  /// Whether all tasks that waited were canceled, so that the closures were, too.
  private(set) var isAbandoned = false
  /// The confirmations in progress for views that would go away together, by the lowest view.
  static var closing: [RouteTransition.ID: LeaveConfirmation] = [:]
  /// The number of answers, each of which may have taken the user some time.
  private(set) static var answerCount = 0

  /// Asks for the confirmation, and calls `ended` with the answer.
  init(
    _ ask: @escaping @MainActor () async throws(RouteError) -> Bool,
    ended: @escaping @MainActor (LeaveConfirmation) -> Void
  ) {
    task = Task { [weak self] in
      let answer: Result<Bool, RouteError>
      do throws(RouteError) { answer = .success(try await ask()) } catch { answer = .failure(error) }
      Self.answerCount += 1
      guard let self else { return }
      ended(self)
      waiters.resume(answer)
    }
  }

  /// Waits for the answer, and cancels the confirmation if all waiting tasks are canceled.
  func wait() async throws -> Bool {
    try await waiters.wait { [weak self] in
      guard let self, waiters.isEmpty else { return }
      isAbandoned = true
      task?.cancel()
    }.get()
  }

  /// Ends the confirmation, because the view was removed.
  func end() {
    task?.cancel()
    waiters.resume(.success(true))
  }
}
