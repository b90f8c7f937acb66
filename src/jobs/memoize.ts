/** Computes the result of each object once: an unchanged opening of the API host is the same object. */
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
