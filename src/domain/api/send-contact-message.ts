import type { ContactMessage } from '../model/contact-message.ts';
import { messageOf } from './reply.ts';
import { type ApiHost, type CallOptions, write } from './request.ts';

/** Section 7, POST contact. Resolves with the reply's message, which may be empty. */
export async function sendContactMessage(
  host: ApiHost,
  message: ContactMessage,
  options?: CallOptions,
): Promise<{ message: string }> {
  const { body } = await write(host, 'contact', message, options);
  return { message: messageOf(body) ?? '' };
}
