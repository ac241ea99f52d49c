/// A view that can make itself, so that its route needs no factory.
///
///     Route(Editor.self) { View<any EditorInput>() }
@MainActor
public protocol ViewDestination: SendableMetatype {
  /// Creates the view.
  init()
}
