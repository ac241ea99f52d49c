/// A view that can be made without parameters, so that its route needs no factory.
///
///     Route(Editor.self) { View<any EditorInput>() }
@MainActor
public protocol ViewDestination: SendableMetatype {
  /// Creates the view.
  init()
}
