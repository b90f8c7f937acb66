import { useState } from 'react';
import type { SummaryError } from '#src/components/form/error-summary.client.tsx';
import { fieldId } from '#src/components/form/field-id.ts';
import {
  firstIssuePerField,
  type Issue,
  issueMessage,
  messageWithLabel,
} from '#src/domain/model/issues.ts';
import type { ApplyState } from './apply-state.ts';

interface Shown {
  /** As it was at the last send: the error summary takes focus whenever this list is another one. */
  readonly summary: readonly SummaryError[];
  readonly fields: ReadonlyMap<string, string>;
  /** Fields that were wrong once: only those are looked at when they are left. */
  readonly watched: ReadonlySet<string>;
}

type LabelOf = (field: string) => string;

const showing = (issues: readonly Issue[], labelOf: LabelOf): Shown => ({
  summary: issues.map((issue) => ({
    id: fieldId(issue.field),
    message: messageWithLabel(labelOf(issue.field), issueMessage(issue)),
  })),
  fields: new Map(
    [...firstIssuePerField(issues)].map(([field, issue]) => [field, issueMessage(issue)]),
  ),
  watched: new Set(issues.map(({ field }) => field)),
});

const issuesOf = (state: ApplyState): readonly Issue[] =>
  state.status === 'invalid' ? state.issues : [];

/** What is wrong with the form: nothing before it is sent, then by field, kept up to date as fields are left. */
export function useFormErrors(state: ApplyState, labelOf: LabelOf) {
  const [seen, setSeen] = useState(state);
  const [shown, setShown] = useState(() => showing(issuesOf(state), labelOf));
  if (seen !== state) {
    setSeen(state);
    setShown(showing(issuesOf(state), labelOf));
  }
  return {
    summary: shown.summary,
    errorOf: (field: string): string | undefined => shown.fields.get(field),
    show: (issues: readonly Issue[]) => setShown(showing(issues, labelOf)),
    /**
     * While a field is typed in, an error that is mended goes at once. Had it to wait until the field is left,
     * the page would move under the click that sends the form.
     */
    typed(field: string, look: () => readonly Issue[]) {
      if (!shown.fields.has(field) || look().some((issue) => issue.field === field)) return;
      setShown((now) => ({ ...now, fields: withField(now.fields, field, undefined) }));
    },
    /** A field was left: if it was wrong once, says whether it still is. */
    left(field: string, look: () => readonly Issue[]) {
      if (!shown.watched.has(field)) return;
      const still = firstIssuePerField(look()).get(field);
      const message = still && issueMessage(still);
      setShown((now) => ({ ...now, fields: withField(now.fields, field, message) }));
    },
  };
}

function withField(
  fields: ReadonlyMap<string, string>,
  field: string,
  message: string | undefined,
): ReadonlyMap<string, string> {
  if (fields.get(field) === message) return fields;
  const next = new Map(fields);
  if (message === undefined) next.delete(field);
  else next.set(field, message);
  return next;
}
