/** There is no table for the player yet. The panels are there, and with them the solo games. */
import { Suspense, lazy, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TableList } from '../../../src/protocol/http.js';
import type { ShownPanel } from '../panels/shown-panel.js';
import { Banners } from '../studio/banners.js';
import { ownPlayerOf } from '../studio/own-player.js';
import { useStudio } from '../studio/use-studio.js';
import type { TablePageProps } from './table-page-props.js';
import { Waiting } from './waiting.js';

const AbsentTable = lazy(() => import('./absent-table.js'));

interface Props extends TablePageProps {
  /** As they came last. None is the player’s. */
  readonly tables: TableList;
  readonly shown: ShownPanel;
  readonly onShow: (shown: ShownPanel) => void;
}

export const NoTable = ({ tables, ...given }: Props) => {
  const { t } = useTranslation();
  const studio = useStudio();
  // The operator may have changed since which tables its players see.
  useEffect(() => void ownPlayerOf(studio).read(), [studio, tables]);
  return (
    <>
      <Banners seat={given.seat} onPlay={given.onPlay} />
      <Suspense fallback={<Waiting>{t('menu.loading')}</Waiting>}>
        <AbsentTable absent="no_table" {...given} />
      </Suspense>
    </>
  );
};
