/**
 * A part that lies over the page and is loaded when it is needed. Where that fails, a line says so,
 * and what is beneath stays as it is.
 */
import { type ReactNode, Suspense } from 'react';
import { FaultGuard } from './fault-guard.js';

export const Apart = ({ children }: { readonly children: ReactNode }) => (
  <FaultGuard isOver>
    <Suspense>{children}</Suspense>
  </FaultGuard>
);
