export interface PostalAddress {
  readonly lines: readonly string[];
  readonly city: string;
  readonly region: string;
  readonly country: string;
}

/** An address as it is written, a line each. */
export const postalLines = ({ lines, city, region, country }: PostalAddress): readonly string[] => [
  ...lines,
  `${city}, ${region}`,
  country,
];

/** The link that calls a number, which people read with its spaces. */
export const telephoneHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
