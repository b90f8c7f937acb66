import fc from 'fast-check';

/**
 * Any code point, half of a surrogate pair included: the unit of `fc.string`. fast-check's own `binary` builds a map of all
 * 1,114,112 of them, which takes a second of processor time in each process.
 */
export const codePoint = fc.nat(0x10ffff).map((value) => String.fromCodePoint(value));
