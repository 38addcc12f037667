/**
 * The desk’s one screen: the next thing to do, the cards on the table, what the last scan was, and
 * a key for everything else.
 */
import { useState } from 'react';
import type { Member } from '../staff/member.js';
import { ChatPanel } from './chat/chat-panel.js';
import { ChatStrip } from './chat/chat-strip.js';
import { useChatOpen } from './chat/use-chat-open.js';
import { DeskKeys } from './desk-keys.js';
import { ConnectionStatusLine } from './connection-status.js';
import { NextStep } from './next-step.js';
import { OpenSheet } from './open-sheet.js';
import type { SheetName } from './sheets/sheet-name.js';
import { TableHands } from './table-hands.js';
import { NoticeLine } from './notice-line.js';
import { TipLine } from './tip-line.js';
import { TopBar } from './top-bar.js';
import { useDeskKeys } from './use-desk-keys.js';
import { useDesk, useDeskView } from './use-desk.js';
import { WarningList } from './warning-list.js';
import { useDeskWords } from './words.js';
import styles from './desk-screen.module.css';

interface Props {
  readonly onRelieved: (member: Member) => void;
  readonly onLeave: () => void;
  readonly onSignOut: () => void;
}

export const DeskScreen = (given: Props) => {
  const t = useDeskWords();
  const { table } = useDesk();
  const hasCopy = useDeskView(({ copy }) => copy !== undefined);
  const refused = useDeskView((view) => view.refused);
  const [sheet, setSheet] = useState<SheetName>();
  const [isChatOpen, setChatOpen] = useChatOpen();
  const does = useDeskKeys(setSheet, setChatOpen);
  return (
    <div className={styles.desk} data-table={table}>
      <TopBar />
      <ConnectionStatusLine />
      {hasCopy ? (
        <main inert={sheet !== undefined}>
          <NextStep does={does} />
          <WarningList />
          {isChatOpen ? <ChatPanel onClose={() => setChatOpen(false)} /> : <TableHands />}
          <NoticeLine />
          {!isChatOpen && <ChatStrip onOpen={does.chat} />}
          <TipLine />
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
