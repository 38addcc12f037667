/**
 * The proof that nobody changed the log, in its parts: the hashes computed anew, whether they lead
 * to what was signed, and who signed it.
 */
import type { ChainProof } from '../../../../src/protocol/report.js';
import { classes } from '../../classes.js';
import { useRoundWords } from './words.js';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import tones from '../look/tones.module.css';
import styles from './chain.module.css';

export const Chain = ({ chain }: { readonly chain: ChainProof }) => {
  const { own, dateTime } = useRoundWords();
  const { verified, before, after, anchor } = chain;
  return (
    <section
      className={box.sheetBox}
      data-part="chain"
      aria-labelledby="chain-title"
      data-verified={verified}
    >
      <h2 id="chain-title">{own('chain.title')}</h2>
      <Hashes chain={chain} />
      <Anchored anchor={anchor} />
      <Signed anchor={anchor} />
      <details>
        <summary>{own('chain.see')}</summary>
        <dl className={classes(layout.facts, styles.hashes)}>
          <dt>{own('chain.before')}</dt>
          <dd>
            <code>{before === '' ? own('chain.first') : before}</code>
          </dd>
          <dt>{own('chain.after')}</dt>
          <dd>
            <code>{after}</code>
          </dd>
          <dt>{own('chain.anchor')}</dt>
          <dd>
            {anchor === null ? (
              own('chain.noAnchor')
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

/**
 * Each hash is that of its event and of the one before. But whoever changes one event can make all
 * of them anew.
 */
const Hashes = ({ chain: { from, to, firstBad } }: { readonly chain: ChainProof }) => {
  const { own } = useRoundWords();
  return (
    <p className={firstBad === null ? styles.sound : tones.fault}>
      {firstBad === null
        ? own('chain.sound', { from, to })
        : own('chain.broken', { seq: firstBad })}
    </p>
  );
};

type AnAnchor = Pick<ChainProof, 'anchor'>;

/** Whether the log still is what was signed. */
const Anchored = ({ anchor }: AnAnchor) => {
  const { own } = useRoundWords();
  if (anchor === null) return <p>{own('chain.notVouched')}</p>;
  const { reached, seq } = anchor;
  return (
    <p className={reached ? styles.sound : tones.fault}>
      {own(reached ? 'chain.reached' : 'chain.contradicted', { seq })}
    </p>
  );
};

/**
 * Who signed it. An older key is shown by its id, for whoever has its public half from elsewhere.
 */
const Signed = ({ anchor }: AnAnchor) => {
  const { own } = useRoundWords();
  if (anchor === null) return null;
  const { signedBy, keyId: key } = anchor;
  if (signedBy === 'other') return <p>{own('chain.otherKey', { key })}</p>;
  const isOurs = signedBy === 'studio';
  return (
    <p className={isOurs ? styles.sound : tones.fault}>
      {own(isOurs ? 'chain.ownKey' : 'chain.forged')}
    </p>
  );
};
