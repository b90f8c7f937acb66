import type { ContactMessage } from '#src/domain/model/application.ts';

/** What a visitor fills in; the subject is ours. */
export type ContactValues = Omit<ContactMessage, 'subject'>;

/** Tells the company's mailbox where a message came from. */
export const contactSubject = 'Message from the careers site';

export const emptyContactValues: ContactValues = {
  firstname: '',
  lastname: '',
  email: '',
  phone: '',
  msg: '',
};

/** The form's texts as they were typed, but for the line ends that forms add a carriage return to. */
export function readContactForm(form: FormData): ContactValues {
  const text = (name: keyof ContactValues) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : '';
  };
  return {
    firstname: text('firstname'),
    lastname: text('lastname'),
    email: text('email'),
    phone: text('phone'),
    msg: text('msg'),
  };
}

/** What is sent of it: outer white space trimmed, and none at all in the address. */
export function contactMessageOf(values: ContactValues): ContactMessage {
  return {
    firstname: values.firstname.trim(),
    lastname: values.lastname.trim(),
    email: values.email.replace(/[\s\u200b\ufeff]+/gu, ''),
    phone: values.phone.trim(),
    msg: values.msg.trim(),
    subject: contactSubject,
  };
}
