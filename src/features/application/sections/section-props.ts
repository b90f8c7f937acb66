import type { FormValues } from '../read-form.ts';

export interface SectionProps {
  readonly values: FormValues;
  readonly errorOf: (field: string) => string | undefined;
  readonly disabled: boolean;
}

/** What every text field and select of a section is given: its name, what stands in it, what is wrong with it. */
export const fieldProps =
  ({ values, errorOf }: SectionProps) =>
  (name: string) => ({ name, defaultValue: values[name], error: errorOf(name) });
