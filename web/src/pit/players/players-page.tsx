/**
 * Players: found by number, reference or name; one of them with money, sessions, rounds and mutes.
 */
import type { PageProps } from '../page-props.js';
import { makePlace } from '../place.js';
import { PlayerSearch } from './player-search.js';
import { PlayerView } from './player-view.js';
import { classes } from '../../classes.js';
import { usePlayerWords } from './words.js';
import layout from '../look/layout.module.css';
import head from '../look/page-head.module.css';
import tones from '../look/tones.module.css';
import styles from './players-page.module.css';

const PlayersPage = ({ of: player }: PageProps) => {
  const { t, own } = usePlayerWords();
  return (
    <section aria-labelledby="players-title">
      <header className={head.pageHead}>
        <h1 id="players-title">{t('pages.players')}</h1>
      </header>
      <div className={classes(layout.columns, styles.columns)}>
        <PlayerSearch>
          {({ id, name, operator, ref }) => (
            <li>
              <a
                className={styles.found}
                href={makePlace('players', id)}
                data-found={id}
                aria-current={id === player}
              >
                <b>{name}</b>
                <small className={tones.dim}>
                  {t('playerNo', { number: id })} · {operator} · {ref}
                </small>
              </a>
            </li>
          )}
        </PlayerSearch>
        {player === undefined ? (
          <p className={tones.nothing}>{own('player.ask')}</p>
        ) : (
          <PlayerView key={player} player={player} />
        )}
      </div>
    </section>
  );
};
export default PlayersPage;
