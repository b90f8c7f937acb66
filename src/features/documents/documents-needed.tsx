import { neededDocuments } from '#src/config/needed-documents.ts';
import type { DocumentType } from '#src/domain/model/document-types.ts';
import type { OpeningNames } from '#src/domain/model/opening.ts';
import { extensionsFor } from '#src/domain/rules/documents/documents.ts';
import { fill, formatList } from '#src/language/format.ts';
import { site, texts } from '#src/language/server.ts';
import { documentHelp } from './document-help.ts';
import { documentLabel } from './document-texts.ts';
import styles from './documents-needed.module.css';

/** Lists above the form what an applicant needs: section 5's documents with their formats, and when they are due. */
export function DocumentsNeeded({ opening }: { opening: OpeningNames }) {
  const help = documentHelp(opening);
  const types = neededDocuments(opening);
  const text = texts().documentsNeeded;
  const labelsOf = (types: readonly DocumentType[]) => formatList(types.map(documentLabel));
  const notNeeded = types.filter((type) => help[type]?.isNeeded === false);
  const needed = types.filter((type) => !notNeeded.includes(type));
  const all = fill(text.all, { documents: labelsOf(needed) });
  return (
    <section className={styles.needed} aria-labelledby="needed">
      <h3 id="needed">{text.title}</h3>
      <dl>
        <div>
          <dt>{text.now}</dt>
          <dd>{text.form}</dd>
        </div>
        <div>
          <dt>{text.withinWeek}</dt>
          <dd>
            <p>{site().photographs ? `${all} ${text.photographs}` : all}</p>
            {notNeeded.length > 0 ? (
              <p>{fill(text.notNeeded, { documents: labelsOf(notNeeded) })}</p>
            ) : null}
            {types.some((type) => help[type]) ? (
              <details className={styles.missing}>
                <summary className="unfolds">{text.missing}</summary>
                <p>{fill(text.limit, { limit: texts().documents.statedLimit })}</p>
                <dl>
                  {types.map((type) => (
                    <div key={type}>
                      <dt>{documentLabel(type)}</dt>
                      <dd>
                        {help[type]?.text} <span>{extensionsFor(type).join(', ')}</span>
                      </dd>
                    </div>
                  ))}
                </dl>
              </details>
            ) : null}
          </dd>
        </div>
      </dl>
    </section>
  );
}
