package import Waymark

extension RouteError {
  /// The description without the route that a presenter was to show or to remove, for tests of the presenter's own words.
  package var presenterText: String {
    let lines = description.split(separator: "\n")
    return lines.filter { !$0.hasPrefix("    while trying to ") }.joined(separator: "\n")
  }
}
