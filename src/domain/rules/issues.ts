import type { Issue } from '../model/issue.ts';
import { formatMessage } from '../model/messages.ts';

/** The words of an issue, placeholders filled. */
export function issueMessage(issue: Issue): string {
  return formatMessage(issue.code, issue.params);
}

/** A sentence with the name of its field before it, as summaries say it. A question keeps its own mark. */
export function messageWithLabel(label: string, words: string): string {
  return label.endsWith('?') ? `${label} ${words}` : `${label}: ${words}`;
}

/** The first issue of each field, in the order found: a field shows one sentence at a time. */
export function firstIssuePerField(issues: readonly Issue[]): Map<string, Issue> {
  const found = new Map<string, Issue>();
  for (const issue of issues) if (!found.has(issue.field)) found.set(issue.field, issue);
  return found;
}
