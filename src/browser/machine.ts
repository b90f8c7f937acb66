import { createStore } from 'zustand/vanilla';

/**
 * A state that only events change. `reduce` is pure: it returns the state after an event and descriptions of effects
 * outside the state, which `runEffects` carries out. Event handlers read the new state before React renders it.
 */
export function createMachine<Event, Change extends { readonly state: unknown }>(
  initial: Change['state'],
  reduce: (state: Change['state'], event: Event) => Change,
  runEffects: (change: Change) => void,
) {
  const { setState, ...store } = createStore<Change['state']>(() => initial);
  return {
    ...store,
    dispatch(event: Event): void {
      const change = reduce(store.getState(), event);
      setState(change.state, true);
      runEffects(change);
    },
  };
}
