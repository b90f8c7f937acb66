import { PageHead } from '#src/components/page-head/page-head.tsx';
import { Plate } from '#src/components/plate/plate.tsx';
import { sentences } from '#src/domain/model/sentences.ts';
import { ContactForm } from '#src/features/contact/contact-form.tsx';
import { settings } from '#src/site/settings.ts';
import { siteFile } from '#src/site/site-file.ts';

export default async function ContactPage() {
  const { brand, contact } = siteFile;
  return (
    <div className="wrap">
      <meta
        name="description"
        content={`Write to ${brand.companyName}: questions about a job, an application or anything else.`}
      />
      <link rel="canonical" href={`${settings().siteOrigin}/contact`} />
      <PageHead
        title={sentences.contactTitle}
        aside={<Plate plate={4} pictures={contact.pictures} eager />}
      >
        <p>{contact.text}</p>
      </PageHead>
      <ContactForm title={`${sentences.contactTitle} | ${brand.companyName}`} />
    </div>
  );
}

// The canonical address is a setting, read when the site runs.
export const getConfig = async () => ({ render: 'dynamic' }) as const;
