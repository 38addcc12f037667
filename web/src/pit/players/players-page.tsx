/** Players: found by number, reference or name; one of them with money, sessions, rounds and mutes. */
import type { PageGiven } from '../page-given.js';
import { makePlace } from '../place.js';
import { useWords } from '../use-words.js';
import { PlayerSearch } from './player-search.js';
import { PlayerView } from './player-view.js';
import '../rounds/rounds.css';
import './players.css';

const PlayersPage = ({ of: player }: PageGiven) => {
  const { t } = useWords();
  return (
    <section className="players" aria-labelledby="players-title">
      <header className="page-head">
        <h1 id="players-title">{t('pages.players')}</h1>
      </header>
      <div className="columns">
        <PlayerSearch>
          {({ id, name, operator, ref }) => (
            <li>
              <a href={makePlace('players', id)} data-found={id} aria-current={id === player}>
                <b>{name}</b>
                <small className="dim">
                  {t('player.no', { number: id })} · {operator} · {ref}
                </small>
              </a>
            </li>
          )}
        </PlayerSearch>
        {player === undefined ? (
          <p className="nothing">{t('player.ask')}</p>
        ) : (
          <PlayerView key={player} player={player} />
        )}
      </div>
    </section>
  );
};
export default PlayersPage;
