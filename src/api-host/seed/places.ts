import type { SeedLocation } from './types.ts';

const inNigeria = (city: string, region: string): SeedLocation => ({ city, region, country: 'NG' });

export const lagos = inNigeria('Lagos', 'Lagos');
export const abuja = inNigeria('Abuja', 'Federal Capital Territory');
export const portHarcourt = inNigeria('Port Harcourt', 'Rivers');
export const ibadan = inNigeria('Ibadan', 'Oyo');
export const kano = inNigeria('Kano', 'Kano');

/** The towns where the catering house keeps a register of event staff: a long list on purpose, to try the layout. */
export const eventTowns: SeedLocation[] = [
  lagos,
  abuja,
  portHarcourt,
  ibadan,
  kano,
  inNigeria('Aba', 'Abia'),
  inNigeria('Umuahia', 'Abia'),
  inNigeria('Yola', 'Adamawa'),
  inNigeria('Uyo', 'Akwa Ibom'),
  inNigeria('Eket', 'Akwa Ibom'),
  inNigeria('Awka', 'Anambra'),
  inNigeria('Onitsha', 'Anambra'),
  inNigeria('Nnewi', 'Anambra'),
  inNigeria('Bauchi', 'Bauchi'),
  inNigeria('Yenagoa', 'Bayelsa'),
  inNigeria('Makurdi', 'Benue'),
  inNigeria('Calabar', 'Cross River'),
  inNigeria('Asaba', 'Delta'),
  inNigeria('Warri', 'Delta'),
  inNigeria('Abakaliki', 'Ebonyi'),
  inNigeria('Benin City', 'Edo'),
  inNigeria('Ado-Ekiti', 'Ekiti'),
  inNigeria('Enugu', 'Enugu'),
  inNigeria('Gombe', 'Gombe'),
  inNigeria('Owerri', 'Imo'),
  inNigeria('Kaduna', 'Kaduna'),
  inNigeria('Zaria', 'Kaduna'),
  inNigeria('Katsina', 'Katsina'),
  inNigeria('Lokoja', 'Kogi'),
  inNigeria('Ilorin', 'Kwara'),
  inNigeria('Lafia', 'Nasarawa'),
  inNigeria('Minna', 'Niger'),
  inNigeria('Abeokuta', 'Ogun'),
  inNigeria('Ijebu Ode', 'Ogun'),
  inNigeria('Akure', 'Ondo'),
  inNigeria('Osogbo', 'Osun'),
  inNigeria('Ile-Ife', 'Osun'),
  inNigeria('Oyo', 'Oyo'),
  inNigeria('Jos', 'Plateau'),
  inNigeria('Sokoto', 'Sokoto'),
];
