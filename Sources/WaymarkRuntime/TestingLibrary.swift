import CWaymarkRuntime

/// The library that runs tests, Swift Testing.
package enum TestingLibrary {
  /// Whether the program has loaded it.
  ///
  /// A program with only XCTest tests hasn't, except under SwiftPM for Linux, which loads both libraries.
  @TaskLocal package static var isLoaded = waymark_has_symbol("swt_abiv0_getEntryPoint")
}
