import { siteConfig } from '#src/config/site.ts';
import { documentTypes } from '#src/domain/model/document-types.ts';
import { limits } from '#src/domain/model/limits.ts';
import { documentHelp } from './document-help.ts';
import styles from './documents-needed.module.css';

/** Lists above the form what an applicant needs: section 5's documents with their formats, and when they are due. */
export function DocumentsNeeded({ roleName }: { roleName: string }) {
  const help = documentHelp(roleName);
  const notNeeded = documentTypes.filter(({ type }) => help[type]?.isNeeded === false);
  return (
    <section className={styles.needed} aria-labelledby="needed">
      <h3 id="needed">What is needed</h3>
      <dl>
        <div>
          <dt>Now</dt>
          <dd>This form, once a year per company. No account.</dd>
        </div>
        <div>
          <dt>Within one week</dt>
          <dd>
            <p>{`${documentTypes.map(({ label }) => label).join(', ')}.${siteConfig.photographs ? ' Your phone can photograph them.' : ''}`}</p>
            {notNeeded.length > 0 ? (
              <p>{`This job does not need: ${notNeeded.map(({ label }) => label).join(', ')}.`}</p>
            ) : null}
            <details className={styles.missing}>
              <summary className="unfolds">What if one is missing?</summary>
              <p>{`All are sent from this browser, at most ${limits.statedFileLimit} each.`}</p>
              <dl>
                {documentTypes.map(({ type, label, extensions }) => (
                  <div key={type}>
                    <dt>{label}</dt>
                    <dd>
                      {help[type]?.text} <span>{extensions.join(', ')}</span>
                    </dd>
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
