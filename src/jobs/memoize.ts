/** Computes a result for each object once. An unchanged opening of the API host stays the same object. */
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
