import { useRef, useState } from 'react';
import { applyAction } from './actions.ts';
import type { ApplyState } from './apply-state.ts';
import { readValues } from './read-form.ts';
import { words } from './words.ts';

/**
 * Sends the form from script. It calls the server function itself, because React would reset the form after
 * its action, and because an answer that is lost on the way must not take the page down. `posted` is what a
 * plain form post came to that this page answers.
 */
export function useApply(posted: ApplyState, questions: readonly { readonly id: string }[]) {
  const [answered, setAnswered] = useState<ApplyState>();
  const [pending, setPending] = useState(false);
  const underWay = useRef(false);

  async function send(data: FormData): Promise<ApplyState | undefined> {
    // A state would be too late for the second half of a double click.
    if (underWay.current) return undefined;
    underWay.current = true;
    setPending(true);
    const state = await applyAction(data).catch(
      (): ApplyState => ({
        status: 'lost',
        values: readValues(data, questions),
        says: navigator.onLine
          ? [words.siteSilent, words.onlyOnce]
          : [words.offline, words.onlyOnce],
      }),
    );
    underWay.current = false;
    setPending(false);
    setAnswered(state);
    return state;
  }

  return { state: answered ?? posted, send, pending };
}
