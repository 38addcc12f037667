/** The last sessions of a player, and how each ended. */
import type { PlayerReport } from '../../../../src/protocol/report.js';
import { makePlace } from '../place.js';
import { useCurrency } from '../wall/use-currency.js';
import { sessionEndText } from './session-end.js';
import { usePlayerWords } from './words.js';
import box from '../look/box.module.css';
import figures from '../look/figures.module.css';
import tones from '../look/tones.module.css';

interface Props {
  readonly report: PlayerReport;
}

export const PlayerSessions = ({ report: { sessions, handsInPlay, currency } }: Props) => {
  const { own, money, dateTime } = usePlayerWords();
  const studioCurrency = useCurrency();
  return (
    <section className={box.sheetBox} aria-labelledby="sessions-title">
      <h2 id="sessions-title">{own('player.sessions')}</h2>
      {handsInPlay.map(({ hand, game }) => (
        <p key={hand} data-in-play={hand}>
          <a href={makePlace('solo', hand)}>
            {own('hands.inPlay', { game: own(`hands.games.${game}`), hand })}
          </a>
        </p>
      ))}
      {sessions.length === 0 ? (
        <p className={tones.dim}>{own('player.noSessions')}</p>
      ) : (
        <table className={figures.figures}>
          <thead>
            <tr>
              <th scope="col">{own('player.opened')}</th>
              <th scope="col">{own('player.closed')}</th>
              <th scope="col">{own('player.ended')}</th>
              <th scope="col" className={figures.number}>
                {own('player.cashedOut')}
              </th>
            </tr>
          </thead>
          <tbody>
            {sessions.map((session) => (
              <tr key={session.id}>
                <td>{dateTime(session.openedAtMs)}</td>
                <td>
                  {session.closedAtMs === null ? own('player.open') : dateTime(session.closedAtMs)}
                </td>
                <td>{sessionEndText(own, session.reason)}</td>
                <td className={figures.number}>
                  {session.cashedOut === null
                    ? '–'
                    : money(session.cashedOut, currency ?? studioCurrency)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
