/**
 * A form that asks a second person, as often as is needed. While a request of it waits for one,
 * that stands in its place, and then the form begins anew.
 */
import { type ReactNode, useState } from 'react';
import { makePlace } from '../place.js';
import { useNow } from '../use-now.js';
import { useCases } from '../use-pit.js';
import { isToDecide, isUnderWay } from '../waiting.js';
import { useRightWords } from './words.js';
import tones from '../look/tones.module.css';

/** It is given the number of a request that was made. */
export type OnAsked = (approval: string) => void;

export const AskAgain = ({ form }: { readonly form: (onAsked: OnAsked) => ReactNode }) => {
  const { own } = useRightWords();
  const [asked, setAsked] = useState<string>();
  const request = useCases(({ approvals }) => approvals.get(asked ?? ''));
  const now = useNow();
  const isToWait = request !== undefined && isToDecide(request, now);
  return (
    <>
      {request !== undefined && isUnderWay(request, now) && (
        <p className={tones.said} role="status" data-asked={request.id}>
          {own(isToWait ? 'amend.asked' : 'amend.approved')}{' '}
          <a href={makePlace('approvals')}>{own('amend.seeApprovals')}</a>
        </p>
      )}
      {!isToWait && form(setAsked)}
    </>
  );
};
