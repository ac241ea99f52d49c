import Foundation

/// The sanitizers that tests may be built for.
package enum Sanitizer {
  /// Whether this program is built for the thread sanitizer.
  package static let watchesThreads = dlsym(nil, "__tsan_init") != nil

  /// Whether this program is built for the address sanitizer.
  package static let watchesAddresses = dlsym(nil, "__asan_init") != nil

  /// Whether this program is built for a sanitizer, with larger stack frames and an allocator that takes more memory.
  package static var isActive: Bool { watchesThreads || watchesAddresses }
}
