/** The proof that nobody changed the log, in its parts: the hashes computed anew, whether they lead to what was signed, and who signed it. */
import type { ChainProof } from '../../../../src/protocol/report.js';
import { useWords } from '../use-words.js';
import { classes } from '../../classes.js';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import tones from '../look/tones.module.css';
import styles from './chain.module.css';

export const Chain = ({ chain }: { readonly chain: ChainProof }) => {
  const { t, dateTime } = useWords();
  const { verified, before, after, anchor } = chain;
  return (
    <section
      className={box.sheetBox}
      data-part="chain"
      aria-labelledby="chain-title"
      data-verified={verified}
    >
      <h2 id="chain-title">{t('chain.title')}</h2>
      <Hashes chain={chain} />
      <Anchored anchor={anchor} />
      <Signed anchor={anchor} />
      <details>
        <summary>{t('chain.see')}</summary>
        <dl className={classes(layout.facts, styles.hashes)}>
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

/** Each hash is that of its event and of the one before: whoever changes one event can make all of them anew. */
const Hashes = ({ chain: { from, to, firstBad } }: { readonly chain: ChainProof }) => {
  const { t } = useWords();
  return (
    <p className={firstBad === null ? styles.sound : tones.fault}>
      {firstBad === null ? t('chain.sound', { from, to }) : t('chain.broken', { seq: firstBad })}
    </p>
  );
};

type AnAnchor = Pick<ChainProof, 'anchor'>;

/** Whether the log still is what was signed. */
const Anchored = ({ anchor }: AnAnchor) => {
  const { t } = useWords();
  if (anchor === null) return <p>{t('chain.notVouched')}</p>;
  const { reached, seq } = anchor;
  return (
    <p className={reached ? styles.sound : tones.fault}>
      {t(reached ? 'chain.reached' : 'chain.contradicted', { seq })}
    </p>
  );
};

/** Who signed it: an older key is told by its id, for whoever has its public half from elsewhere. */
const Signed = ({ anchor }: AnAnchor) => {
  const { t } = useWords();
  if (anchor === null) return null;
  const { signedBy, keyId: key } = anchor;
  if (signedBy === 'other') return <p>{t('chain.otherKey', { key })}</p>;
  const isOurs = signedBy === 'studio';
  return (
    <p className={isOurs ? styles.sound : tones.fault}>
      {t(isOurs ? 'chain.ownKey' : 'chain.forged')}
    </p>
  );
};
