extension RouteEntryBuilder {
  /// Adds the decision whether the view may be removed.
  public static func buildExpression(_ entry: Leaves<Destination>) -> Entries<EntryContents.Shown> {
    Entries(InlineList(RouteEntryValue(.feature(entry))))
  }
}
