import { nearestName } from '#src/domain/rules/text/edit-distance.ts';
import { settingNames } from './environment.ts';

const minSimilarLength = 6;
const maxTypos = 2;

/**
 * Returns the variables that begin like a setting (`DATABASE_…`) or differ from one by up to two typing errors, because
 * they would silently have no effect.
 */
export function unknownSettings(env: Readonly<Record<string, string | undefined>>) {
  const groups = new Set(settingNames.filter((name) => name.includes('_')).map(groupOf));
  // OpenTelemetry defines variables of its own with this prefix.
  groups.delete('OTEL');
  return Object.keys(env).flatMap((variable) => {
    if (settingNames.includes(variable)) return [];
    const isOfGroup = variable.includes('_') && groups.has(groupOf(variable));
    const sameGroup = settingNames.filter((name) => groupOf(name) === groupOf(variable));
    const length = letters(variable).length;
    // Each start compares the whole environment, so names of a very different length are not compared.
    const similar = settingNames.filter(
      (name) => Math.abs(letters(name).length - length) <= maxTypos,
    );
    const nearest = nearestName(variable, isOfGroup ? sameGroup : similar, letters);
    if (!nearest) return [];
    const isSimilar =
      letters(nearest.name).length >= minSimilarLength && nearest.distance <= maxTypos;
    return isOfGroup || isSimilar ? [{ variable, nearest: nearest.name }] : [];
  });
}

const groupOf = (name: string): string => name.split('_', 1)[0] ?? '';
const letters = (name: string): string => name.replaceAll('_', '').toUpperCase();
