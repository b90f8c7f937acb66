import { EnquiryFormPage } from '#src/features/contact/enquiry-form-section.tsx';

/** Shows a form that was sent without script and refused; otherwise the form is on the home page. */
export default function ContactUsPage() {
  return <EnquiryFormPage kind="contact-us" />;
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
