import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals a JSON value with AES-256-GCM as nonce, tag and ciphertext. `context` (the row's id) is
 * authenticated too, so that a sealed value cannot be moved to another row.
 */
export function encrypt(value: unknown, key: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Opens what `seal` made; undefined where key, context or bytes do not fit. */
export function decrypt(sealed: Uint8Array, key: Buffer, context: string): unknown {
  const bytes = Buffer.from(sealed);
  if (bytes.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    const body = bytes.subarray(nonceBytes + tagBytes);
    return JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8'));
  } catch {
    // A secret that was changed, or a damaged row: either way nothing that can be used.
    return undefined;
  }
}
