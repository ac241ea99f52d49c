import ProgramFacts

/// One side of one row, done a number of times: for profilers, and to count instructions.
///
///     valgrind --tool=callgrind --toggle-collect=program_measured \
///       .build/release/Routes500 --repeat "kept service: waymark" 1000
///
/// Everything that is measured happens inside the C function `program_measured`, so callgrind counts neither the
/// start of the process nor the creation of the registry.
struct Repetition: Sendable {
  let sample: Sample
  let count: Int

  /// Reads a program's arguments.
  ///
  /// - Returns: The repetition, or nil if the arguments don't ask for one.
  init?(_ arguments: [String], of comparisons: [Comparison]) throws {
    guard arguments.count > 1, arguments[1] == "--repeat" else { return nil }
    guard arguments.count == 4, let count = Int(arguments[3]), count > 0 else { throw Failure.usage }
    var samples: [String: Sample] = [:]
    for comparison in comparisons {
      for side in Side.allCases { samples[side.benchmark(of: comparison.work)] = comparison.sample(side) }
    }
    guard let sample = samples[arguments[2]] else {
      throw Failure.unknown(arguments[2], known: samples.keys.sorted())
    }
    self.sample = sample
    self.count = count
  }

  /// Prepares the sample, warms it up if it repeats its work, and does the work.
  ///
  /// - Returns: A description of the measurement.
  @MainActor
  func run() throws -> String {
    let clock = ContinuousClock()
    let duration: Duration
    var count = count
    switch sample {
    case .loop(_, let prepare):
      let loop = try prepare()
      try loop(count)
      duration = try clock.measure { try measured { try loop(count) } }
    case .mainActorLoop(let prepare):
      let loop = try prepare()
      try loop(count)
      duration = try clock.measure { try measured { try loop(count) } }
    case .threads(let prepare):
      let loops = try prepare()
      let share = max(1, count / loops.count)
      count = share * loops.count
      try Threads.run(loops, share)
      let measuredLoops = loops.map { loop -> Sample.Loop in { count in try measured { try loop(count) } } }
      duration = try clock.measure { try Threads.run(measuredLoops, share) }
    case .once(let prepare):
      let body = try prepare()
      count = 1
      duration = try clock.measure { try measured(body) }
    case .memory(let prepare):
      let make = try prepare()
      count = 1
      duration = try clock.measure { try measured { keep(try make()) } }
    }
    return "\(count) times, \(duration / .nanoseconds(count)) ns each"
  }

  enum Failure: Error, CustomStringConvertible {
    case usage
    case unknown(String, known: [String])

    var description: String {
      switch self {
      case .usage: "The arguments are incomplete. To fix: write --repeat \"ROW: SIDE\" COUNT."
      case .unknown(let name, let known):
        "There is no benchmark “\(name)”. To fix: choose one of these:\n"
          + known.map { "  \($0)" }.joined(separator: "\n")
      }
    }
  }
}

/// Runs a closure inside the C function `program_measured`.
private func measured(_ body: () throws -> Void) throws {
  try withoutActuallyEscaping(body) { body in
    let call = Call(body)
    program_measured(
      { context in
        // SAFETY: `context` is the object that is passed below, which outlives the call.
        if let context { Unmanaged<Call>.fromOpaque(context).takeUnretainedValue().run() }
      }, Unmanaged.passUnretained(call).toOpaque())
    try call.result.get()
  }
}

/// A closure and its result, as an object with an address to pass through C.
private final class Call {
  private let body: () throws -> Void
  private(set) var result: Result<Void, any Error> = .success(())

  init(_ body: @escaping () throws -> Void) { self.body = body }

  func run() { result = Result(catching: body) }
}
