import { formTimeoutMs } from '#src/components/form/send-form.ts';
import type { Issue } from '#src/domain/model/issues.ts';
import type { FormRules, FormValues } from '#src/domain/rules/forms/form-rules.ts';
import { isBlank } from '#src/domain/rules/text/text.ts';
import { fieldTexts } from '#src/language/messages.ts';

/**
 * Section 7: validates fields at a URL, which accepts a value with true or the text 'true'. Empty fields are not
 * validated. A POST keeps personal data out of URLs. If the URL does not respond, or responds with an error, the value
 * is accepted, because the server validates again.
 */
export async function validateRemotely(
  values: FormValues,
  rules: FormRules,
): Promise<Record<string, string>> {
  const issues = Object.entries(rules).map(async ([field, { remote }]): Promise<Issue[]> => {
    const value = values[field] ?? '';
    if (remote === undefined || isBlank(value)) return [];
    try {
      const response = await fetch(remote, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams({ [field]: value }),
        signal: AbortSignal.timeout(formTimeoutMs),
      });
      const isValid = !response.ok || ['true', true].includes(await response.json());
      return isValid ? [] : [{ field, code: 'remote' }];
    } catch {
      return [];
    }
  });
  return fieldTexts((await Promise.all(issues)).flat());
}
