import { texts } from '#language';
import { applicationsPath, openingIdOf } from '#src/addresses.ts';
import { sentFromHere } from '#src/browser/application-records.ts';
import { canSave, readSaved, toggleSaved } from '#src/browser/storage.ts';
import { dateText, fill } from '#src/language/format.ts';
import { inLanguage } from '#src/language/paths.ts';
import styles from './device.module.css';

/**
 * Adds to the rows of a list what this device knows: 'You applied on 28 November', and a button that keeps an opening for
 * later. The rows are HTML without React (decision 014), so each new list is marked again.
 */
export function markRows(list: Element): void {
  if (!canSave()) return;
  const { device } = texts();
  const saved = new Set(readSaved());
  const sent = new Map(sentFromHere().map((one) => [one.joblistingid, one]));
  for (const apply of list.querySelectorAll<HTMLAnchorElement>('a[href$="#apply"]')) {
    const row = apply.closest('li');
    const id = openingIdOf(apply.pathname.split('/').at(-1) ?? '');
    if (!row || row.querySelector('[data-device]')) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = styles.toggle ?? '';
    button.dataset.device = '';
    const show = (isSaved: boolean) => {
      button.setAttribute('aria-pressed', `${isSaved}`);
      button.textContent = isSaved ? device.saved : device.save;
    };
    show(saved.has(id));
    button.addEventListener('click', () => show(toggleSaved(id)));
    apply.after(button);
    const application = sent.get(id);
    if (application) {
      const link = document.createElement('a');
      link.href = inLanguage(applicationsPath);
      link.className = styles.applied ?? '';
      link.textContent = fill(device.appliedOn, { date: dateText(application.appliedOn) });
      row.querySelector('details > div')?.prepend(link);
      const mark = document.createElement('span');
      mark.className = styles.applied ?? '';
      mark.textContent = link.textContent;
      row.querySelector('summary')?.append(mark);
    }
  }
}
