/**
 * Keeps a player from writing in the chat, for a while or until it is lifted, here or everywhere.
 * Also lifts it.
 */
import { type FormEvent, useState } from 'react';
import { useForm } from '../../use-form.js';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { usePit } from '../use-pit.js';
import { classes } from '../../classes.js';
import { usePlayerWords } from '../players/words.js';
import pitButtons from '../look/pit-button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './mute-form.module.css';

interface Props {
  readonly player: string;
  /** Undefined: everywhere, without a choice. */
  readonly table?: string;
  /** Only then there is something to lift. */
  readonly isMuted?: boolean;
  readonly onDone?: () => void;
}

const MINUTES = [10, 60, 1_440, 10_080] as const;

export const MuteForm = ({ player, table, isMuted = false, onDone }: Props) => {
  const { t, own } = usePlayerWords();
  const pit = usePit();
  const action = useAction();
  const { typed, type } = useForm(() => ({
    minutes: '10',
    isHere: table !== undefined,
    reason: '',
  }));
  const { minutes, isHere, reason } = typed;
  const [done, setDone] = useState<'muted' | 'lifted'>();
  const at = isHere && table !== undefined ? table : null;
  const mute = async (event: FormEvent) => {
    event.preventDefault();
    const request = {
      player,
      table: at,
      minutes: minutes === '' ? null : Number(minutes),
      reason: reason.trim(),
    };
    if (await action.run(() => pit.do('chat:mute', request))) {
      setDone('muted');
      onDone?.();
    }
  };
  const lift = async () => {
    const why = reason.trim() === '' ? own('mute.lifted') : reason.trim();
    if (await action.run(() => pit.do('chat:unmute', { player, table: at, reason: why }))) {
      setDone('lifted');
      onDone?.();
    }
  };
  return (
    <form
      className={classes(styles.muteForm, layout.stack)}
      data-part="mute"
      onSubmit={(event) => void mute(event)}
    >
      <div className={layout.row}>
        <label>
          <span>{own('mute.for')}</span>
          <select value={minutes} onChange={(event) => type({ minutes: event.target.value })}>
            {MINUTES.map((each) => (
              <option key={each} value={each}>
                {own(`mute.minutes.${each}`)}
              </option>
            ))}
            <option value="">{own('mute.forGood')}</option>
          </select>
        </label>
        {table !== undefined && (
          <label className={layout.inline}>
            <input type="checkbox" checked={!isHere} onChange={() => type({ isHere: !isHere })} />
            <span>{t('everywhere')}</span>
          </label>
        )}
      </div>
      <label>
        <span>{own('mute.reason')}</span>
        <input
          value={reason}
          required
          maxLength={200}
          onChange={(event) => type({ reason: event.target.value })}
        />
      </label>
      <div className={layout.row}>
        <button type="submit" className={pitButtons.danger} disabled={action.isBusy}>
          {own('mute.mute')}
        </button>
        {isMuted && (
          <button type="button" disabled={action.isBusy} onClick={() => void lift()}>
            {own('mute.lift')}
          </button>
        )}
      </div>
      {done !== undefined && (
        <p className={tones.said} role="status">
          {own(`mute.done.${done}`)}
        </p>
      )}
      {action.fault !== undefined && <Fault fault={action.fault} />}
    </form>
  );
};
