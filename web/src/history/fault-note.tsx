/** Says why something did not come, and offers to ask again. */
import { useTranslation } from 'react-i18next';
import type { HttpFault } from '../studio/http.js';
import notes from '../look/notes.module.css';

interface Props {
  readonly fault: HttpFault;
  readonly onAgain?: () => void;
}

export const FaultNote = ({ fault, onAgain }: Props) => {
  const { t } = useTranslation();
  return (
    <p className={notes.fault} role="alert" data-fault={fault}>
      {t(`menu.fault.${fault}`)}
      {onAgain !== undefined && (
        <button type="button" onClick={onAgain}>
          {t('menu.again')}
        </button>
      )}
    </p>
  );
};
