import type { LinkedApplication } from '#src/domain/model/linked-application.ts';
import { sanitizeLetter } from '#src/html/sanitizer.ts';
import { Disclosure } from './disclosure.tsx';
import styles from './my-application.module.css';

export function Letter({ html }: { html: string }) {
  const clean = sanitizeLetter(html);
  if (clean === '') return null;
  return (
    <Disclosure title="Your letter">
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

export function Answers({ linked: { application, questions } }: { linked: LinkedApplication }) {
  const answers = Object.entries(application.answers);
  if (answers.length === 0) return null;
  // An API host of an earlier release sends no questions.
  const texts = new Map(questions.map(({ id, question }) => [id, question]));
  return (
    <Disclosure title="Your answers">
      <dl className={`${styles.content} ${styles.answers}`}>
        {answers.map(([id, answer], index) => (
          <div key={id}>
            <dt className="note">{texts.get(id) ?? `Question ${index + 1}`}</dt>
            <dd dir="auto">{answer === '' ? 'No answer' : answer}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}
