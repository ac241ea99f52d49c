/// Reports required tokens with more than one adapter.
enum DuplicateAdapterRule: CompilationRule {
  static func check(_ linked: Linked) -> [Finding] {
    linked.adapters.repeated { $0.declaration.required }.compactMap { adapter, first in
      guard !linked.areDisjoint(adapter.condition, first.condition) else { return nil }
      return adapter.finding(
        .duplicateAdapter, "\(adapter.declaration.required) has two adapters",
        detail: adapter.declaration.text,
        related: [first.related("\(first.declaration.text) is the first")], remedy: "remove one of them")
    }
  }
}
