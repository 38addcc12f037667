/** Who is at the table, and any player who is searched for. Any of them can be disconnected. */
import { useState } from 'react';
import type { TableCopy } from '../../../../src/client/table-copy.js';
import { makePlace } from '../place.js';
import { DisconnectForm } from '../players/disconnect-form.js';
import { PlayerSearch } from '../players/player-search.js';
import { SeatedList } from '../players/seated-list.js';
import { useMay } from '../use-pit.js';
import { usePlayerWords } from '../players/words.js';
import pitButtons from '../look/pit-button.module.css';
import layout from '../look/layout.module.css';
import tones from '../look/tones.module.css';

export const PlayersBox = ({ copy }: { readonly copy: TableCopy }) => {
  const { own } = usePlayerWords();
  return (
    <div className={layout.stack} data-part="players-box">
      <SeatedList copy={copy} />
      <h3>{own('seated.search')}</h3>
      <PlayerSearch>{({ id, name }) => <Found player={id} name={name} />}</PlayerSearch>
    </div>
  );
};

const Found = ({ player, name }: { readonly player: string; readonly name: string }) => {
  const { t, own } = usePlayerWords();
  const may = useMay();
  const [isAsked, setAsked] = useState(false);
  const [isGone, setGone] = useState(false);
  return (
    <li data-player={player}>
      <span className={layout.row}>
        <a href={makePlace('players', player)}>{name}</a>
        <small className={tones.dim}>{t('playerNo', { number: player })}</small>
        {may.act && (
          <button
            type="button"
            className={pitButtons.quiet}
            aria-expanded={isAsked}
            onClick={() => setAsked(!isAsked)}
          >
            {isAsked ? t('cancel') : own('seated.disconnect')}
          </button>
        )}
      </span>
      {isAsked && (
        <DisconnectForm
          player={player}
          onDone={() => {
            setAsked(false);
            setGone(true);
          }}
        />
      )}
      {isGone && (
        <p className={tones.said} role="status">
          {own('seated.gone')}
        </p>
      )}
    </li>
  );
};
