/** A player in the studio: the table that is played at, and the panels around it. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isWatched } from '../lobby/watched-tables.js';
import { useTables } from '../studio/use-tables.js';
import { useStudio } from '../studio/use-studio.js';
import { ConnectionBanner } from '../studio/connection-banner.js';
import { TablePage } from './table-page.js';
import { Waiting } from './waiting.js';

const LAST_TABLE = 'sabot.table';

export const Playing = () => {
  const { t } = useTranslation();
  const studio = useStudio();
  const tables = useTables();
  const [chosen, choose] = useState(() => localStorage.getItem(LAST_TABLE));
  const table = tables?.find((each) => each.table === chosen)?.table ?? tables?.[0]?.table;
  useEffect(() => {
    if (table === undefined) return;
    localStorage.setItem(LAST_TABLE, table);
    studio.seat(table);
    return () => {
      if (!isWatched(table)) studio.leave(table);
    };
  }, [studio, table]);
  return (
    <>
      <ConnectionBanner />
      {table === undefined && (
        <Waiting>{t(tables === undefined ? 'lobby.coming' : 'lobby.none')}</Waiting>
      )}
      {table !== undefined && <TablePage key={table} seat={studio.seat(table)} onChange={choose} />}
    </>
  );
};
