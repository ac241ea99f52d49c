/// How a view's route is shown, as its entries say it.
struct ShowingDraft: Sendable {
  /// The kinds of path along which it can be shown; nil where all will do.
  var kinds: [RoutePath.Kind]?
  var observers: [Observes] = []
  var interceptors: [Intercepts] = []
}
