import WaymarkCore

/// The difference between a stack of screens and the stack that's wanted.
struct PlanDifference: Hashable {
  /// The number of screens that stay, from the lowest.
  let kept: Int
  /// The number of screens that are removed, from the top.
  let removed: Int
  /// The number of screens that are shown above those that stay.
  let shown: Int

  /// Compares two stacks, the lowest screen first.
  ///
  /// Only the topmost screen of a stack can be removed, and screens are shown only on top. So everything above the
  /// first screen that differs has to go, and no other changes are fewer.
  init<Shown, Wanted>(from shown: [Shown], to wanted: [Wanted], keeps: (Shown, Wanted) -> Bool) {
    kept = zip(shown, wanted).prefix { keeps($0, $1) }.count
    removed = shown.count - kept
    self.shown = wanted.count - kept
  }
}
