import { classGrades, hndGrades } from '../model/options.ts';

/** Section 3: the grades that go with an education. */
export function gradesFor(education: string): readonly string[] {
  return education === 'HND' ? hndGrades : classGrades;
}
