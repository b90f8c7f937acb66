'use server';

import { type AlertResult, requestAlert } from './request-alert.ts';

/** The function never rejects. */
export async function sendAlertRequest(data: FormData): Promise<AlertResult> {
  return requestAlert(data);
}
