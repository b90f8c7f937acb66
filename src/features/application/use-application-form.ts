import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { submissionHref } from '#src/addresses.ts';
import { type Draft, noteApplication } from '#src/browser/application-records.ts';
import { useRestoredPage } from '#src/browser/page-events.ts';
import { submissionStatus } from '#src/browser/submission-status.ts';
import type { EditorHandle } from '#src/components/editor/rich-text-editor.client.tsx';
import { readControls } from '#src/components/form/form-controls.ts';
import { sendForm } from '#src/components/form/send-form.ts';
import { useForm } from '#src/components/form/use-form.ts';
import type { ApplicationSettings } from '#src/domain/model/application-options.ts';
import type { Question } from '#src/domain/model/opening.ts';
import { normalizeApplication, validateApplication } from '#src/domain/rules/forms/application.ts';
import type { FormValues } from '#src/domain/rules/forms/form-rules.ts';
import { spamCheckFields } from '#src/domain/rules/forms/spam-check.ts';
import { resumeSentAction } from './actions.ts';
import { applicationView, type KnownApplication, knownAfter } from './application-view.ts';
import {
  type ApplicationAnswer,
  defaultValues,
  type FormOpening,
  formNames,
  readValues,
  shownQuestions,
  toApplication,
  watchedAfter,
  watchedNames,
} from './form-values.ts';
import { hasApplied, labelOf, noAnswerText } from './messages.ts';
import { useDraft } from './use-draft.ts';

/**
 * In milliseconds. The limit is longer than the site may take: 30 s to read a large form, 45 s of waiting for other
 * forms, and a minute for the captcha and the calls to the API host.
 */
const applicationTimeoutMs = 180_000;

/** The state and actions of an opening's form, of its draft, and of an application that was sent before. */
export function useApplicationForm(
  posted: ApplicationAnswer | undefined,
  opening: FormOpening,
  referrer: string | undefined,
  settings: ApplicationSettings,
) {
  const sentBefore = useSentApplication(opening);
  const fields = useFields(opening.questions, settings);
  const { questions } = fields;
  const form = useForm<ApplicationAnswer>({
    posted,
    validate(data) {
      const entered = toApplication(readValues(data), { ...opening, questions });
      const application = normalizeApplication(entered, questions, settings);
      return validateApplication(application, questions, settings);
    },
    async send(data, element) {
      data.set(formNames.key, draft.save());
      const options = { timeoutMs: applicationTimeoutMs, refused: noAnswerText() };
      const response = await sendForm(data, element, options);
      const answer: ApplicationAnswer = { ...response, values: readValues(data) };
      if (answer.questions) fields.replaceQuestions(answer.questions);
      if (answer.accepted) {
        draft.accept();
        void sentBefore.readNew();
      }
      // An application that another tab has sent may be the reason for the refusal.
      if (hasApplied(answer)) await sentBefore.read();
      return answer;
    },
    unanswered: noAnswerText,
    labelOf: (field, answer) => labelOf(field, answer?.questions ?? questions),
  });
  const { element, result, formProps } = form;
  const onOpen = useEffectEvent(() => {
    if (element.current) fields.changeWatched(readControls(element.current, watchedNames));
  });
  useEffect(() => onOpen(), []);
  const draft = useDraft(
    opening.id,
    () => defaultValues(opening, referrer, settings),
    {
      read: () => (element.current ? readValues(new FormData(element.current)) : undefined),
      fill: (values) => fields.fill(values, form.fill),
    },
    sentBefore,
  );

  function onInput(event: FormEvent): void {
    formProps.onInput(event);
    const { name, value } = event.target as HTMLInputElement;
    if (!name || name === spamCheckFields.honeypot) return;
    if (watchedNames.includes(name)) fields.changeWatched({ [name]: value });
    draft.onInput();
  }

  const { phase, offer, key, initial } = draft.state;
  const isInUse = phase === 'in-use' || offer?.tab !== undefined;
  return {
    form: { ...form, formProps: { ...formProps, onInput } },
    fields,
    draft,
    values: result?.values ?? initial,
    view: applicationView(sentBefore.known, result, isInUse),
    showEarlier() {
      draft.save();
      sentBefore.choose();
    },
    requestTicket: () =>
      void sentBefore.resume({ key, values: result?.values ?? {} }).catch(() => undefined),
  };
}

/** The state of the form, except the values of its controls. */
function useFields(ofOpening: readonly Question[], settings: ApplicationSettings) {
  const [questions, setQuestions] = useState(ofOpening);
  /** The questions of the answers. If those of a draft differ, the site asks the visitor to check the answers. */
  const [seen, setSeen] = useState(shownQuestions(questions));
  /**
   * The values on which other fields depend. They are undefined in the first HTML, and read at hydration, because the
   * visitor may have filled the form before.
   */
  const [watched, setWatched] = useState<FormValues>();
  const editor = useRef<EditorHandle>(null);
  const changeWatched = (changes: FormValues) =>
    setWatched((before) => watchedAfter(before, changes, settings));
  return {
    questions,
    seen,
    watched,
    editor,
    changeWatched,
    replaceQuestions(changed: readonly Question[]): void {
      setQuestions(changed);
      setSeen(shownQuestions(changed));
    },
    /** `fillControls` fills in the controls without any state in React. */
    fill(values: FormValues, fillControls: (fields: FormValues) => void): void {
      const { cover_letter, [formNames.questions]: shown, ...fields } = values;
      // A select needs the option of a value before it is filled in.
      flushSync(() => {
        changeWatched(fields);
        if (shown !== undefined) setSeen(shown);
      });
      if (cover_letter !== undefined)
        editor.current?.setValue(cover_letter, fields[formNames.letterFormat]);
      fillControls(fields);
    },
  };
}

/** The facts that the page knows about an application to the opening that was sent before. */
function useSentApplication({ id, company_id }: FormOpening) {
  const [known, setKnown] = useState<KnownApplication>({ isChosen: false });
  /**
   * Returns whether the site has the application of the upload ticket. A script reads it, because the cached page is the
   * same for every visitor.
   */
  async function read(isOwn?: boolean): Promise<boolean> {
    const status = await submissionStatus(submissionHref(id)).catch(() => 'no-answer' as const);
    if (status === 'no-answer') return false;
    if (status) noteApplication(company_id, status);
    setKnown((before) => knownAfter(before, status, isOwn));
    return status !== undefined;
  }
  const onOpen = useEffectEvent(() => void read());
  useEffect(() => onOpen(), []);
  useRestoredPage(() => void read());
  return {
    known,
    read,
    /** Requests the ticket of an application whose response did not reach the browser. Returns whether the browser has it. */
    async resume({ key, values }: Pick<Draft, 'key' | 'values'>): Promise<boolean> {
      const { emailaddress = '' } = values;
      return (await resumeSentAction({ key, emailaddress, joblistingid: id })) && read();
    },
    /** Reads the application that the site has just accepted. */
    readNew(): Promise<boolean> {
      setKnown({ isChosen: false });
      return read();
    },
    /** Shows the application to this opening, as the visitor has asked for it. */
    choose: () => setKnown((before) => ({ ...before, isChosen: true })),
  };
}
