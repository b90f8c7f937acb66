import { type RefObject, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { type ControlValues, readControls } from '#src/components/form/form-controls.ts';
import { gradesFor } from '#src/domain/rules/forms/application.ts';

/** The grades depend on the education, and the name of the referrer on the referrer. */
const watchedNames = ['education', 'grades', 'referrer'];

/** Keeps the values on which other fields depend. */
export function useDependentFields(form: RefObject<HTMLFormElement | null>) {
  /** They are undefined in the first HTML, and read at hydration, because the visitor may have filled the form before. */
  const [watched, setWatched] = useState<ControlValues>();
  useEffect(() => {
    if (form.current) setWatched(readControls(form.current, watchedNames));
  }, [form]);

  return {
    watched,
    onInput(name: string, value: string): void {
      if (!watchedNames.includes(name)) return;
      setWatched((now) => withOfferedGrade({ ...now, [name]: value }, name));
    },
    /** Renders the fields at once, so that a select has an option for a value that is filled in next. */
    beforeFill(values: ControlValues): void {
      const changed = Object.entries(values).filter(([name]) => watchedNames.includes(name));
      flushSync(() => setWatched((now) => ({ ...now, ...Object.fromEntries(changed) })));
    },
  };
}

function withOfferedGrade(values: ControlValues, changed: string): ControlValues {
  const { education = '', grades = '' } = values;
  const isOffered = changed !== 'education' || gradesFor(education).includes(grades);
  return isOffered ? values : { ...values, grades: '' };
}
