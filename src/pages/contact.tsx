import { contactHref } from '#src/addresses.ts';
import { Illustration } from '#src/components/illustration/illustration.tsx';
import { asideSizes, PageHead } from '#src/components/page-head/page-head.tsx';
import { siteConfig } from '#src/config/site.ts';
import { messages } from '#src/domain/model/messages.ts';
import { ContactForm } from '#src/features/contact/contact-form.tsx';
import { ShareMetadata } from '#src/features/openings/sharing/share-metadata.tsx';

export default async function ContactPage() {
  const { brand, contact } = siteConfig;
  const title = `${messages.contactTitle} | ${brand.companyName}`;
  const description = `Write to ${brand.companyName}: questions about a job, an application or anything else.`;
  return (
    <div className="wrap">
      <meta name="description" content={description} />
      <ShareMetadata title={title} description={description} path={contactHref()} />
      <PageHead
        compact
        title={messages.contactTitle}
        aside={<Illustration background={4} pictures={contact.pictures} sizes={asideSizes} />}
      >
        <p>{contact.text}</p>
      </PageHead>
      <ContactForm title={title} />
    </div>
  );
}

// The page is dynamic, because the canonical URL is a setting.
export const getConfig = async () => ({ render: 'dynamic' }) as const;
