import Waymark

extension RouteEvent.Phase {
  /// The phase as a word for a log.
  var word: String {
    switch self {
    case .willPerform: "willPerform"
    case .didPerform: "didPerform"
    case .willRemove: "willRemove"
    case .didRemove: "didRemove"
    case .failed(let error): "failed(\(error.code))"
    case .leaked: "leaked"
    case .reclaimed: "reclaimed"
    }
  }
}
