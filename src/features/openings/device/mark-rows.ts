import { texts } from '#language';
import { applicationsPath, openingIdOf, ownApplicationHref } from '#src/addresses.ts';
import { hasReceipt, sentFromHere } from '#src/browser/application-records.ts';
import { canSave, readSaved, toggleSaved } from '#src/browser/storage.ts';
import { dateText, fill } from '#src/language/format.ts';
import { inLanguage } from '#src/language/paths.ts';
import styles from './device.module.css';

/**
 * Adds to the rows of a list what this device knows: 'You applied on 28 November', and a button that saves the opening.
 * React does not render the rows (decision 014), so they are marked again when the list or the storage changes.
 */
export function markRows(list: Element): void {
  if (!canSave()) return;
  const { device } = texts();
  const saved = new Set(readSaved());
  const sent = new Map(sentFromHere().map((one) => [one.joblistingid, one]));
  for (const mark of list.querySelectorAll(`.${styles.applied}`)) mark.remove();
  for (const apply of list.querySelectorAll<HTMLAnchorElement>('a[href$="#apply"]')) {
    const row = apply.closest('li');
    const id = openingIdOf(apply.pathname.split('/').at(-1) ?? '');
    const button =
      row?.querySelector<HTMLButtonElement>(`.${styles.toggle}`) ??
      document.createElement('button');
    button.className = styles.toggle ?? '';
    button.onclick = () => toggleSaved(id);
    button.setAttribute('aria-pressed', `${saved.has(id)}`);
    button.textContent = saved.has(id) ? device.saved : device.save;
    if (!button.isConnected) apply.after(button);
    const application = sent.get(id);
    if (!row || !application) continue;
    const link = document.createElement('a');
    const mark = document.createElement('span');
    link.href = hasReceipt(application)
      ? ownApplicationHref(id, application.submissionId)
      : inLanguage(applicationsPath);
    link.className = mark.className = styles.applied ?? '';
    const date = dateText(application.appliedOn).replaceAll(' ', '\u00a0');
    link.textContent = mark.textContent = fill(device.appliedOn, { date });
    row.querySelector('details > div')?.prepend(link);
    row.querySelector('summary')?.append(mark);
  }
}
