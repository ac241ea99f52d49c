extension [Diagnostic] {
  /// Returns the diagnostics with those of other variants of the application, except those that are the same in the registry's own.
  func adding(_ others: [Diagnostic]) -> [Diagnostic] {
    guard !others.isEmpty else { return self }
    var seen = Set(self)
    return self + others.filter { seen.insert($0.found(in: nil)).inserted }
  }
}
