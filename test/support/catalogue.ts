import { Catalogue } from '#src/domain/catalogue/catalogue.ts';
import type { PhrasesByKey } from '#src/domain/catalogue/query.ts';
import { type Opening, openingSchema } from '#src/domain/model/opening.ts';

/** Returns an opening without texts, in no city, of company 1, with these changes. */
export const plainOpening = (changes: object): Opening =>
  openingSchema.parse({
    role_name: '',
    company_id: '1',
    company_name: '',
    locations: [],
    jobdescription: '',
    jobstatus: '',
    requiredskill: '',
    extra_skill: '',
    questions: [],
    ...changes,
  });

export const catalogueOf = (
  openings: readonly Opening[],
  synonyms: PhrasesByKey = new Map(),
): Catalogue => new Catalogue(openings, { synonyms });
