import { useRef, useState } from 'react';

/**
 * Sends a form from script by calling its server function itself, because React would reset the fields after
 * an action, and because a call that fails on the way must become a sentence (`unanswered`), not an error
 * boundary. `posted` is what a plain form post came to that this page answers: server and browser both start
 * from it (decision 074). One sending at a time: `send` resolves with undefined while another is under way.
 */
export function useSending<State>(
  posted: State,
  call: (data: FormData) => Promise<State>,
  unanswered: (data: FormData) => State,
) {
  const [answered, setAnswered] = useState<{ readonly state: State }>();
  const [pending, setPending] = useState(false);
  const underWay = useRef(false);

  async function send(data: FormData): Promise<State | undefined> {
    // A state would be too late for the second half of a double click.
    if (underWay.current) return undefined;
    underWay.current = true;
    setPending(true);
    const state = await call(data).catch(() => unanswered(data));
    underWay.current = false;
    setPending(false);
    setAnswered({ state });
    return state;
  }

  return { state: answered ? answered.state : posted, send, pending };
}
