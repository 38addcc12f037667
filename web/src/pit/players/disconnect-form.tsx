/** Closes a player’s connection, with a reason that the player is told. */
import { type FormEvent, useState } from 'react';
import { Fault } from '../parts/fault.js';
import { useDeed } from '../parts/use-deed.js';
import { usePit } from '../use-pit.js';
import { usePlayerWords } from './words.js';
import pitButtons from '../look/pit-button.module.css';
import layout from '../look/layout.module.css';

interface Given {
  readonly player: string;
  readonly onDone: () => void;
}

export const DisconnectForm = ({ player, onDone }: Given) => {
  const { own } = usePlayerWords();
  const pit = usePit();
  const deed = useDeed();
  const [reason, setReason] = useState('');
  const disconnect = async (event: FormEvent) => {
    event.preventDefault();
    if (await deed.run(() => pit.do('player:disconnect', { player, reason: reason.trim() })))
      onDone();
  };
  return (
    <form className={layout.row} onSubmit={(event) => void disconnect(event)}>
      <input
        aria-label={own('seated.why')}
        placeholder={own('seated.why')}
        value={reason}
        required
        maxLength={200}
        onChange={(event) => setReason(event.target.value)}
      />
      <button
        type="submit"
        className={pitButtons.danger}
        data-do="disconnect"
        disabled={deed.isBusy}
      >
        {own('seated.disconnect')}
      </button>
      {deed.fault !== undefined && <Fault fault={deed.fault} />}
    </form>
  );
};
