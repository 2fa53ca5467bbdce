'use client';

import { Component, type ErrorInfo, type ReactNode } from 'react';
import { isControlFlow } from '@seismo/browser';
import { keepComponentStack } from './component-stacks.ts';
import { reportOnce } from './reported.ts';

export interface BoundaryError {
  error: unknown;
  /** The ID of the event. */
  eventId: string | undefined;
  /** Shows the children again. */
  retry: () => void;
}

export interface ErrorBoundaryProps {
  children?: ReactNode;
  /** Rendered in place of children that threw; nothing by default. */
  fallback?: ReactNode | ((caught: BoundaryError) => ReactNode);
  onError?: (error: unknown, componentStack: string, eventId: string | undefined) => void;
}

interface State {
  thrown: { error: unknown } | null;
  eventId: string | undefined;
}

/** Reports errors that its children throw while rendering, with the component stack. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { thrown: null, eventId: undefined };

  static getDerivedStateFromError(error: unknown): State {
    // Redirects and the like are Next's to catch, further up.
    if (isControlFlow(error)) throw error;
    return { thrown: { error }, eventId: undefined };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    keepComponentStack(error, componentStack);
    const eventId = reportOnce(error, { type: 'auto.function.react.error_boundary', handled: true });
    this.setState({ eventId });
    this.props.onError?.(error, componentStack ?? '', eventId);
  }

  readonly retry = (): void => this.setState({ thrown: null, eventId: undefined });

  override render(): ReactNode {
    const { thrown, eventId } = this.state;
    if (!thrown) return this.props.children;
    const { fallback = null } = this.props;
    return typeof fallback === 'function' ? fallback({ error: thrown.error, eventId, retry: this.retry }) : fallback;
  }
}
