import type { ReactNode } from 'react';
import { Icon } from '#src/components/icon/icon.tsx';

export const Disclosure = ({
  title,
  isOpen = false,
  children,
}: {
  title: string;
  isOpen?: boolean;
  children: ReactNode;
}) => (
  <details open={isOpen}>
    <summary>
      <span>{title}</span>
      <Icon name="plus" />
    </summary>
    {children}
  </details>
);
