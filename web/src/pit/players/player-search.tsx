/** Finds players by number, by the operator’s reference, or by name. */
import { type FormEvent, type ReactNode, Fragment, useState } from 'react';
import type { PlayersFound } from '../../../../src/protocol/report.js';
import { Fault } from '../parts/fault.js';
import { useAsked } from '../parts/use-asked.js';
import { useRead } from '../parts/use-read.js';
import { anew } from '../reads.js';
import { usePit } from '../use-pit.js';
import { usePlayerWords } from './words.js';
import buttons from '../../look/button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';
import styles from './player-search.module.css';

type FoundPlayer = PlayersFound['players'][number];

interface Props {
  /** An item of the list. */
  readonly children: (player: FoundPlayer) => ReactNode;
}

export const PlayerSearch = ({ children }: Props) => {
  const { t, own } = usePlayerWords();
  const { reads } = usePit();
  const [typed, setTyped] = useState('');
  const { asked: query, time, ask } = useAsked<string>();
  const { value, fault, again } = useRead(
    query === undefined ? undefined : anew(reads.playersFound(query), time),
  );
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') ask(typed.trim());
  };
  return (
    <div>
      <form className={layout.row} role="search" onSubmit={search}>
        <input
          name="query"
          required
          maxLength={64}
          aria-label={own('player.search')}
          placeholder={own('player.search')}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button type="submit" className={buttons.primary}>
          {t('search')}
        </button>
      </form>
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {value !== undefined && value.players.length === 0 && (
        <p className={tones.nothing}>{own('player.none')}</p>
      )}
      {value !== undefined && value.players.length > 0 && (
        <ul className={styles.seated} data-part="seated">
          {value.players.map((player) => (
            <Fragment key={player.id}>{children(player)}</Fragment>
          ))}
        </ul>
      )}
    </div>
  );
};
