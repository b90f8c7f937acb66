import pTimeout from 'p-timeout';

/** Why a body was not read: it is too long or too slow, there is no memory for it, or the sender has disconnected. */
type BodyProblem = 'tooLong' | 'tooSlow' | 'noRoom' | 'aborted';

export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly problem: BodyProblem;
  constructor(problem: BodyProblem, options?: ErrorOptions) {
    super(`The body was not read: ${problem}.`, options);
    this.problem = problem;
  }
}

interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** Returns false if there is no memory for this number of received bytes. */
  readonly reserve?: (bytes: number) => boolean;
}

/**
 * Reads a whole body into memory. The caller checks a declared length. It replaces hono's body limit, which has no
 * timeout and counts a chunked body only after buffering it.
 * @throws BodyError
 */
export async function readBodyBytes(
  body: ReadableStream<Uint8Array>,
  { maxBytes, timeoutMs, reserve = () => true }: BodyLimits,
): Promise<Buffer<ArrayBuffer>> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let isEnded = false;
  const readAll = async () => {
    for (let part = await reader.read(); !part.done && !isEnded; part = await reader.read()) {
      bytes += part.value.length;
      if (bytes > maxBytes) throw new BodyError('tooLong');
      if (!reserve(part.value.length)) throw new BodyError('noRoom');
      chunks.push(part.value);
    }
    return Buffer.concat(chunks);
  };
  try {
    const message = new BodyError('tooSlow');
    return await pTimeout(readAll(), { milliseconds: timeoutMs, message });
  } catch (cause) {
    throw cause instanceof BodyError ? cause : new BodyError('aborted', { cause });
  } finally {
    isEnded = true;
  }
}
