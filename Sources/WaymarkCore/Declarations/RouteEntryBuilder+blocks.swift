// A block of 1 to 20 entries. One function with a parameter pack would need a type that is generic over a pack, which
// needs iOS 17 and macOS 14. With `buildPartialBlock`, type-checking a block of 20 entries takes almost twice as long,
// and one of three a third longer.
@_documentation(visibility: internal)
extension RouteEntryBuilder {
  /// The contents of two parts of a block.
  @_documentation(visibility: internal)
  public typealias Joined<First, Second> = EntryContents.Joined<First, Second>
  /// The contents of four parts of a block.
  @_documentation(visibility: internal)
  public typealias JoinedFour<First, Second, Third, Fourth> = Joined<
    Joined<First, Second>, Joined<Third, Fourth>
  >

  /// The contents of eight parts of a block.
  @_documentation(visibility: internal)
  public typealias JoinedEight<A, B, C, D, E, F, G, H> = Joined<
    JoinedFour<A, B, C, D>, JoinedFour<E, F, G, H>
  >
  /// The contents of sixteen parts of a block.
  @_documentation(visibility: internal)
  public typealias JoinedSixteen<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P> = Joined<
    JoinedEight<A, B, C, D, E, F, G, H>, JoinedEight<I, J, K, L, M, N, O, P>
  >

  /// Builds a block of one entry.
  public static func buildBlock<Contents>(_ entry: Entries<Contents>) -> Entries<Contents> { entry }

  /// Builds a block of two entries.
  public static func buildBlock<A, B>(_ a: Entries<A>, _ b: Entries<B>) -> Entries<Joined<A, B>> {
    a.joined(b)
  }

  /// Builds a block of three entries.
  public static func buildBlock<A, B, C>(_ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>) -> Entries<
    Joined<Joined<A, B>, C>
  > {
    a.joined(b, c)
  }

