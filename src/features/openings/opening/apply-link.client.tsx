'use client';

import { useApplyTarget } from '#src/browser/apply-target.ts';
import { ButtonLink } from '#src/components/button/button.tsx';

/** Leads to the form, or to the documents or the receipt of the application that this browser has sent. */
export function ApplyLink({
  formId,
  label,
  className,
}: {
  formId: string;
  label: string;
  className?: string | undefined;
}) {
  const target = useApplyTarget();
  const href = target?.href;
  return (
    <ButtonLink
      className={className}
      href={href ?? `#${formId}`}
      data-scroll-to={href ? undefined : ''}
      data-print="no"
    >
      <span>{target?.label ?? label}</span>
    </ButtonLink>
  );
}
