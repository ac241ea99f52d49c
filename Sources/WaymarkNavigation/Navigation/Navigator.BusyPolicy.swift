import WaymarkCore

extension Navigator {
  /// What happens to a change that's requested while a navigator is making another one.
  public enum BusyPolicy: Sendable, Hashable {
    /// The change waits until those requested before it have ended.
    case wait
    /// The change replaces those that haven't ended, which throw `superseded`.
    ///
    /// A presentation that has begun is finished first, and what was shown so far stays if the new change keeps it.
    case replace
    /// The change throws `busy`.
    case refuse
  }

  /// Which of several URLs a navigator keeps until it can open them.
  public enum KeepPolicy: Sendable, Hashable {
    /// The URL that was received last.
    case newest
    /// All URLs, which are opened in the order in which they were received.
    case all
  }
}
