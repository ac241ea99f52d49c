import CWaymarkRuntime

/// The libraries that run tests, Swift Testing and XCTest.
package enum TestingLibrary {
  /// Whether the program has loaded Swift Testing, or false in an operation with a registry that no trait provides.
  ///
  /// A program with only XCTest tests hasn't, except under SwiftPM for Linux, which loads both libraries.
  @TaskLocal package static var isLoaded = waymark_has_symbol("swt_abiv0_getEntryPoint")

  /// Whether XCTest takes a failure now.
  package static var takesXCTestFailures: Bool { waymark_xctest_takes_failures() }
}
