/**
 * A whole round: its head and its proof, the replay, and behind tabs its bets, events, postings and
 * corrections.
 */
import { useState } from 'react';
import type { RoundReport } from '../../../../src/protocol/report.js';
import { Tabs } from '../parts/tabs.js';
import { RoundHead } from './round-head.js';
import { BetsTable } from './bets-table.js';
import { Chain } from './chain.js';
import { Corrections } from './corrections.js';
import { EventsTable } from './events-table.js';
import { PostingsTable } from './postings-table.js';
import { Replay } from './replay.js';
import { classes } from '../../classes.js';
import { useRoundWords } from './words.js';
import layout from '../look/layout.module.css';
import styles from './round-view.module.css';

const TABS = ['bets', 'events', 'postings', 'corrections'] as const;

export const RoundView = ({ round }: { readonly round: RoundReport }) => {
  const { own } = useRoundWords();
  const [tab, setTab] = useState<(typeof TABS)[number]>('bets');
  const counts = {
    bets: round.closingStakes.length,
    events: round.events.length,
    postings: round.postings.length,
    corrections: round.corrections.length,
  };
  return (
    <article
      className={layout.stack}
      data-part="round-view"
      data-game={round.game}
      data-status={round.status}
    >
      <div className={classes(layout.columns, styles.heads)}>
        <RoundHead round={round} />
        <div className={layout.stack}>
          <Replay round={round} />
          <Chain chain={round.chain} />
        </div>
      </div>
      <Tabs
        label={own('round.parts')}
        names={TABS}
        chosen={tab}
        onChoose={setTab}
        nameOf={(name) => `${own(`round.tab.${name}`)} (${counts[name]})`}
      >
        {tab === 'bets' && <BetsTable round={round} />}
        {tab === 'events' && <EventsTable round={round} />}
        {tab === 'postings' && <PostingsTable round={round} />}
        {tab === 'corrections' && <Corrections round={round} />}
      </Tabs>
    </article>
  );
};
