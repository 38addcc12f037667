/**
 * One whole table: what it does, what it sent, who talks at it, and what the shift manager may do
 * about it.
 */
import { useState } from 'react';
import { useStore } from 'zustand';
import type { PageProps } from '../page-props.js';
import { makePlace } from '../place.js';
import { Tabs } from '../parts/tabs.js';
import { useCases, useMay, usePit } from '../use-pit.js';
import { ChatBox } from './chat-box.js';
import { Actions } from './table-actions.js';
import { FurtherForm } from './further-form.js';
import { LimitsForm } from './limits-form.js';
import { SettingsForm } from './settings-form.js';
import { AmendBox } from './amend-box.js';
import { NowBox } from './now-box.js';
import { PlayersBox } from './players-box.js';
import { Spots } from './spots.js';
import type { FollowedTableStore } from './followed-table-store.js';
import { Timeline } from './timeline.js';
import { useFollowedTable } from './use-followed-table.js';
import { classes } from '../../classes.js';
import { useTableWords } from './words.js';
import layout from '../look/layout.module.css';
import head from '../look/page-head.module.css';
import sign from '../look/sign.module.css';
import tones from '../look/tones.module.css';
import styles from './table-page.module.css';

const TablePage = ({ of: table = '' }: PageProps) => {
  const { own } = useTableWords();
  const line = useFollowedTable(table);
  return line === undefined ? (
    <p className={tones.nothing}>{own('table.coming')}</p>
  ) : (
    <Whole line={line} />
  );
};
export default TablePage;

const TABS = ['actions', 'amend', 'chat', 'players', 'spots', 'limits', 'settings'] as const;
type Tab = (typeof TABS)[number];

const Whole = ({ line }: { readonly line: FollowedTableStore }) => {
  const { t, own } = useTableWords();
  const { wall } = usePit();
  const may = useMay();
  const { table } = line;
  const copy = useStore(line.store, (view) => view.copy);
  const correctedSeq = useStore(line.store, (view) => view.correctedSeq);
  const absent = useStore(line.store, (view) => view.absent);
  const tile = useStore(wall.store, (view) => view.tables.get(table));
  const incidents = useCases((cases) => cases.incidents);
  const [tab, setTab] = useState<Tab>(may.approve ? 'actions' : 'chat');
  const open = [...incidents.values()].filter(
    (incident) => incident.table === table && incident.state !== 'closed',
  );
  if (copy === undefined) {
    return (
      <p className={tones.nothing}>{own(absent === undefined ? 'table.coming' : 'table.absent')}</p>
    );
  }
  const isStale = absent !== undefined;
  return (
    <section aria-labelledby="table-title" data-at={table}>
      <header className={head.pageHead}>
        <a href={makePlace('wall')}>{own('table.back')}</a>
        <h1 id="table-title">{copy.settings.name}</h1>
        <p className={head.sum}>{table}</p>
        {open.map((incident) => (
          <a
            key={incident.id}
            className={classes(sign.sign, sign.bad)}
            href={makePlace('incidents', incident.id)}
            data-incident={incident.id}
          >
            {t(`malfunction.${incident.kind}`)}
          </a>
        ))}
      </header>
      {isStale && (
        <p className={classes(tones.fault, styles.absent)} role="status" data-absent={absent}>
          {own('table.stale')}
        </p>
      )}
      <div
        className={classes(layout.columns, styles.columns, isStale && styles.stale)}
        data-stale={isStale}
      >
        <NowBox copy={copy} tile={tile} />
        <Timeline line={line} />
        <Tabs
          label={own('table.more')}
          isTight
          names={may.approve ? TABS : TABS.slice(2)}
          chosen={tab}
          onChoose={setTab}
          nameOf={(name) => own(`table.tab.${name}`)}
        >
          {tab === 'actions' && <Actions copy={copy} tile={tile} isStale={isStale} />}
          {tab === 'amend' && (
            <fieldset className={styles.held} disabled={isStale}>
              <AmendBox copy={copy} />
            </fieldset>
          )}
          {tab === 'chat' && <ChatBox table={table} />}
          {tab === 'players' && <PlayersBox copy={copy} />}
          {tab === 'spots' && <Spots copy={copy} correctedSeq={correctedSeq} />}
          {tab === 'limits' && (
            <>
              <LimitsForm copy={copy} />
              <FurtherForm copy={copy} />
            </>
          )}
          {tab === 'settings' && <SettingsForm copy={copy} />}
        </Tabs>
      </div>
    </section>
  );
};
