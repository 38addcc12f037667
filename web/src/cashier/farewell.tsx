/**
 * The player has left. Says what went back to the game account. However this is closed, the page
 * goes back to the operator who launched it, or begins again at the sign-in.
 */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focused } from '../focused.js';
import { moneyText } from '../money.js';
import { useStudio } from '../studio/use-studio.js';
import { sayToParent } from '../studio/parent-page.js';
import { waysOut } from '../studio/launch.js';
import { signOut } from '../studio/token.js';
import { useCashierWords } from './words.js';
import buttons from '../look/button.module.css';
import styles from './farewell.module.css';

interface Props {
  readonly currency: string;
  readonly amount: bigint | undefined;
}

export const Farewell = ({ currency, amount }: Props) => {
  const { i18n } = useTranslation();
  const own = useCashierWords();
  const studio = useStudio();
  const [{ returnUrl }] = useState(waysOut);
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    sayToParent({ kind: 'left' });
    studio.close();
    signOut();
    const sheet = page.current!.closest('dialog');
    // Before the panel itself hears of it and disappears.
    const early = { capture: true };
    const leave = () => goTo(returnUrl);
    sheet?.addEventListener('close', leave, early);
    return () => sheet?.removeEventListener('close', leave, early);
  }, [studio, returnUrl]);
  return (
    <div ref={page} className={styles.farewell} role="status" data-returned={amount?.toString()}>
      <p>{own('bye')}</p>
      {amount !== undefined && (
        <p>{own('wentBack', { amount: moneyText(amount, currency, i18n.language) })}</p>
      )}
      <button
        type="button"
        className={buttons.primary}
        ref={focused}
        onClick={() => goTo(returnUrl)}
      >
        {own(returnUrl === null ? 'toSignIn' : 'toOperator')}
      </button>
    </div>
  );
};

const goTo = (returnUrl: string | null): void => {
  sayToParent({ kind: 'return' });
  if (returnUrl === null) location.reload();
  else location.assign(returnUrl);
};
