import { fill } from './format.ts';
import { site, texts } from './server.ts';

const companyName = (): string => site().brand.companyName;

export const pageTitle = (name: string): string => `${name} | ${companyName()}`;

export const careersTitle = (): string =>
  fill(texts().openings.careersAt, { company: companyName() });
export const openingsTitle = (): string =>
  fill(texts().openings.openingsAt, { company: companyName() });
