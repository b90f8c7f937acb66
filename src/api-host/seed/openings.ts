import { bakeryOpenings } from './openings/bakery.ts';
import { bukaOpenings } from './openings/buka.ts';
import { cateringOpenings } from './openings/catering.ts';
import { coffeeBarOpenings } from './openings/coffee-bar.ts';
import { grillOpenings } from './openings/grill.ts';
import type { SeedOpening } from './types.ts';

/** Every sample opening, house by house, in the order of the ids. */
export const openings: readonly SeedOpening[] = [
  ...bakeryOpenings,
  ...bukaOpenings,
  ...cateringOpenings,
  ...coffeeBarOpenings,
  ...grillOpenings,
];
