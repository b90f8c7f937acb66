/** Windows writes UTF-16 with a byte order mark, which the result does not have. @throws TypeError for other bytes */
export function decodeText(bytes: Uint8Array): string {
  const mark = bytes.subarray(0, 2).join(' ');
  const encoding = { '255 254': 'utf-16le', '254 255': 'utf-16be' }[mark] ?? 'utf-8';
  return new TextDecoder(encoding, { fatal: true }).decode(bytes);
}
