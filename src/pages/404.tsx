import { ButtonLink } from '../components/button/button.tsx';
import { PageHead } from '../components/page-head/page-head.tsx';
import { siteFile } from '../site/site-file.ts';

/** What unstable_notFound shows; unknown paths go home instead. */
export default function NotFoundPage() {
  const { brand, notFound } = siteFile;
  return (
    <div className="wrap">
      <title>{`${notFound.title} | ${brand.companyName}`}</title>
      <meta name="robots" content="noindex" />
      <PageHead title={notFound.title}>
        <p>{notFound.text}</p>
      </PageHead>
      <ButtonLink href="/#openings">See the openings</ButtonLink>
    </div>
  );
}

export const getConfig = async () => ({ render: 'static' }) as const;
