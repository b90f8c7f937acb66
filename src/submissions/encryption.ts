import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** Each purpose has its own key, so that a leaked key does not reveal the others. */
export function submissionKeys(secret: string) {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'careers submissions', purpose, 32));
  // The text 'seal' is part of the key of every stored row. Another text would make the rows unreadable.
  return {
    encryption: derive('seal'),
    ticket: derive('ticket'),
    fingerprint: derive('fingerprint'),
    link: derive('link'),
  };
}

/** `context`, the row's id, is authenticated, so that an encrypted value cannot be moved to another row. */
export function encrypt(value: unknown, key: Buffer, context: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

export function decrypt(encrypted: Uint8Array, key: Buffer, context: string): unknown {
  const bytes = Buffer.from(encrypted);
  const end = nonceBytes + tagBytes;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(nonceBytes, end));
    const body = Buffer.concat([decipher.update(bytes.subarray(end)), decipher.final()]);
    return JSON.parse(body.toString('utf8'));
  } catch {
    // The secret was changed, or the row is damaged.
    return undefined;
  }
}
