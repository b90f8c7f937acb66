import type { Application } from '#src/domain/model/application.ts';
import fixture from '../../fixtures/applications/ngozi-eze.json' with { type: 'json' };

/**
 * Returns a valid application, from fixtures/applications, to opening 101 of the tests' API host (question 1001 is
 * required). `overrides` may also contain values of the wrong type, for tests of invalid input.
 */
export function buildApplication(overrides?: Partial<Application>): Application;
export function buildApplication(overrides: Record<string, unknown>): Record<string, unknown>;
export function buildApplication(overrides: Record<string, unknown> = {}): object {
  return {
    ...fixture.application,
    cover_letter: '<p>I bake.</p>',
    joblistingid: '101',
    answers: { '1001': 'Six thousand', '1002': '' },
    ...overrides,
  };
}
