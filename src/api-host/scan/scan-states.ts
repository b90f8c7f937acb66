export const scanStates = ['clean', 'pending', 'infected', 'error', 'unscanned'] as const;
export type ScanState = (typeof scanStates)[number];

export const heldStates = ['pending', 'infected', 'error'] as const satisfies readonly ScanState[];
export const isHeld = (state: ScanState): boolean => heldStates.some((held) => held === state);
