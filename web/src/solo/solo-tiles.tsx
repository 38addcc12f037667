/** The solo games in the lobby, each with the cards that it is known by. */
import { classes } from '../classes.js';
import { ROOM_GAMES, type RoomGame } from './chosen-room.js';
import type { SoloGame } from '../../../src/solo/game.js';
import { GameSign } from './game-sign.js';
import styles from './solo-tiles.module.css';
import { useSoloWords } from './words.js';

interface Props {
  readonly current: SoloGame | undefined;
  readonly onChoose: (game: RoomGame) => void;
}

export const SoloTiles = ({ current, onChoose }: Props) => {
  const own = useSoloWords();
  return (
    <section aria-labelledby="solo-games">
      <h3 className={styles.title} id="solo-games">
        {own('title')}
      </h3>
      <div className={styles.tiles}>
        {ROOM_GAMES.map((game) => (
          <button
            key={game}
            type="button"
            className={classes(styles.tile, game === current && styles.current)}
            data-solo={game}
            aria-current={game === current}
            disabled={game === current}
            onClick={() => onChoose(game)}
          >
            <GameSign game={game} className={styles.sign} />
            <b>{own(`game.${game}`)}</b>
            <small>{own(`about.${game}`)}</small>
          </button>
        ))}
      </div>
    </section>
  );
};
