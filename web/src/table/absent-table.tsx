/**
 * In place of a table that cannot be joined: why, and the ways to the other tables, to the cashier
 * and out of the studio.
 */
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import buttons from '../look/button.module.css';
import { SHARED_PANELS } from '../panels/menu.js';
import { MenuBar } from '../panels/menu-bar.js';
import type { ShownPanel } from '../panels/shown-panel.js';
import { waysOut } from '../studio/launch.js';
import { sayToParent } from '../studio/parent-page.js';
import { LocalTime } from './local-time.js';
import type { TablePageProps } from './table-page-props.js';
import styles from './absent-table.module.css';

interface Props extends TablePageProps {
  /**
   * Why, as the studio says, or `no_table`: there is none for the player. Undefined where it is
   * joined again, behind a panel.
   */
  readonly absent: string | undefined;
  readonly shown: ShownPanel;
  readonly onShow: (shown: ShownPanel) => void;
}

const AbsentTable = ({ absent, shown, onShow: show, ...given }: Props) => {
  const { t } = useTranslation();
  const [{ returnUrl }] = useState(waysOut);
  const isNone = absent === 'no_table';
  const isSought = absent !== undefined && absent !== 'not_allowed' && !isNone;
  return (
    <main className={styles.absentTable} data-absent={absent ?? ''}>
      <header className={styles.top}>
        <LocalTime />
        <MenuBar
          {...given}
          game={undefined}
          panels={SHARED_PANELS}
          unread={0}
          isBeside={false}
          opened={shown.panel}
          onOpen={(panel) => show({ panel })}
        />
      </header>
      <div className={styles.words}>
        <h1>{whyText(t, absent)}</h1>
        {isSought && <p>{t('table.absentNote')}</p>}
        {!isNone && (
          <button
            type="button"
            className={buttons.primary}
            onClick={() => show({ panel: 'lobby' })}
          >
            {t('table.another')}
          </button>
        )}
        <button type="button" onClick={() => show({ panel: 'cashier' })}>
          {t('table.toCashier')}
        </button>
        {isNone && returnUrl !== null && (
          <a href={returnUrl} onClick={() => sayToParent({ kind: 'return' })}>
            {t('table.toOperator')}
          </a>
        )}
      </div>
    </main>
  );
};
export default AbsentTable;

const whyText = (t: TFunction, absent: string | undefined): string => {
  if (absent === undefined) return t('table.joining');
  if (absent === 'no_table') return t('lobby.none');
  return t(absent === 'not_allowed' ? 'table.notOpen' : 'table.absent');
};
