import { apiClient } from '#src/api-client/api-client.ts';
import type { ApiClient } from '#src/domain/api/api-client.ts';
import { type Failure, failureKinds, failureOf } from '#src/domain/api/failures.ts';
import { searchQuery } from '#src/domain/catalogue/search-parameters.ts';
import type { FormResult } from '#src/domain/model/issues.ts';
import { hostMessages } from '#src/domain/model/messages.ts';
import { RefusedError } from '#src/http/errors.ts';
import { texts } from '#src/language/server.ts';
import { checkCaptcha } from '#src/limits/captcha.ts';
import { checkSpam, type SpamChecks } from '#src/limits/check-spam.ts';
import { checkRateLimit } from '#src/limits/rate-limiter.ts';
import { formResult } from '#src/request/request-context.ts';
import { log } from '#src/telemetry/logger.ts';
import {
  type AlertValues,
  readAlertForm,
  toAlertRequest,
  validateAlertForm,
} from './alert-values.ts';

/** The entered values are part of the result, so that nothing is lost if the request was not sent. */
export type AlertResult = { readonly values?: AlertValues } & (
  | FormResult
  /** It is the same whether the address is known or not. */
  | { readonly status: 'sent' }
  | {
      readonly status: 'failed';
      /** The status of a response that contains only this result. */
      readonly httpStatus: Failure['httpStatus'];
      readonly message: string;
    }
);

/** A plain form post passes its result to the page, which the same request renders. */
export const alertResult = formResult<AlertResult>('alert');

export interface AlertRequesterOptions extends SpamChecks {
  readonly client: () => Pick<ApiClient, 'requestAlert'>;
  /** Resolves with a text for the visitor if the request must not be sent. */
  readonly checkRateLimit: () => Promise<string | undefined>;
}

/** Asks the API host to send the mail with which a person confirms an alert. The function never rejects. */
export function createAlertRequester(options: AlertRequesterOptions) {
  return async (data: FormData): Promise<AlertResult> => {
    const values = readAlertForm(data);
    const failed = (httpStatus: Failure['httpStatus'], message: string): AlertResult => ({
      status: 'failed',
      httpStatus,
      message,
      values,
    });
    // Invalid requests count too.
    const limited = await options.checkRateLimit();
    if (limited !== undefined) return failed(429, limited);
    const issues = validateAlertForm(values);
    if (issues.length > 0) return { status: 'invalid', issues, values };
    const refusal = await checkSpam('alert', data, options);
    if (refusal?.status === 'refused') return failed(422, refusal.message);
    if (refusal) return { ...refusal, values };
    try {
      await options.client().requestAlert(toAlertRequest(values));
      return { status: 'sent' };
    } catch (err) {
      log().warn({ event: 'alert-not-requested', err });
      if (err instanceof RefusedError && err.message === hostMessages.noSuchCompany) {
        const { search } = toAlertRequest(values);
        return {
          ...failed(422, texts().alert.unknownCompany),
          values: { ...values, search: searchQuery({ ...search, company_id: '' }, 'alert') },
        };
      }
      // A repetition sends no second mail, so neither text nor status need to tell whether the request arrived.
      const { isTemporary, httpStatus } = failureOf(err);
      return failed(
        isTemporary ? failureKinds.unavailable.httpStatus : httpStatus,
        texts().alerts.failed,
      );
    }
  };
}

/** The requester of the site, for the current request's visitor. */
export const requestAlert = createAlertRequester({
  client: apiClient,
  checkRateLimit: async () => (await checkRateLimit('alert'))?.message,
  checkCaptcha,
});
