/**
 * Calls `make` once for each object. An unchanged opening or list of the API host is the same object, so the results for
 * 10,000 openings are computed once.
 */
export function memoize<Key extends object, Value extends object>(make: (key: Key) => Value) {
  const results = new WeakMap<Key, Value>();
  return (key: Key): Value => {
    const known = results.get(key);
    if (known) return known;
    const value = make(key);
    results.set(key, value);
    return value;
  };
}
