/** There is no table for the player: the way back to the operator who launched them, if one did. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { waysOut } from '../studio/launch.js';
import { sayToParent } from '../studio/parent-page.js';

export const NoTable = () => {
  const { t } = useTranslation();
  const [{ returnUrl }] = useState(waysOut);
  return (
    <>
      <h1>{t('lobby.none')}</h1>
      {returnUrl !== null && (
        <a href={returnUrl} onClick={() => sayToParent({ kind: 'return' })}>
          {t('table.toOperator')}
        </a>
      )}
    </>
  );
};
