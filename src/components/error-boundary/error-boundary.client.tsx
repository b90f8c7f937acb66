'use client';

import { Component, type ReactNode } from 'react';
import { texts } from '#language';
import { Alert } from '../alert/alert.tsx';
import { Button } from '../button/button.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  readonly note?: ReactNode;
  /** If set, the children are left out after an error, without a message, because the page works without them. */
  readonly isOptional?: boolean;
}

/** Without an error boundary React would remove the whole page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly error?: unknown }> {
  override readonly state: { readonly error?: unknown } = {};

  static getDerivedStateFromError = (error: unknown) => ({ error });

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    // Waku handles these errors: a redirect, a missing page, an error of the server.
    if (error instanceof Error && 'digest' in error) throw error;
    if (this.props.isOptional) return null;
    return (
      <Alert tone="error" title={texts().common.stopped}>
        {this.props.note}
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {texts().common.reload}
        </Button>
      </Alert>
    );
  }
}
