'use client';

import { LanguageOffer } from '#src/components/language-links/language-offer.client.tsx';
import { CallsInLanguage } from '#src/framework/calls-in-language.client.tsx';

/** For sites with several languages. It is one component, because the HTML of a page names each client component. */
export const OtherLanguages = () => (
  <>
    <CallsInLanguage />
    <LanguageOffer />
  </>
);
