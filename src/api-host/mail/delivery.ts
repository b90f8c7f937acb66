import { z } from 'zod';
import type { Mail } from './compose.ts';
import type { Outcome } from './outbox.ts';

/** @throws the error of the SMTP server or the connection */
export type Send = (mail: Mail, id: string) => Promise<void>;

/** The connection ended after the text of a mail was sent, and before the server's answer: it may have accepted the mail. */
export class DeliveryUnknownError extends Error {
  override readonly name = 'DeliveryUnknownError';
}

const codesSchema = z.looseObject({
  code: z.string().optional(),
  command: z.string().optional(),
  responseCode: z.number().optional(),
});

/** Of an error of nodemailer. */
export const codesOf = (error: unknown) => {
  const { success, data } = codesSchema.safeParse({ ...(error instanceof Error && error) });
  return success ? data : {};
};

/** With codes only: a server's message may repeat the address. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof DeliveryUnknownError) return { state: 'unknown', error: error.message };
  const { code, command, responseCode } = codesOf(error);
  const described = [code, command, responseCode].filter((part) => part !== undefined).join(' ');
  const isRefused = responseCode !== undefined && responseCode >= 500;
  return { state: isRefused ? 'failed' : 'retry', error: described || 'unexpected error' };
}
