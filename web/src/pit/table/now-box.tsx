/**
 * What the table does now: its phase, its round, the cards, the shoe’s roads, and what it may cost.
 */
import type { TableCopy } from '../../../../src/client/table-copy.js';
import type { WallTable } from '../../../../src/protocol/wall.js';
import { OUTCOMES } from '../../../../src/punto-banco/outcome.js';
import { SmallBigRoad } from '../../roads/small-big-road.js';
import { Age } from '../parts/age.js';
import { Hands } from '../parts/hands.js';
import { useReason } from '../parts/use-reason.js';
import { Still } from '../parts/still.js';
import { makePlace } from '../place.js';
import { useWords } from '../use-words.js';
import { Signs } from '../wall/signs.js';
import worst from '../wall/exposure.module.css';
import { classes } from '../../classes.js';
import { useTableWords } from './words.js';
import hidden from '../../look/hidden.module.css';
import layout from '../look/layout.module.css';
import box from '../look/box.module.css';
import tones from '../look/tones.module.css';
import styles from './now-box.module.css';

interface Props {
  readonly copy: TableCopy;
  readonly tile: WallTable | undefined;
}

const NONE: readonly string[] = [];

export const NowBox = ({ copy, tile }: Props) => {
  const words = useWords();
  const { t, money, sums, count } = words;
  const { own } = useTableWords();
  const reason = useReason();
  const { phase, suspended, round, shoe, settings } = copy;
  const { stall, exposure } = tile ?? {};
  const isAbout = tile?.byCurrency !== undefined;
  const { [settings.currency]: held, ...further } = tile?.byCurrency ?? {};
  const sinceMs = tile?.suspended?.sinceMs ?? tile?.phaseSinceMs;
  return (
    <section
      className={classes(box.sheetBox, styles.nowBox)}
      data-part="now-box"
      aria-labelledby="now-title"
      data-phase={phase}
    >
      <h2 id="now-title" className={hidden.listened}>
        {own('table.now')}
      </h2>
      <p
        className={classes(styles.nowPhase, (suspended !== null || Boolean(stall)) && styles.bad)}
        data-stall={stall?.what}
      >
        <b>{stall ? t(`stall.${stall.what}`) : t(`phase.${phase}`)}</b>
        {typeof sinceMs === 'number' && <Age sinceMs={sinceMs} />}
      </p>
      {suspended !== null && (
        <p className={tones.alarmed}>
          {reason(suspended.reason)} ({t(`phase.${suspended.from}`)})
        </p>
      )}
      {typeof tile?.stillUrl === 'string' && (
        <Still
          key={tile.stillUrl}
          url={tile.stillUrl}
          name={t('wall.picture')}
          className={styles.still}
        />
      )}
      <dl className={layout.facts}>
        <dt>{own('table.dealer')}</dt>
        <dd>{copy.dealer ?? t('wall.noDealer')}</dd>
        <dt>{own('table.round')}</dt>
        <dd>
          {round === null ? (
            '–'
          ) : (
            <>
              <a href={makePlace('rounds', round.game)}>{round.game}</a>{' '}
              {own('table.inShoe', { round: round.roundInShoe })}
              {round.isLast && ` · ${own('table.last')}`}
            </>
          )}
        </dd>
        <dt>{own('table.shoe')}</dt>
        <dd>
          {shoe === null
            ? '–'
            : own('table.shoeOf', { shoe: shoe.ordinal, cards: shoe.cardsLeft ?? '–' })}
          {shoe?.cutCardOut === true && ` · ${t('cutCardOut')}`}
        </dd>
        {tile !== undefined && (
          <>
            <dt>{t('wall.onLayout')}</dt>
            <dd>
              {isAbout && '≈ '}
              {money(tile.stakes, settings.currency)}
              {isAbout && ` (${sums(held ?? '0', settings.currency, further)})`} ·{' '}
              {t('wall.bets', { count: tile.bets, shown: count(tile.bets) })} ·{' '}
              {t('wall.players', { count: tile.players })}
            </dd>
          </>
        )}
      </dl>
      {exposure && (
        <div className={worst.exposure} role="group" aria-label={t('wall.exposure')}>
          {OUTCOMES.map((outcome) => (
            <span key={outcome} className={worst[outcome]}>
              <i aria-hidden="true">{t(`letter.${outcome}`)}</i>
              <span className={hidden.listened}>
                {t('wall.worstAt', { outcome: t(`outcome.${outcome}`) })}
              </span>
              {isAbout && '≈ '}
              {money(exposure[outcome], settings.currency)}
            </span>
          ))}
        </div>
      )}
      <Hands cards={round?.cards ?? []} />
      <SmallBigRoad
        className={styles.road}
        table={copy.table}
        shoe={shoe?.ordinal ?? null}
        beads={shoe?.beads ?? NONE}
        columns={24}
      />
      {tile !== undefined && <Signs className={styles.signs} table={tile} words={words} />}
    </section>
  );
};
