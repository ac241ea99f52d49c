extension Duration {
  /// The duration in seconds, with one digit or the first two that aren't zero: `12.5 s`, `0.35 s`, `0.0021 s`.
  package var inSeconds: String {
    let microseconds = Int((self / .microseconds(1)).rounded())
    guard (1..<1_000_000).contains(microseconds) else {
      let tenths = Int((self / .milliseconds(100)).rounded())
      return "\(tenths / 10).\(tenths % 10) s"
    }
    let digits = String(1_000_000 + microseconds).dropFirst()
    let zeros = digits.prefix { $0 == "0" }.count
    return "0.\(digits.prefix(zeros + 2)) s"
  }
}
