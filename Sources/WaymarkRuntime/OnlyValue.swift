/// Returns the value of a struct without stored properties, which has only one; nil for other types.
///
/// - Parameter type: The type.
package func onlyValue<Value>(of type: Value.Type) -> Value? {
  let metadata = Metadata(of: type)
  guard metadata.kind == .struct, MemoryLayout<Value>.size == 0, let fields = metadata.descriptor?.fields,
    !fields.contains(where: { _ in true })
  else { return nil }
  // SAFETY: the value has no bytes and nothing to retain. A struct without stored properties has exactly one value, in
  // contrast to an enum without cases, or a struct that stores one, which have none.
  return unsafeBitCast((), to: Value.self)
}
