/**
 * One player at a table: the stakes, since when they are connected, and what can be done about
 * them.
 */
import { useState } from 'react';
import type { SeatedPlayer } from '../../../../src/protocol/wall.js';
import { SPOTS } from '../../../../src/punto-banco/spot.js';
import { MuteForm } from '../table/mute-form.js';
import { makePlace } from '../place.js';
import { useMay } from '../use-pit.js';
import { DisconnectForm } from './disconnect-form.js';
import { classes } from '../../classes.js';
import { usePlayerWords } from './words.js';
import pitButtons from '../look/pit-button.module.css';
import layout from '../look/layout.module.css';
import sign from '../look/sign.module.css';
import tones from '../look/tones.module.css';
import styles from './seated-row.module.css';

interface Props {
  readonly player: SeatedPlayer;
  readonly table: string;
  readonly currency: string;
  readonly onChanged: () => void;
}

export const SeatedRow = ({ player, table, onChanged, ...shown }: Props) => {
  const { t, own, game, money, time } = usePlayerWords();
  const may = useMay();
  const [open, setOpen] = useState<'mute' | 'disconnect'>();
  const { currency = shown.currency } = player;
  const { id, name, stakes, connected, connectedSinceMs, muted } = player;
  const placed = SPOTS.filter((spot) => stakes[spot] !== undefined);
  const stake = placed.reduce((total, spot) => total + BigInt(stakes[spot]!), 0n);
  const muteWord = open === 'mute' ? t('cancel') : own(muted ? 'seated.chat' : 'mute.mute');
  const disconnectWord = open === 'disconnect' ? t('cancel') : own('seated.disconnect');
  const toggle = (what: 'mute' | 'disconnect') => setOpen(open === what ? undefined : what);
  return (
    <li data-player={id} data-stake={stake} data-muted={muted} data-connected={connected}>
      <span className={layout.row}>
        <a href={makePlace('players', id)}>{name}</a>
        <small className={tones.dim}>{t('playerNo', { number: id })}</small>
        {muted && <span className={classes(sign.sign, sign.warn)}>{own('seated.muted')}</span>}
        {connected ? (
          connectedSinceMs !== null && (
            <small className={tones.dim}>
              {own('seated.since', { at: time(connectedSinceMs) })}
            </small>
          )
        ) : (
          <span className={classes(sign.sign, sign.off)}>{own('player.away')}</span>
        )}
        <b className={styles.stake}>{stake > 0n && money(stake, currency)}</b>
      </span>
      {placed.length > 0 && (
        <small className={styles.placed}>
          {placed
            .map((spot) => `${game(`spot.${spot}`)} ${money(stakes[spot]!, currency)}`)
            .join(' · ')}
        </small>
      )}
      {may.act && (
        <span className={classes(layout.row, styles.acts)}>
          <button
            type="button"
            className={pitButtons.quiet}
            aria-expanded={open === 'mute'}
            aria-label={`${muteWord}: ${name}`}
            onClick={() => toggle('mute')}
          >
            {muteWord}
          </button>
          {connected && (
            <button
              type="button"
              className={pitButtons.quiet}
              aria-expanded={open === 'disconnect'}
              aria-label={`${disconnectWord}: ${name}`}
              onClick={() => toggle('disconnect')}
            >
              {disconnectWord}
            </button>
          )}
        </span>
      )}
      {open === 'mute' && <MuteForm player={id} table={table} isMuted={muted} onDone={onChanged} />}
      {open === 'disconnect' && (
        <DisconnectForm
          player={id}
          onDone={() => {
            // The answer may be late: what was opened meanwhile stays open.
            setOpen((now) => (now === 'disconnect' ? undefined : now));
            onChanged();
          }}
        />
      )}
    </li>
  );
};
