import { limits } from '#src/domain/model/limits.ts';
import { documentTypes } from '#src/domain/model/options.ts';
import styles from './documents-needed.module.css';

/** What an applicant needs, above the form: section 5's documents with their formats, and when they are due. */
export function DocumentsNeeded() {
  const byFormats = Map.groupBy(documentTypes, ({ extensions }) => extensions.join(', '));
  return (
    <section className={styles.needed} aria-labelledby="needed">
      <h3 id="needed">What is needed</h3>
      <dl>
        <div>
          <dt>Now</dt>
          <dd>The form below. No account.</dd>
        </div>
        <div>
          <dt>Within one week</dt>
          <dd>
            <p>
              {documentTypes.length} files, from this browser, once the form is sent. At most{' '}
              {limits.statedFileLimit} each.
            </p>
            <ul>
              {[...byFormats].map(([formats, types]) => (
                <li key={formats}>
                  {types.map(({ label }) => label).join(', ')}: <span>{formats}</span>
                </li>
              ))}
            </ul>
          </dd>
        </div>
      </dl>
    </section>
  );
}
