import CGtk

/// A strong reference to an object of GLib.
///
/// GLib counts references as Swift does: the object lives at least as long as this reference to it. Several instances
/// may refer to the same object.
@MainActor
public class Object {
  /// The object.
  ///
  /// Its fields belong to GLib.
  public let address: UnsafeMutableRawPointer
  nonisolated private let identity: UInt

  /// Retains an object.
  ///
  /// A widget that was just created has a floating reference, which the first owner takes over.
  ///
  /// - Parameter address: The object.
  public init(_ address: UnsafeMutableRawPointer) {
    self.address = address
    identity = UInt(bitPattern: address)
    g_object_ref_sink(address)
  }

  /// Takes over the reference to an object that was just created and isn't a widget.
  ///
  /// - Parameter address: The object.
  init(owning address: UnsafeMutableRawPointer) {
    self.address = address
    identity = UInt(bitPattern: address)
  }

  // The last reference may go away in any task, but only the main thread may touch GTK.
  isolated deinit { g_object_unref(address) }

  /// Returns the address as a pointer to a type with fields that C declares.
  func pointer<Instance>(as type: Instance.Type = Instance.self) -> UnsafeMutablePointer<Instance> {
    // `assumingMemoryBound` is sound: each caller is the class for the type of its object, and the instance of a
    // derived type in C begins with the fields of its base.
    address.assumingMemoryBound(to: type)
  }

  /// The address as a pointer to a type without declared fields.
  var opaque: OpaquePointer { OpaquePointer(address) }

  /// The name of the object's type, such as `GtkButton`.
  public var typeName: String { String(cString: desktop_type_name(address)) }
}

extension Object: Hashable {
  /// Returns whether two references are to the same object.
  nonisolated public static func == (left: Object, right: Object) -> Bool { left.identity == right.identity }

  /// Hashes the identity of the object.
  nonisolated public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}
