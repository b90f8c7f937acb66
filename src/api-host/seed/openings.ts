import { bakeryOpenings } from './openings/bakery.ts';
import type { SeedOpening } from './types.ts';

/** Every sample opening, house by house, in the order of the ids. */
export const openings: readonly SeedOpening[] = [...bakeryOpenings];