  /// Builds a block of four entries.
  public static func buildBlock<A, B, C, D>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>
  ) -> Entries<JoinedFour<A, B, C, D>> {
    a.joined(b, c, d)
  }

  /// Builds a block of five entries.
  public static func buildBlock<A, B, C, D, E>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>
  ) -> Entries<Joined<JoinedFour<A, B, C, D>, E>> {
    a.joined(b, c, d, e)
  }

  /// Builds a block of six entries.
  public static func buildBlock<A, B, C, D, E, F>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>
  ) -> Entries<Joined<JoinedFour<A, B, C, D>, Joined<E, F>>> {
    a.joined(b, c, d, e, f)
  }

  /// Builds a block of seven entries.
  public static func buildBlock<A, B, C, D, E, F, G>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>,
    _ g: Entries<G>
  ) -> Entries<Joined<JoinedFour<A, B, C, D>, Joined<Joined<E, F>, G>>> {
    a.joined(b, c, d, e, f, g)
  }

  /// Builds a block of eight entries.
  public static func buildBlock<A, B, C, D, E, F, G, H>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>,
    _ g: Entries<G>, _ h: Entries<H>
  ) -> Entries<JoinedEight<A, B, C, D, E, F, G, H>> {
    a.joined(b, c, d, e, f, g, h)
  }

  /// Builds a block of nine entries.
  public static func buildBlock<A, B, C, D, E, F, G, H, I>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>,
    _ g: Entries<G>, _ h: Entries<H>, _ i: Entries<I>
  ) -> Entries<Joined<JoinedEight<A, B, C, D, E, F, G, H>, I>> {
    a.joined(b, c, d, e, f, g, h, i)
  }

  /// Builds a block of ten entries.
  public static func buildBlock<A, B, C, D, E, F, G, H, I, J>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>,
    _ g: Entries<G>, _ h: Entries<H>, _ i: Entries<I>, _ j: Entries<J>
  ) -> Entries<Joined<JoinedEight<A, B, C, D, E, F, G, H>, Joined<I, J>>> {
    a.joined(b, c, d, e, f, g, h, i, j)
  }

  /// Builds a block of eleven entries.
  public static func buildBlock<A, B, C, D, E, F, G, H, I, J, K>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>,
    _ g: Entries<G>, _ h: Entries<H>, _ i: Entries<I>, _ j: Entries<J>, _ k: Entries<K>
  ) -> Entries<Joined<JoinedEight<A, B, C, D, E, F, G, H>, Joined<Joined<I, J>, K>>> {
    a.joined(b, c, d, e, f, g, h, i, j, k)
  }

  /// Builds a block of twelve entries.
  public static func buildBlock<A, B, C, D, E, F, G, H, I, J, K, L>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>,
    _ g: Entries<G>, _ h: Entries<H>, _ i: Entries<I>, _ j: Entries<J>, _ k: Entries<K>, _ l: Entries<L>
  ) -> Entries<Joined<JoinedEight<A, B, C, D, E, F, G, H>, JoinedFour<I, J, K, L>>> {
    a.joined(b, c, d, e, f, g, h, i, j, k, l)
  }

  /// Builds a block of thirteen entries.
  public static func buildBlock<A, B, C, D, E, F, G, H, I, J, K, L, M>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>,
    _ g: Entries<G>, _ h: Entries<H>, _ i: Entries<I>, _ j: Entries<J>, _ k: Entries<K>, _ l: Entries<L>,
    _ m: Entries<M>
  ) -> Entries<Joined<JoinedEight<A, B, C, D, E, F, G, H>, Joined<JoinedFour<I, J, K, L>, M>>> {
    a.joined(b, c, d, e, f, g, h, i, j, k, l, m)
  }

  /// Builds a block of fourteen entries.
  public static func buildBlock<A, B, C, D, E, F, G, H, I, J, K, L, M, N>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>,
    _ g: Entries<G>, _ h: Entries<H>, _ i: Entries<I>, _ j: Entries<J>, _ k: Entries<K>, _ l: Entries<L>,
    _ m: Entries<M>, _ n: Entries<N>
  ) -> Entries<Joined<JoinedEight<A, B, C, D, E, F, G, H>, Joined<JoinedFour<I, J, K, L>, Joined<M, N>>>> {
    a.joined(b, c, d, e, f, g, h, i, j, k, l, m, n)
  }

  /// Builds a block of fifteen entries.
  public static func buildBlock<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>,
    _ g: Entries<G>, _ h: Entries<H>, _ i: Entries<I>, _ j: Entries<J>, _ k: Entries<K>, _ l: Entries<L>,
    _ m: Entries<M>, _ n: Entries<N>, _ o: Entries<O>
  ) -> Entries<
    Joined<JoinedEight<A, B, C, D, E, F, G, H>, Joined<JoinedFour<I, J, K, L>, Joined<Joined<M, N>, O>>>
  > {
    a.joined(b, c, d, e, f, g, h, i, j, k, l, m, n, o)
  }

  /// Builds a block of sixteen entries.
  public static func buildBlock<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>,
    _ g: Entries<G>, _ h: Entries<H>, _ i: Entries<I>, _ j: Entries<J>, _ k: Entries<K>, _ l: Entries<L>,
    _ m: Entries<M>, _ n: Entries<N>, _ o: Entries<O>, _ p: Entries<P>
  ) -> Entries<JoinedSixteen<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P>> {
    a.joined(b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
  }

  /// Builds a block of seventeen entries.
  public static func buildBlock<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>,
    _ g: Entries<G>, _ h: Entries<H>, _ i: Entries<I>, _ j: Entries<J>, _ k: Entries<K>, _ l: Entries<L>,
    _ m: Entries<M>, _ n: Entries<N>, _ o: Entries<O>, _ p: Entries<P>, _ q: Entries<Q>
  ) -> Entries<Joined<JoinedSixteen<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P>, Q>> {
    a.joined(b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q)
  }

  /// Builds a block of eighteen entries.
  public static func buildBlock<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>,
    _ g: Entries<G>, _ h: Entries<H>, _ i: Entries<I>, _ j: Entries<J>, _ k: Entries<K>, _ l: Entries<L>,
    _ m: Entries<M>, _ n: Entries<N>, _ o: Entries<O>, _ p: Entries<P>, _ q: Entries<Q>, _ r: Entries<R>
  ) -> Entries<Joined<JoinedSixteen<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P>, Joined<Q, R>>> {
    a.joined(b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r)
  }

  /// Builds a block of nineteen entries.
  public static func buildBlock<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>,
    _ g: Entries<G>, _ h: Entries<H>, _ i: Entries<I>, _ j: Entries<J>, _ k: Entries<K>, _ l: Entries<L>,
    _ m: Entries<M>, _ n: Entries<N>, _ o: Entries<O>, _ p: Entries<P>, _ q: Entries<Q>, _ r: Entries<R>,
    _ s: Entries<S>
  ) -> Entries<Joined<JoinedSixteen<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P>, Joined<Joined<Q, R>, S>>>
  {
    a.joined(b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s)
  }

  /// Builds a block of twenty entries.
  public static func buildBlock<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>,
    _ g: Entries<G>, _ h: Entries<H>, _ i: Entries<I>, _ j: Entries<J>, _ k: Entries<K>, _ l: Entries<L>,
    _ m: Entries<M>, _ n: Entries<N>, _ o: Entries<O>, _ p: Entries<P>, _ q: Entries<Q>, _ r: Entries<R>,
    _ s: Entries<S>, _ t: Entries<T>
  ) -> Entries<Joined<JoinedSixteen<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P>, JoinedFour<Q, R, S, T>>>
  {
    a.joined(b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t)
  }

  /// Rejects a block of more entries.
  @available(
    *, unavailable, message: "a block has at most 20 entries: put some of them into another one, do { … }"
  )
  public static func buildBlock<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R, S, T, U, each Other>(
    _ a: Entries<A>, _ b: Entries<B>, _ c: Entries<C>, _ d: Entries<D>, _ e: Entries<E>, _ f: Entries<F>,
    _ g: Entries<G>, _ h: Entries<H>, _ i: Entries<I>, _ j: Entries<J>, _ k: Entries<K>, _ l: Entries<L>,
    _ m: Entries<M>, _ n: Entries<N>, _ o: Entries<O>, _ p: Entries<P>, _ q: Entries<Q>, _ r: Entries<R>,
    _ s: Entries<S>, _ t: Entries<T>, _ u: Entries<U>, _ others: repeat Entries<each Other>
  ) -> Entries<
    Joined<JoinedSixteen<A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P>, Joined<JoinedFour<Q, R, S, T>, U>>
  > {
    Entries()
  }
}

extension RouteEntries {
  /// Returns the entries of several parts, with their joined contents.
  fileprivate func joined<each Other, Joined>(
    _ others: repeat RouteEntries<Destination, each Other>
  ) -> RouteEntries<Destination, Joined> {
    var all = values
    repeat all.append(contentsOf: (each others).values)
    return RouteEntries<Destination, Joined>(all)
  }
}
