import { EnquiryFormPage } from '#src/features/contact/enquiry-form-section.tsx';

/** Shows a form that was sent without script and refused; otherwise the form is on the home page. */
export default function QuotePage() {
  return <EnquiryFormPage kind="quote" />;
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
