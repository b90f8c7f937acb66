import { siteConfig } from '#src/config/site.ts';
import type { Location } from '#src/domain/model/opening.ts';

/** A place called 'Remote' is no town. It means that people work where they live. */
export function placesOf(names: readonly string[], country: string, isRemote = false) {
  const places = names
    .flatMap((name) => name.split(/[;|]| \/ /))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  // People who work at home in 'Kenya' have no town.
  const isTown = (place: string) =>
    !remotePlace.test(place) && !(isRemote && countryOf(place) !== undefined);
  const towns = places.filter(isTown);
  const isTelecommute = isRemote || towns.length < places.length;
  return {
    locations: towns.map((town) => locationOf(town, country)),
    ...(isTelecommute && {
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: applicantsOf(
        country,
        places.filter((place) => !isTown(place)),
      ),
    }),
  };
}

/** Applicants may live in a country, or in a region of several ('Remote - EMEA'); by default in the country of the site. */
function applicantsOf(country: string, remotePlaces: readonly string[]) {
  const names = remotePlaces.map(
    (place) => /^(?:.*\w)?/.exec(place.replace(remotePlace, ''))?.[0] ?? '',
  );
  const known = country || names.map(countryOf).find(Boolean);
  const region = names.find((name) => name !== '');
  return known === undefined && region !== undefined
    ? { '@type': 'AdministrativeArea', name: region }
    : { '@type': 'Country', name: known ?? siteConfig.address.country };
}

/** It matches the word in 'Remote - Nigeria' and 'Remote (US)'. */
const remotePlace = /^(?:fully |100 ?% )?remote\b[\s,(–-]*/i;

/** Reads 'Lagos, Nigeria' and 'Ikeja, Lagos, Nigeria'. Without the name of a country, as in 'Austin, TX', the whole text is the city. */
function locationOf(place: string, boardCountry: string): Location {
  const parts = place.split(',').map((part) => part.trim());
  const named = countryOf(parts.at(-1) ?? '');
  const country = named ?? boardCountry;
  const [city = '', ...region] =
    named === undefined || parts.length < 2 ? [place] : parts.slice(0, -1);
  return {
    city,
    ...(region.length > 0 && { region: region.join(', ') }),
    ...(country !== '' && { country }),
  };
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const countries = new Map([
  ...letters.flatMap((first) =>
    letters.flatMap((second): [string, string][] => {
      const name = countryNames.of(first + second);
      // FX, an old code of France, becomes FR.
      const { region = '' } = new Intl.Locale(`und-${first}${second}`);
      return name === undefined ? [] : [[name.toLowerCase(), region]];
    }),
  ),
  // No state of the United States has these letters. CA and DE are states.
  ...['us', 'ng'].map((code) => [code, code.toUpperCase()] as const),
  ['usa', 'US'],
  ['united states of america', 'US'],
  ['uk', 'GB'],
]);
// The first is a state too; the others have codes but are no countries.
for (const name of ['georgia', 'european union', 'eurozone', 'united nations', 'outlying oceania'])
  countries.delete(name);
const countryOf = (name: string): string | undefined => countries.get(name.trim().toLowerCase());
