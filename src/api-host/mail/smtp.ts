import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { MailSettings } from '#src/config/settings.ts';
import { codesOf, DeliveryUnknownError, type Send } from './delivery.ts';

const connection = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  disableFileAccess: true,
  disableUrlAccess: true,
} as const;

/** Automatic responders obey RFC 3834, except that of Microsoft Exchange, which reads only its own header field. */
const automatic = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
} as const;

/** Connects, encrypts and logs in, but sends nothing. It rejects with the reason if the server accepts no mail. */
export async function checkSmtp({ url }: MailSettings): Promise<void> {
  const transport = createTransport({ ...connection, url });
  await transport.verify().finally(() => transport.close());
}

/** Reads 'Jobs: all <jobs@example.com>' or an address, which as a text would be parsed as a group or a list of addresses. */
function senderOf(text: string) {
  const at = text.lastIndexOf('<');
  const name = text.slice(0, Math.max(0, at)).trim();
  const address = text.slice(at + 1).replace('>', '');
  return { name: name.replace(/^"(.*)"$/, '$1').replace(/\\(.)/g, '$1'), address: address.trim() };
}

/**
 * Sends by SMTP, each mail in a connection of its own. `close` stops a mail that is being sent.
 * @param attemptMs the time limit of one mail, in milliseconds, shorter than its lease. The other limits end only a
 * silent connection, but a server can send lines for ever.
 */
export function smtpSender(
  { url, from }: MailSettings,
  { attemptMs = 3 * 60 * 1000 }: { readonly attemptMs?: number } = {},
): Send & { close(): void } {
  const closed = new AbortController();
  const domain = senderOf(from).address.split('@')[1] ?? 'localhost';
  const send: Send = async (mail, id, beforeEnd = async () => {}) => {
    let isEndWritten = false;
    const transport = createTransport({ ...connection, url, socketTimeout: 60_000 });
    transport.use('stream', ({ message }, done) => {
      // This last stream of the text is read only once the server has accepted the command DATA.
      message.processFunc((text) =>
        Readable.from(
          (async function* () {
            yield* text;
            await beforeEnd();
            isEndWritten = true;
          })(),
        ),
      );
      done();
    });
    const sent = transport.sendMail({
      ...mail,
      from: senderOf(mail.from ?? from),
      // A text of a person must not become an encoded word (RFC 2047), whose content no check would have seen.
      subject: mail.subject.replaceAll('=?', '= ?'),
      // The address is in an object, because a text would be parsed as a list of addresses.
      to: { name: '', address: mail.to },
      messageId: `<${id}@${domain}>`,
      headers: { ...mail.headers, ...automatic },
      disableFileAccess: true,
      disableUrlAccess: true,
      signal: AbortSignal.any([closed.signal, AbortSignal.timeout(attemptMs)]),
    });
    await sent.catch((error: unknown) => {
      const isAnswered = codesOf(error).responseCode !== undefined;
      throw isEndWritten && !isAnswered
        ? new DeliveryUnknownError('the connection ended before the answer', { cause: error })
        : error;
    });
  };
  return Object.assign(send, { close: () => closed.abort() });
}
