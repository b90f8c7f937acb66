import type { LinkedApplication } from '#src/domain/model/linked-application.ts';
import { sanitizeLetter } from '#src/html/sanitizer.ts';
import { fill, langOf } from '#src/language/format.ts';
import { texts } from '#src/language/server.ts';
import { Disclosure } from './disclosure.tsx';
import styles from './my-application.module.css';

export function Letter({ html }: { html: string }) {
  const clean = sanitizeLetter(html);
  if (clean === '') return null;
  return (
    <Disclosure title={texts().myApplication.letter}>
      <div
        className={`prose ${styles.content}`}
        dir="auto"
        data-plain={clean.includes('<') ? undefined : true}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized above
        dangerouslySetInnerHTML={{ __html: clean }}
      />
    </Disclosure>
  );
}

export function Answers({
  linked: { application, questions, opening_language },
}: {
  linked: LinkedApplication;
}) {
  const answers = Object.entries(application.answers);
  if (answers.length === 0) return null;
  const text = texts().myApplication;
  // An API host of an earlier release sends no questions.
  const questionTexts = new Map(questions.map(({ id, question }) => [id, question]));
  return (
    <Disclosure title={text.answers}>
      <dl className={`${styles.content} ${styles.answers}`}>
        {answers.map(([id, answer], index) => (
          <div key={id}>
            <dt
              className="note"
              lang={questionTexts.has(id) ? langOf(opening_language) : undefined}
            >
              {questionTexts.get(id) ?? fill(text.question, { number: index + 1 })}
            </dt>
            <dd dir="auto">{answer === '' ? text.noAnswer : answer}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
