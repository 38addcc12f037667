/** The hands of solo games that a player has played, the newest first, page by page. */
import { useState } from 'react';
import { SOLO_GAMES, type SoloGame } from '../../../../src/solo/game.js';
import { classes } from '../../classes.js';
import { Fault } from '../parts/fault.js';
import { NextPage } from '../parts/next-page.js';
import { useReadPages } from '../parts/use-read.js';
import { makePlace } from '../place.js';
import { usePit } from '../use-pit.js';
import { usePlayerWords } from './words.js';
import box from '../look/box.module.css';
import figures from '../look/figures.module.css';
import layout from '../look/layout.module.css';
import sign from '../look/sign.module.css';
import tones from '../look/tones.module.css';

export const PlayerHands = ({ player }: { readonly player: string }) => {
  const { own } = usePlayerWords();
  const [game, setGame] = useState<SoloGame | ''>('');
  return (
    <section className={box.sheetBox} aria-labelledby="hands-title" data-part="player-hands">
      <h2 id="hands-title">{own('hands.title')}</h2>
      <label className={classes(layout.row, layout.filter)}>
        <span>{own('hands.game')}</span>
        <select
          name="game"
          value={game}
          onChange={({ target }) => setGame(SOLO_GAMES.find((each) => each === target.value) ?? '')}
        >
          <option value="">{own('hands.all')}</option>
          {SOLO_GAMES.map((each) => (
            <option key={each} value={each}>
              {own(`hands.games.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <Hands key={game} player={player} game={game} />
    </section>
  );
};

interface Props {
  readonly player: string;
  readonly game: SoloGame | '';
}

const Hands = ({ player, game }: Props) => {
  const { t, own, money, dateTime } = usePlayerWords();
  const { reads } = usePit();
  const { pages, value, fault, again, next } = useReadPages(reads.hands(player, game));
  const hands = pages.flatMap((page) => page.hands);
  if (fault !== undefined) return <Fault fault={fault} onAgain={again} />;
  if (value === undefined) return <p className={tones.dim}>{t('reading')}</p>;
  if (hands.length === 0) return <p className={tones.dim}>{own('hands.none')}</p>;
  return (
    <>
      <div className={figures.figuresBox} tabIndex={0} role="group" aria-labelledby="hands-title">
        <table className={figures.figures}>
          <thead>
            <tr>
              <th scope="col">{own('hands.number')}</th>
              <th scope="col">{own('hands.game')}</th>
              <th scope="col">{own('hands.at')}</th>
              <th scope="col" className={figures.number}>
                {own('hands.taken')}
              </th>
              <th scope="col" className={figures.number}>
                {own('hands.paid')}
              </th>
              <th scope="col">{own('hands.state')}</th>
            </tr>
          </thead>
          <tbody>
            {hands.map(({ hand, game: of, actedAtMs, currency, taken, paid, status }) => (
              <tr key={hand} data-hand={hand} data-status={status}>
                <th scope="row">
                  <a href={makePlace('solo', hand)}>{hand}</a>
                </th>
                <td>{own(`hands.games.${of}`)}</td>
                <td className={tones.nowrap}>{dateTime(actedAtMs)}</td>
                <td className={figures.number}>{money(taken, currency)}</td>
                <td className={figures.number}>
                  {status === 'in_play' ? '–' : money(paid, currency)}
                </td>
                <td>
                  <span className={classes(sign.sign, sign[SIGNS[status]])}>
                    {own(`hands.status.${status}`)}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <NextPage of={next} />
    </>
  );
};

const SIGNS = { in_play: 'warn', over: 'off', void: 'bad' } as const;
