#if canImport(SwiftUI)
  public import SwiftUI

  /// A view that loads a value, and shows another view in the meantime.
  ///
  /// ```
  /// Route(NoteLoader.init(store:)) {
  ///   View(.note)
  ///   Shown { loader in
  ///     LoadingView { try await loader.note() } content: { note in
  ///       NoteScreen(note: note)
  ///     } placeholder: {
  ///       ProgressView()
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The factory of a route makes its destination at once, so a screen appears without a delay, and its route is
  /// `routed` with the placeholder. The view begins to load when it appears. If it disappears first, the task is
  /// canceled, and the view loads again when it reappears. A loaded value stays as long as the view.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  public struct LoadingView<Value, Content: View, Placeholder: View, Failure: View>: View {
    private let load: @MainActor () async throws -> Value
    private let content: @MainActor (Value) -> Content
    private let placeholder: Placeholder
    private let failure: @MainActor (any Error, _ retry: @escaping @MainActor () -> Void) -> Failure
    /// The value or the error, or nil before there's one.
    @State private var result = Result<Value, any Error>?.none

    /// Creates a view that loads a value.
    ///
    /// - Parameters:
    ///   - load: Loads the value.
    ///   - content: Returns the view of a value.
    ///   - placeholder: Returns the view before there's a value.
    ///   - failure: Returns the view after `load` has thrown an error. The second parameter loads once more.
    public init(
      _ load: @escaping @MainActor () async throws -> Value,
      @ViewBuilder content: @escaping @MainActor (Value) -> Content,
      @ViewBuilder placeholder: () -> Placeholder,
      @ViewBuilder failure:
        @escaping @MainActor (
          _ error: any Error, _ retry: @escaping @MainActor () -> Void
        ) -> Failure
    ) {
      self.load = load
      self.content = content
      self.placeholder = placeholder()
      self.failure = failure
    }

    /// The view of the value, of the error, or of neither.
    public var body: some View {
      switch result {
      case nil: placeholder.task { await run() }
      case .success(let value): content(value)
      case .failure(let error): failure(error) { result = nil }
      }
    }

    private func run() async {
      let new: Result<Value, any Error>
      do {
        new = .success(try await load())
      } catch {
        new = .failure(error)
      }
      // A canceled task, of a view that has disappeared, begins again.
      if !Task.isCancelled { result = new }
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension LoadingView where Failure == Text {
    /// Creates a view that loads a value, and displays the error if that fails.
    ///
    /// - Parameters:
    ///   - load: Loads the value.
    ///   - content: Returns the view of a value.
    ///   - placeholder: Returns the view before there's a value.
    public init(
      _ load: @escaping @MainActor () async throws -> Value,
      @ViewBuilder content: @escaping @MainActor (Value) -> Content,
      @ViewBuilder placeholder: () -> Placeholder
    ) {
      self.init(load, content: content, placeholder: placeholder) { error, _ in Text(verbatim: "\(error)") }
    }
  }
#endif
