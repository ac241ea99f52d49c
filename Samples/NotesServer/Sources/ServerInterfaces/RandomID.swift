/// Identifiers and secrets that nobody can guess.
public enum RandomID {
  /// Returns characters of `A–Z a–z 0–9 - _` from the system's random generator.
  ///
  /// - Parameter bits: The entropy; 6 bits for each character.
  public static func make(bits: Int = 132) -> String {
    var generator = SystemRandomNumberGenerator()
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".unicodeScalars)
    var text = String.UnicodeScalarView()
    for _ in 0..<((bits + 5) / 6) { text.append(alphabet[Int.random(in: 0..<64, using: &generator)]) }
    return String(text)
  }
}
