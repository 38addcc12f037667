/**
 * Below a list that comes page by page: the button for what comes next, and why it did not come.
 */
import type { ReactNode } from 'react';
import { useWords } from '../use-words.js';
import { Fault } from './fault.js';
import type { NextPageRead } from './use-read.js';
import layout from '../look/layout.module.css';

interface Props {
  readonly of: NextPageRead;
  /** Other buttons of the list. */
  readonly children?: ReactNode;
}

export const NextPage = ({ of: { isBusy, fault, read }, children }: Props) => {
  const { t } = useWords();
  return (
    <>
      {fault !== undefined && <Fault fault={fault} />}
      {(read !== undefined || children !== undefined) && (
        <p className={layout.row}>
          {read !== undefined && (
            <button type="button" disabled={isBusy} onClick={read}>
              {t('more')}
            </button>
          )}
          {children}
        </p>
      )}
    </>
  );
};
