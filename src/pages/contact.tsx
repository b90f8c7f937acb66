import { Illustration } from '#src/components/illustration/illustration.tsx';
import { asideSizes, PageHead } from '#src/components/page-head/page-head.tsx';
import { settings } from '#src/config/settings.ts';
import { siteConfig } from '#src/config/site.ts';
import { messages } from '#src/domain/model/messages.ts';
import { contactPath } from '#src/domain/rules/addresses.ts';
import { ContactForm } from '#src/features/contact/contact-form.tsx';

export default async function ContactPage() {
  const { brand, contact } = siteConfig;
  return (
    <div className="wrap">
      <meta
        name="description"
        content={`Write to ${brand.companyName}: questions about a job, an application or anything else.`}
      />
      <link rel="canonical" href={settings().siteOrigin + contactPath} />
      <PageHead
        compact
        title={messages.contactTitle}
        aside={<Illustration background={4} pictures={contact.pictures} sizes={asideSizes} />}
      >
        <p>{contact.text}</p>
      </PageHead>
      <ContactForm title={`${messages.contactTitle} | ${brand.companyName}`} />
    </div>
  );
}

// The page is dynamic, because the canonical URL is a setting.
export const getConfig = async () => ({ render: 'dynamic' }) as const;
