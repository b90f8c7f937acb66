import { isoDate } from '#src/domain/rules/text/iso-date.ts';

export function localDay(): string {
  const now = new Date();
  return isoDate(now, now.getTimezoneOffset());
}
