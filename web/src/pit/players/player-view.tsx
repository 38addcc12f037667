/**
 * One player: what is in the account, what is owed, the sessions, the rounds, and whether the chat
 * is closed to them.
 */
import { useState } from 'react';
import type { PlayerReport } from '../../../../src/protocol/report.js';
import { Download } from '../parts/download.js';
import { Fault } from '../parts/fault.js';
import { useReadPages } from '../parts/use-read.js';
import { MuteForm } from '../table/mute-form.js';
import { useCurrency } from '../wall/use-currency.js';
import { nowMs } from '../use-now.js';
import { makePlace } from '../place.js';
import { useMay, usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';
import { BarsBox } from './bars-box.js';
import { DisconnectForm } from './disconnect-form.js';
import { LimitsBox } from './limits-box.js';
import { PlayerHands } from './player-hands.js';
import { PlayerRounds } from './player-rounds.js';
import { PlayerSessions } from './player-sessions.js';
import { classes } from '../../classes.js';
import { usePlayerWords } from './words.js';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import sign from '../look/sign.module.css';
import tones from '../look/tones.module.css';
import styles from './player-view.module.css';

export const PlayerView = ({ player }: { readonly player: string }) => {
  const { t } = useWords();
  const { reads } = usePit();
  const { fault, again, pages, next } = useReadPages(reads.player(player));
  const [latest] = pages;
  const said = fault !== undefined && (
    <Fault fault={fault === 'not_found' ? 'unknown_player' : fault} onAgain={again} />
  );
  if (latest === undefined) return said || <p className={tones.nothing}>{t('reading')}</p>;
  return (
    <article className={layout.stack} data-player={latest.id}>
      {said}
      <Head report={latest} onChanged={again} />
      <BarsBox player={latest.id} />
      <LimitsBox player={latest.id} currency={latest.currency} />
      <Mutes report={latest} onChanged={again} />
      <PlayerRounds rounds={pages.flatMap(({ rounds }) => rounds)} next={next} />
      <PlayerHands player={latest.id} />
      <PlayerSessions report={latest} />
    </article>
  );
};

interface Props {
  readonly report: PlayerReport;
  readonly onChanged: () => void;
}

const Head = ({ report, onChanged }: Props) => {
  const { t, own, money, dateTime } = usePlayerWords();
  const may = useMay();
  const studioCurrency = useCurrency();
  const [isAsked, setAsked] = useState(false);
  const currency = report.currency ?? studioCurrency;
  const isOwing = report.shortfall !== '0';
  return (
    <section className={box.sheetBox} aria-labelledby="player-title">
      <h2 id="player-title" className={styles.playerName}>
        {report.name}
        <span className={classes(sign.sign, report.connected ? sign.good : sign.off)}>
          {own(report.connected ? 'player.here' : 'player.away')}
        </span>
      </h2>
      <dl className={layout.facts}>
        <dt>{own('player.number')}</dt>
        <dd>
          {t('playerNo', { number: report.id })} · {report.operator} · {report.ref}
        </dd>
        <dt>{own('player.since')}</dt>
        <dd>{dateTime(report.createdAtMs)}</dd>
        <dt>{own('player.mode')}</dt>
        <dd>{t(`mode.${report.mode}`)}</dd>
        <dt>{own('player.gameAccount')}</dt>
        <dd data-game-account={report.gameAccount}>{money(report.gameAccount, currency)}</dd>
        <dt>{own('player.credit')}</dt>
        <dd data-credit={report.credit}>{money(report.credit, currency)}</dd>
        <dt>{own('player.shortfall')}</dt>
        <dd className={isOwing ? tones.alarmed : undefined} data-shortfall={report.shortfall}>
          {money(report.shortfall, currency)}
        </dd>
      </dl>
      <div className={layout.row}>
        <Download
          path={`pit/players/${report.id}/export.json`}
          name={`sabot-player-${report.id}.json`}
          label={t('json')}
        />
        <Download
          path={`pit/players/${report.id}/export.csv`}
          name={`sabot-player-${report.id}.csv`}
          label={t('csv')}
        />
        {may.readSupport && <a href={makePlace('support', report.id)}>{t('pages.support')}</a>}
        {may.act && report.connected && (
          <button type="button" aria-expanded={isAsked} onClick={() => setAsked(!isAsked)}>
            {isAsked ? t('cancel') : own('seated.disconnect')}
          </button>
        )}
      </div>
      {isAsked && (
        <DisconnectForm
          player={report.id}
          onDone={() => {
            setAsked(false);
            onChanged();
          }}
        />
      )}
    </section>
  );
};

const Mutes = ({ report, onChanged }: Props) => {
  const { t, own, dateTime } = usePlayerWords();
  const may = useMay();
  const [isAsked, setAsked] = useState(false);
  // From here a mute at every table is lifted. A mute at one table is lifted at that table.
  const isMuted = report.mutes.some(
    ({ table, untilMs, liftedAtMs }) =>
      table === null && liftedAtMs === null && (untilMs === null || untilMs > nowMs()),
  );
  return (
    <section className={box.sheetBox} aria-labelledby="mutes-title">
      <h2 id="mutes-title">{own('player.mutes')}</h2>
      {report.mutes.length === 0 && <p className={tones.dim}>{own('player.noMutes')}</p>}
      <ul className={layout.plain}>
        {report.mutes.map((mute, index) => (
          <li key={index}>
            {dateTime(mute.atMs)} · {mute.table ?? t('everywhere')} ·{' '}
            {mute.untilMs === null
              ? own('mute.forGood')
              : own('player.until', { at: dateTime(mute.untilMs) })}{' '}
            · {mute.reason} · {mute.by}
            {mute.liftedAtMs !== null && (
              <b> {own('player.lifted', { by: mute.liftedBy, at: dateTime(mute.liftedAtMs) })}</b>
            )}
          </li>
        ))}
      </ul>
      {may.act && (
        <button type="button" aria-expanded={isAsked} onClick={() => setAsked(!isAsked)}>
          {isAsked ? t('cancel') : own(isMuted ? 'player.chat' : 'mute.mute')}
        </button>
      )}
      {isAsked && <MuteForm player={report.id} isMuted={isMuted} onDone={onChanged} />}
    </section>
  );
};
