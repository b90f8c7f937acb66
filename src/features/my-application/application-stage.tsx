import { VisuallyHidden } from '#src/components/visually-hidden/visually-hidden.tsx';
import type { LinkedApplication } from '#src/domain/model/linked-application.ts';
import { firstStage, type Stage } from '#src/domain/model/stages.ts';
import { isComplete, isDocumentType } from '#src/domain/rules/documents/documents.ts';
import { fillElements } from '#src/language/format.ts';
import { formatDate } from '#src/language/format-date.ts';
import { site, texts } from '#src/language/server.ts';
import { nextStep } from '#src/language/stages.ts';
import styles from './my-application.module.css';

export const Day = ({ instant }: { instant: string }) => (
  <time dateTime={instant}>{formatDate(instant)}</time>
);

/** Returns the stage that the page shows. A withdrawn application has none. */
const shownStage = ({ withdrawn_at, stage }: LinkedApplication) =>
  withdrawn_at === null ? stage : undefined;

export const isNews = (linked: LinkedApplication): boolean =>
  (shownStage(linked)?.name ?? firstStage) !== firstStage;

/** States where the application stands in one sentence with its date, and what happens next if the company says so. */
export function ApplicationStage({ linked }: { linked: LinkedApplication }) {
  const stage = shownStage(linked);
  const stageTexts = stage && stage.name !== firstStage ? site().stages[stage.name] : undefined;
  const next = stage && nextStep(stage.name, stage.note);
  return (
    <section className={styles.stage} aria-label={texts().myApplication.stage}>
      <p className={styles.standing}>
        {stage && stageTexts
          ? fillElements(stageTexts.text, { day: <Day instant={stage.since} /> })
          : ownState(linked)}
      </p>
      {stage && stageTexts && stage.name !== 'declined' ? <Steps stage={stage.name} /> : null}
      {next ? <p>{next}</p> : null}
      {stage?.note ? (
        <figure className={styles.note}>
          <figcaption>{texts().myApplication.note}</figcaption>
          {/* The company may write in another language than the page. */}
          <blockquote dir="auto">{stage.note}</blockquote>
        </figure>
      ) : null}
    </section>
  );
}

/** The steps of an application whose company has not declined it. `hired` completes all. */
const steps = ['received', 'review', 'interview', 'offer'] as const satisfies readonly Stage[];
function Steps({ stage }: { stage: Exclude<Stage, 'declined'> }) {
  const { steps: names, stepDone } = texts().myApplication;
  const at = stage === 'hired' ? steps.length : steps.indexOf(stage);
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        <li
          key={step}
          data-done={index < at ? '' : undefined}
          aria-current={index === at ? 'step' : undefined}
        >
          {names[step]}
          {index < at ? <VisuallyHidden>{stepDone}</VisuallyHidden> : null}
        </li>
      ))}
    </ol>
  );
}

/** Returns the sentence about the documents or the withdrawal, for companies with and without stages. */
function ownState({ applied_at, withdrawn_at, documents, documents_needed }: LinkedApplication) {
  const { withdrawn, incomplete, oneMissing, complete } = texts().myApplication.state;
  if (withdrawn_at !== null)
    return fillElements(withdrawn, { day: <Day instant={withdrawn_at} /> });
  const arrived = documents.filter(({ infected }) => !infected);
  const total = documents_needed.length;
  // The sentence has no number of documents, because it would be wrong after an upload on this page.
  if (!isComplete(arrived.map(({ type }) => type).filter(isDocumentType), documents_needed))
    return (
      <span data-state="incomplete">
        {total === 1
          ? fillElements(oneMissing, { day: <Day instant={applied_at} /> })
          : fillElements(incomplete, { day: <Day instant={applied_at} />, total })}
      </span>
    );
  const last =
    arrived
      .map(({ received_at }) => received_at)
      .sort()
      .at(-1) ?? applied_at;
  return fillElements(complete, { day: <Day instant={last} /> });
}
