/** Closes a player’s connection, with a reason that the player is given. */
import { type FormEvent, useState } from 'react';
import { Fault } from '../parts/fault.js';
import { useAction } from '../parts/use-action.js';
import { usePit } from '../use-pit.js';
import { usePlayerWords } from './words.js';
import pitButtons from '../look/pit-button.module.css';
import layout from '../look/layout.module.css';

interface Props {
  readonly player: string;
  readonly onDone: () => void;
}

export const DisconnectForm = ({ player, onDone }: Props) => {
  const { own } = usePlayerWords();
  const pit = usePit();
  const action = useAction();
  const [reason, setReason] = useState('');
  const disconnect = async (event: FormEvent) => {
    event.preventDefault();
    if (await action.run(() => pit.do('player:disconnect', { player, reason: reason.trim() })))
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
        disabled={action.isBusy}
      >
        {own('seated.disconnect')}
      </button>
      {action.fault !== undefined && <Fault fault={action.fault} />}
    </form>
  );
};
