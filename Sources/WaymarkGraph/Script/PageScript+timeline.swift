extension PageScript {
  /// The measured start on a time axis.
  static let timeline = ""
}
