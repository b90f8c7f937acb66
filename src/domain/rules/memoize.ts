/**
 * Calls `make` once for each object. An unchanged list of the API host, or opening of it, is the same object, so that what
 * is made of 10,000 openings is made once.
 */
export function memoize<Key extends object, Value extends object>(make: (key: Key) => Value) {
  const made = new WeakMap<Key, Value>();
  return (key: Key): Value => {
    const known = made.get(key);
    if (known) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
