/** The round’s events as the log keeps them, every scan and every hash. */
import type { RoundReport } from '../../../../src/protocol/report.js';
import { LongList } from '../parts/long-list.js';
import { useEventWords } from '../parts/use-event-words.js';
import figures from '../look/figures.module.css';
import tones from '../look/tones.module.css';

export const EventsTable = ({ round }: { readonly round: RoundReport }) => {
  const { t, name, detail, timecode } = useEventWords(round.currency);
  return (
    <LongList items={round.events}>
      {(some) => (
        <table className={figures.figures}>
          <thead>
            <tr>
              <th scope="col" className={figures.number}>
                seq
              </th>
              <th scope="col">{t('event.at')}</th>
              <th scope="col">{t('event.what')}</th>
              <th scope="col">{t('event.scan')}</th>
              <th scope="col">{t('event.hash')}</th>
            </tr>
          </thead>
          <tbody>
            {some.map(({ seq, atMs, kind, event, hash }) => (
              <tr key={seq} data-kind={kind} data-seq={seq}>
                <td className={figures.number}>{seq}</td>
                <td className={tones.nowrap}>{timecode(atMs)}</td>
                <td>
                  <b>{name(kind)}</b> {detail({ ...event, kind })}
                </td>
                <td>
                  {typeof event['code'] === 'string' && (
                    <code>
                      {Number(event['scanSeq'])}: {event['code']}
                    </code>
                  )}
                </td>
                <td>
                  <code className={tones.dim} title={hash}>
                    {hash.slice(0, 12)}…
                  </code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </LongList>
  );
};
