import { useSending } from '#src/components/form/use-sending.ts';
import { applyAction } from './actions.ts';
import type { ApplyState } from './apply-state.ts';
import { applicationMessages } from './messages.ts';
import { readValues } from './read-form.ts';

/** Sends the application from script; `posted` is what a plain form post came to that this page answers. */
export const useApply = (posted: ApplyState, questions: readonly { readonly id: string }[]) =>
  useSending<ApplyState>(posted, applyAction, (data) => ({
    status: 'lost',
    values: readValues(data, questions),
    says: navigator.onLine
      ? [applicationMessages.siteSilent, applicationMessages.onlyOnce]
      : [applicationMessages.offline, applicationMessages.onlyOnce],
  }));
