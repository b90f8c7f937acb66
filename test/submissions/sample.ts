import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Application } from '#src/domain/model/application.ts';

export const secret = 'a secret of forty characters, for tests.';

/** A valid application with the changes of a test. */
export function anApplication(changes: Partial<Application> = {}): Application {
  return {
    firstname: 'Adaeze',
    lastname: 'Okonkwo',
    emailaddress: 'adaeze.okonkwo@example.com',
    phone: '08031234567',
    company_id: '1',
    age: '27',
    document_id: '',
    years_of_experience: '4',
    current_employer: '',
    linkedinprofile: '',
    referrer: 'job_boards',
    education: 'B.Sc',
    referrer_name: '',
    cover_letter: '<p>I bake.</p>',
    course: 'Food science',
    grades: 'First Class',
    joblistingid: '101',
    answers: { 7: 'Yes', 8: 'Nights too' },
    ...changes,
  };
}

/** A directory that is removed after the test. */
export function scratch(t: TestContext): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'careers-submissions-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
