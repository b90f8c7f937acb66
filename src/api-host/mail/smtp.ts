import { createTransport } from 'nodemailer';
import type { MailSettings } from '#src/config/settings.ts';
import { codesOf, DeliveryUnknownError, type Send } from './delivery.ts';

const connection = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;

/** Connects, encrypts and logs in, but sends nothing. It rejects with the reason if the server accepts no mail. */
export async function checkSmtp({ url }: MailSettings): Promise<void> {
  const transport = createTransport({ ...connection, url });
  await transport.verify().finally(() => transport.close());
}

/**
 * Sends by SMTP, one mail after the other. `close` also stops a mail that is being sent.
 * @param attemptMs the time limit of one mail, in milliseconds, shorter than its lease. The other limits end a silent
 * connection only, and a server can send one line after another for ever.
 */
export function smtpSender(
  { url, from }: MailSettings,
  { attemptMs = 3 * 60 * 1000 }: { readonly attemptMs?: number } = {},
): Send & { close(): void } {
  let isTextSent = false;
  const closed = new AbortController();
  const ignore = () => {};
  const transport = createTransport({
    ...connection,
    url,
    // Only the log of the transaction shows how far a mail came: 354 is the server's answer to DATA.
    transactionLog: true,
    logger: {
      ...{ level: ignore, trace: ignore, info: ignore, warn: ignore, error: ignore, fatal: ignore },
      debug: (entry: { readonly tnx?: unknown }, line: unknown) => {
        if (entry.tnx === 'server' && String(line).startsWith('354')) isTextSent = true;
      },
    },
    socketTimeout: 60_000,
  });
  const domain = /@([^@<>\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const send: Send = async (mail, id) => {
    isTextSent = false;
    const sent = transport.sendMail({
      ...mail,
      from: mail.from ?? from,
      // The address is in an object, because a text would be parsed as a list of addresses.
      to: { name: '', address: mail.to },
      messageId: `<${id}@${domain}>`,
      headers: { ...mail.headers, 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.any([closed.signal, AbortSignal.timeout(attemptMs)]),
    });
    await sent.catch((error: unknown) => {
      const isAnswered = codesOf(error).responseCode !== undefined;
      throw isTextSent && !isAnswered
        ? new DeliveryUnknownError('the connection ended before the answer', { cause: error })
        : error;
    });
  };
  return Object.assign(send, {
    close() {
      closed.abort();
      transport.close();
    },
  });
}
