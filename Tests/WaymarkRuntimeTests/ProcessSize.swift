import Foundation

#if os(macOS) || os(Linux)
  /// Whether the allocator soon uses freed memory again, which the address sanitizer's doesn't.
  let reusesMemory = dlsym(nil, "__asan_init") == nil

  /// Returns the size of the process in memory, in bytes.
  func processSize() -> Int {
    #if os(Linux)
      // A new process inherits the largest size of the process that created it, so that can't show a small growth.
      let counts = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
      return counts.flatMap { Int($0[1]) }.map { $0 * sysconf(Int32(_SC_PAGESIZE)) } ?? .max
    #else
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }
#endif
