/** The proof that nobody changed the log: every hash of the round computed anew, and the signed anchor behind it. */
import type { ChainProof } from '../../../../src/protocol/report.js';
import { useWords } from '../use-words.js';

export const Chain = ({ chain }: { readonly chain: ChainProof }) => {
  const { t, dateTime } = useWords();
  const { verified, from, to, before, after, firstBad, anchor } = chain;
  return (
    <section className="sheet-box chain" aria-labelledby="chain-title" data-verified={verified}>
      <h2 id="chain-title">{t('chain.title')}</h2>
      <p className={verified ? 'sound' : 'fault'}>
        {verified ? t('chain.sound', { from, to }) : t('chain.broken', { seq: firstBad ?? from })}
      </p>
      <details>
        <summary>{t('chain.see')}</summary>
        <dl className="facts hashes">
          <dt>{t('chain.before')}</dt>
          <dd>
            <code>{before === '' ? t('chain.first') : before}</code>
          </dd>
          <dt>{t('chain.after')}</dt>
          <dd>
            <code>{after}</code>
          </dd>
          <dt>{t('chain.anchor')}</dt>
          <dd>
            {anchor === null ? (
              t('chain.noAnchor')
            ) : (
              <>
                {dateTime(anchor.atMs)} · seq {anchor.seq} · {anchor.keyId}
                <code>{anchor.signature}</code>
              </>
            )}
          </dd>
        </dl>
      </details>
    </section>
  );
};
