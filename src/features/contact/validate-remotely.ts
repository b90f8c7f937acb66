import { formTimeoutMs } from '#src/components/form/send-form.ts';
import {
  type FormRules,
  type FormValues,
  remoteChecks,
  remoteIssue,
} from '#src/domain/rules/forms/form-rules.ts';
import { fieldTexts } from '#src/language/messages.ts';

/**
 * A POST keeps personal data out of URLs. An address that does not respond, or responds with an error, refuses nothing:
 * the server validates again.
 */
export async function validateRemotely(
  values: FormValues,
  rules: FormRules,
): Promise<Record<string, string>> {
  const issues = await Promise.all(
    remoteChecks(values, rules).map(async (check) => {
      try {
        const response = await fetch(check.address, {
          method: 'POST',
          headers: { accept: 'application/json' },
          body: new URLSearchParams({ [check.field]: check.value }),
          signal: AbortSignal.timeout(formTimeoutMs),
        });
        return response.ok ? remoteIssue(check, await response.json()) : undefined;
      } catch {
        return undefined;
      }
    }),
  );
  return fieldTexts(issues.filter((issue) => issue !== undefined));
}
