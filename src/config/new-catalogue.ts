import { Catalogue } from '#src/domain/catalogue/catalogue.ts';
import type { Opening } from '#src/domain/model/opening.ts';
import { sameWords, synonyms } from './search-synonyms.ts';

/** Returns the catalogue of a list, which knows the synonyms of the site config. */
export const newCatalogue = (openings: readonly Opening[]): Catalogue =>
  new Catalogue(openings, { synonyms, sameWords });
