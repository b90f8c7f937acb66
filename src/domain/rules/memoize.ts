/**
 * Calls `make` once for each object. An unchanged list of the API host, or opening of it, is the same object, so that what
 * is made of 10,000 openings is made once.
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
