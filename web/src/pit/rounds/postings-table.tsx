/**
 * The money that moved for the round: every posting from its source to its destination, and the
 * chunks it was paid in.
 */
import type { RoundReport } from '../../../../src/protocol/report.js';
import { LongList } from '../parts/long-list.js';
import { useRoundWords } from './words.js';
import figures from '../look/figures.module.css';
import tones from '../look/tones.module.css';

export const PostingsTable = ({ round }: { readonly round: RoundReport }) => {
  const { t, own, money, timecode, count } = useRoundWords();
  const { currency, further, postings, chunks, archivedIn } = round;
  return (
    <>
      {chunks.length > 0 && (
        <p className={tones.dim}>
          {own('posting.chunks', { count: chunks.length })}:{' '}
          {chunks
            .map((chunk) =>
              own('posting.chunk', {
                chunk: chunk.chunk + 1,
                players: t('ofPlayers', {
                  count: chunk.players,
                  shown: count(chunk.players),
                }),
                // Of several currencies they count minor units of any, and are no sums of money.
                stakes: money(chunk.stakes, further === undefined ? currency : null),
                paid: money(chunk.paid, further === undefined ? currency : null),
              }),
            )
            .slice(0, 8)
            .join(' · ')}
        </p>
      )}
      {archivedIn !== null && (
        <p className={tones.nothing} data-part="archived">
          {own('posting.archived', { period: archivedIn })}
        </p>
      )}
      {postings.length === 0 && archivedIn === null && (
        <p className={tones.nothing}>{own('posting.none')}</p>
      )}
      {postings.length > 0 && (
        <LongList items={postings}>
          {(some) => (
            <table className={figures.figures}>
              <thead>
                <tr>
                  <th scope="col">{own('posting.at')}</th>
                  <th scope="col">{own('posting.kind')}</th>
                  <th scope="col">{own('posting.from')}</th>
                  <th scope="col">{own('posting.to')}</th>
                  <th scope="col" className={figures.number}>
                    {own('posting.amount')}
                  </th>
                  <th scope="col">{own('posting.key')}</th>
                </tr>
              </thead>
              <tbody>
                {some.map((posting, index) => (
                  <tr key={index} data-posting={posting.kind}>
                    <td className={tones.nowrap}>{timecode(posting.atMs)}</td>
                    <td>{posting.kind}</td>
                    <td>
                      <code>{posting.source}</code>
                    </td>
                    <td>
                      <code>{posting.destination}</code>
                    </td>
                    <td className={figures.number}>
                      {money(posting.amount, posting.currency ?? currency)}
                    </td>
                    <td>
                      <code className={tones.dim}>{posting.key}</code>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </LongList>
      )}
    </>
  );
};
