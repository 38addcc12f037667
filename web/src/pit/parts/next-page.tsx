/**
 * Below a list that comes page by page: the button for what comes next, and why it did not come.
 */
import type { ReactNode } from 'react';
import { useWords } from '../use-words.js';
import { Fault } from './fault.js';
import type { Pages } from './use-pages.js';
import layout from '../look/layout.module.css';

interface Props {
  readonly of: Pick<Pages<never>, 'isBusy' | 'fault' | 'readNext'>;
  /** Other buttons of the list. */
  readonly children?: ReactNode;
}

export const NextPage = ({ of: { isBusy, fault, readNext }, children }: Props) => {
  const { t } = useWords();
  return (
    <>
      {fault !== undefined && <Fault fault={fault} />}
      {(readNext !== undefined || children !== undefined) && (
        <p className={layout.row}>
          {readNext !== undefined && (
            <button type="button" disabled={isBusy} onClick={readNext}>
              {t('more')}
            </button>
          )}
          {children}
        </p>
      )}
    </>
  );
};
