/** Decodes UTF-8, or UTF-16 with a byte order mark, as Windows writes it; removes the mark. @throws TypeError */
export function decodeText(bytes: Uint8Array): string {
  const mark = bytes.subarray(0, 2).join(' ');
  const encoding = { '255 254': 'utf-16le', '254 255': 'utf-16be' }[mark] ?? 'utf-8';
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}
