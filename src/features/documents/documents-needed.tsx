import { limits } from '#src/domain/model/limits.ts';
import { documentTypes } from '#src/domain/model/options.ts';
import { documentHelp, documentsNotNeeded } from './document-help.ts';
import styles from './documents-needed.module.css';

/** What an applicant needs, above the form: section 5's documents with their formats, and when they are due. */
export function DocumentsNeeded({ roleName }: { roleName: string }) {
  const notNeeded = documentsNotNeeded(roleName);
  const help = documentHelp(roleName);
  const byFormats = Map.groupBy(documentTypes, ({ extensions }) => extensions.join(', '));
  return (
    <section className={styles.needed} aria-labelledby="needed">
      <h3 id="needed">What is needed</h3>
      <dl>
        <div>
          <dt>Step 1, now</dt>
          <dd>The form below. No account.</dd>
        </div>
        <div>
          <dt>Step 2, within one week</dt>
          <dd>
            <p>
              {documentTypes.length} documents from this browser, at most {limits.statedFileLimit}{' '}
              each. Your phone can photograph them.
            </p>
            <ul>
              {[...byFormats].map(([formats, types]) => (
                <li key={formats}>
                  {types.map(({ label }) => label).join(', ')}: <span>{formats}</span>
                </li>
              ))}
            </ul>
            {notNeeded.length > 0 ? (
              <p>{`This job does not need: ${notNeeded.join(', ')}.`}</p>
            ) : null}
            <details className={styles.missing}>
              <summary>One of them is missing?</summary>
              <dl>
                {documentTypes.map(({ type, label }) => (
                  <div key={type}>
                    <dt>{label}</dt>
                    <dd>{help[type]}</dd>
                  </div>
                ))}
              </dl>
            </details>
          </dd>
        </div>
      </dl>
    </section>
  );
}
