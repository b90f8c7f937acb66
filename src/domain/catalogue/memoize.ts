/** An unchanged opening or list of the API host is the same object, so its results are computed once. */
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
