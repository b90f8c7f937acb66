import { texts } from '#language';
import { fill } from '#src/language/format.ts';
import { site } from '#src/language/server.ts';

export const careersTitle = (): string =>
  fill(texts().openings.careersAt, { company: site().brand.companyName });
export const openingsTitle = (): string =>
  fill(texts().openings.openingsAt, { company: site().brand.companyName });
