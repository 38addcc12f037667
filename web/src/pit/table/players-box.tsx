/** Who plays at the table: those with a stake in the round in hand, and anybody who is looked for; any of them can be disconnected. */
import { type FormEvent, useState } from 'react';
import type { TableCopy } from '../../../../src/client/table-copy.js';
import type { RoundReport } from '../../../../src/protocol/report.js';
import { Fault } from '../parts/fault.js';
import { LongList } from '../parts/long-list.js';
import { useRead } from '../parts/use-read.js';
import { makePlace } from '../place.js';
import { PlayerSearch } from '../players/player-search.js';
import { readRound } from '../rounds/round.js';
import { useDeed } from '../parts/use-deed.js';
import { useMay, usePit } from '../use-pit.js';
import { useWords } from '../use-words.js';

export const PlayersBox = ({ copy }: { readonly copy: TableCopy }) => {
  const { t } = useWords();
  const pit = usePit();
  const { round, phase, settings } = copy;
  const game = round?.game;
  // What lies is known for certain from the close on.
  const { value, fault, isReading, again } = useRead(game && `${game} ${phase}`, (signal) =>
    readRound(pit, game!, signal),
  );
  const seated = value === undefined ? [] : stakers(value);
  return (
    <div className="players-box stack">
      <div className="row">
        <h3>{t('seated.title')}</h3>
        <button type="button" disabled={isReading} onClick={again}>
          {t('readAgain')}
        </button>
      </div>
      {fault !== undefined && <Fault fault={fault} onAgain={again} />}
      {(value !== undefined || game === undefined) && seated.length === 0 && (
        <p className="dim">{t('seated.none')}</p>
      )}
      <LongList items={seated}>
        {(some) => (
          <ul className="seated">
            {some.map(({ player, name, stake }) => (
              <Seated
                key={player}
                player={player}
                name={name}
                stake={stake}
                currency={settings.currency}
              />
            ))}
          </ul>
        )}
      </LongList>
      <h3>{t('seated.search')}</h3>
      <PlayerSearch>
        {({ id, name }) => <Seated player={id} name={name} currency={settings.currency} />}
      </PlayerSearch>
    </div>
  );
};

interface Staker {
  readonly player: string;
  readonly name: string;
  readonly stake: bigint;
}

/** The highest stake first. Before the close the commands that stand say what lies. */
const stakers = ({ bets, standing }: RoundReport): readonly Staker[] => {
  const all = new Map<string, Staker>();
  const add = (player: string, name: string, amount: bigint) =>
    all.set(player, { player, name, stake: (all.get(player)?.stake ?? 0n) + amount });
  if (standing.length > 0) for (const row of standing) add(row.player, row.name, BigInt(row.stake));
  else for (const row of bets) add(row.player, row.name, BigInt(row.amount));
  return [...all.values()].sort((one, other) => Number(other.stake - one.stake));
};

interface SeatedGiven {
  readonly player: string;
  readonly name: string;
  readonly stake?: bigint;
  readonly currency: string;
}

const Seated = ({ player, name, stake, currency }: SeatedGiven) => {
  const { t, money } = useWords();
  const may = useMay();
  const [isAsked, setAsked] = useState(false);
  const [isGone, setGone] = useState(false);
  return (
    <li data-player={player}>
      <span className="row">
        <a href={makePlace('players', player)}>{name}</a>
        <small className="dim">{player}</small>
        {stake !== undefined && <span className="stake">{money(stake, currency)}</span>}
        {may.act && (
          <button
            type="button"
            className="quiet"
            aria-expanded={isAsked}
            onClick={() => setAsked(!isAsked)}
          >
            {t('seated.disconnect')}
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
        <p className="said" role="status">
          {t('seated.gone')}
        </p>
      )}
    </li>
  );
};

interface FormGiven {
  readonly player: string;
  readonly onDone: () => void;
}

export const DisconnectForm = ({ player, onDone }: FormGiven) => {
  const { t } = useWords();
  const pit = usePit();
  const deed = useDeed();
  const [reason, setReason] = useState('');
  const disconnect = async (event: FormEvent) => {
    event.preventDefault();
    if (await deed.run(() => pit.do('player:disconnect', { player, reason: reason.trim() })))
      onDone();
  };
  return (
    <form className="row" onSubmit={(event) => void disconnect(event)}>
      <input
        aria-label={t('seated.why')}
        placeholder={t('seated.why')}
        value={reason}
        required
        maxLength={200}
        onChange={(event) => setReason(event.target.value)}
      />
      <button type="submit" className="danger" data-do="disconnect" disabled={deed.isBusy}>
        {t('seated.disconnect')}
      </button>
      {deed.fault !== undefined && <Fault fault={deed.fault} />}
    </form>
  );
};
