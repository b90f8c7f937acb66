/** Stands for a heavy library. */
export const words = 'drawn';
