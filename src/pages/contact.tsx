import { contactHref } from '#src/addresses.ts';
import { IllustrationSlider } from '#src/components/illustration/illustration.tsx';
import { asideSizes, PageHead } from '#src/components/page-head/page-head.tsx';
import { Prose } from '#src/components/prose/prose.tsx';
import { ContactForm } from '#src/features/contact/contact-form.tsx';
import { ShareMetadata } from '#src/features/openings/sharing/share-metadata.tsx';
import { fill } from '#src/language/format.ts';
import { site, texts } from '#src/language/server.ts';
import { pageTitle } from '#src/language/titles.ts';
import { addBrowserTexts } from '#src/request/request-context.ts';

export default async function ContactPage() {
  addBrowserTexts('messageForm', 'contact', 'slider');
  const { brand, contact, hero } = site();
  const { contact: contactTexts, pages } = texts();
  const title = pageTitle(contactTexts.messages.contactTitle);
  const description = fill(pages.contactDescription, { company: brand.companyName });
  return (
    <div className="wrap">
      <meta name="description" content={description} />
      <ShareMetadata title={title} description={description} path={contactHref()} />
      <PageHead
        compact
        title={contactTexts.messages.contactTitle}
        aside={
          <IllustrationSlider
            label={hero.slidesLabel}
            kind="page"
            slides={contact.pictures.map((picture) => ({ background: 4, pictures: [picture] }))}
            sizes={asideSizes}
          />
        }
      >
        <Prose text={contact.text} />
      </PageHead>
      <ContactForm title={title} />
    </div>
  );
}

export const getConfig = async () => ({ render: 'dynamic' }) as const;
