/**
 * Talk at the table, with the dealer and the other players; and support, which only the staff read.
 */
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PanelProps } from '../panels/panel-props.js';
import { useStudio } from '../studio/use-studio.js';
import { TalkForm } from './talk-form.js';
import { TalkLines } from './talk-lines.js';
import { talksOf } from './talks.js';
import { useChatWords } from './words.js';
import styles from './chat-panel.module.css';

const TABS = ['table', 'support'] as const;
type Tab = (typeof TABS)[number];

const ChatPanel = ({ seat }: PanelProps) => {
  const { t } = useTranslation();
  const own = useChatWords();
  const talks = talksOf(useStudio());
  const talk = { table: talks.chat(seat.table), support: talks.support };
  const unread = {
    table: useStore(talk.table.store, (view) => view.unread),
    support: useStore(talk.support.store, (view) => view.unread),
  };
  const [tab, choose] = useState<Tab>(() =>
    unread.support > 0 && unread.table === 0 ? 'support' : 'table',
  );
  const shown = talk[tab];
  useEffect(() => {
    shown.watch(true);
    return () => shown.watch(false);
  }, [shown]);
  const other = tab === 'table' ? 'support' : 'table';
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    choose(other);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab=${other}]`)?.focus();
  };
  return (
    <div className={styles.chat}>
      <div className={styles.tabs} role="tablist" aria-label={t('menu.chat')} onKeyDown={move}>
        {TABS.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`chat-tab-${each}`}
            data-tab={each}
            aria-selected={tab === each}
            aria-controls="chat-talk"
            tabIndex={tab === each ? 0 : -1}
            onClick={() => choose(each)}
          >
            {own(`tab.${each}`)}
            {tab !== each && unread[each] > 0 && (
              <b className={styles.unread} aria-label={own('unread', { unread: unread[each] })}>
                {unread[each]}
              </b>
            )}
          </button>
        ))}
      </div>
      <div
        className={styles.talk}
        id="chat-talk"
        role="tabpanel"
        aria-labelledby={`chat-tab-${tab}`}
      >
        <TalkLines
          key={tab}
          talk={shown}
          label={own(`tab.${tab}`)}
          nothing={own(`nothing.${tab}`)}
        />
        <TalkForm key={`${tab}-form`} talk={shown} label={own(`write.${tab}`)} />
      </div>
    </div>
  );
};
export default ChatPanel;
