/** The desk’s one screen: the next thing to do, the cards that lie, what the last scan was, and a key for everything else. */
import { useState } from 'react';
import type { Member } from '../staff/member.js';
import { DeskKeys } from './desk-keys.js';
import { LineState } from './line-state.js';
import { NextStep } from './next-step.js';
import { OpenSheet } from './open-sheet.js';
import type { SheetName } from './sheets/sheet-name.js';
import { TableHands } from './table-hands.js';
import { ToldLine } from './told-line.js';
import { TopBar } from './top-bar.js';
import { useDeskKeys } from './use-desk-keys.js';
import { useDesk, useDeskView } from './use-desk.js';
import { WarningList } from './warning-list.js';
import { useDeskWords } from './words.js';
import styles from './desk-screen.module.css';

interface Given {
  readonly onRelieved: (member: Member) => void;
  readonly onLeave: () => void;
  readonly onSignOut: () => void;
}

export const DeskScreen = (given: Given) => {
  const t = useDeskWords();
  const { table } = useDesk();
  const hasCopy = useDeskView(({ copy }) => copy !== undefined);
  const refused = useDeskView((view) => view.refused);
  const [sheet, setSheet] = useState<SheetName>();
  const does = useDeskKeys(setSheet);
  return (
    <div className={styles.desk} data-table={table}>
      <TopBar />
      <LineState />
      {hasCopy ? (
        <main inert={sheet !== undefined}>
          <NextStep does={does} />
          <WarningList />
          <TableHands />
          <ToldLine />
        </main>
      ) : (
        <main className={styles.joining}>
          <p>{t(refused === undefined ? 'table.joining' : 'table.absent')}</p>
        </main>
      )}
      <DeskKeys does={does} />
      {sheet !== undefined && (
        <OpenSheet name={sheet} onClose={() => setSheet(undefined)} {...given} />
      )}
    </div>
  );
};
