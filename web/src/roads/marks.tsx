/**
 * The signs of the roads, each in a square of ten units. None is recognised by its colour alone:
 * wins carry their letter, pairs their corner, and of the derived signs red is solid and blue is
 * broken (studios print letters, and leave the derived roads to colour).
 */
import { memo } from 'react';
import { OUTCOME_LETTERS, parseBead } from '../../../src/roads/bead.js';
import type { BigRoadCell } from '../../../src/roads/big-road.js';
import type { Colour, DerivedRoadName } from '../../../src/roads/derived-road.js';
import { classes } from '../classes.js';
import styles from './marks.module.css';

const Pairs = ({ punto, banco }: { readonly punto: boolean; readonly banco: boolean }) => (
  <>
    {banco && (
      <circle
        className={classes(styles.dot, styles.banco)}
        data-mark="banco-pair"
        cx="1.7"
        cy="1.7"
        r="1.4"
      />
    )}
    {punto && (
      <circle
        className={classes(styles.dot, styles.punto)}
        data-mark="punto-pair"
        cx="8.3"
        cy="8.3"
        r="1.4"
      />
    )}
  </>
);

const STAR = 'M8.3 .1 8.9 1.3 10 1.7 8.9 2.1 8.3 3.3 7.7 2.1 6.6 1.7 7.7 1.3Z';
const CLASSES = { P: 'punto', B: 'banco', E: 'egalite' } as const;

interface BeadProps {
  readonly bead: string;
  readonly showTotals: boolean;
}

/** A letter alone is a coup that has not come yet. */
export const BeadMark = memo(({ bead, showTotals }: BeadProps) => {
  const letter = bead[0] as keyof typeof CLASSES;
  const coup = parseBead(bead);
  return (
    <>
      <circle className={classes(styles.bead, styles[CLASSES[letter]])} cx="5" cy="5" r="4.4" />
      <text className={classes(styles.on, showTotals && coup && styles.total)} x="5" y="5">
        {showTotals && coup ? `${letter}${coup.total}` : letter}
      </text>
      {coup !== undefined && <Pairs punto={coup.puntoPair} banco={coup.bancoPair} />}
      {coup?.natural === true && <path className={styles.natural} data-mark="natural" d={STAR} />}
    </>
  );
});

export const BigRoadMark = memo(({ cell }: { readonly cell: BigRoadCell }) => {
  const { outcome, ties, puntoPair, bancoPair } = cell;
  const isWin = outcome !== 'egalite';
  return (
    <>
      {isWin && <circle className={classes(styles.ring, styles[outcome])} cx="5" cy="5" r="3.7" />}
      {ties > 0 && <path className={styles.tie} data-mark="tie" d="M.9 9.1 9.1 .9" />}
      {isWin && (
        <text className={classes(styles.letter, styles[outcome])} data-mark="letter" x="5" y="5">
          {OUTCOME_LETTERS[outcome]}
        </text>
      )}
      <Pairs punto={puntoPair} banco={bancoPair} />
      {ties > 1 && (
        <text className={styles.ties} data-mark="ties" x="8.1" y="2.3">
          {ties}
        </text>
      )}
    </>
  );
});

export const DerivedMark = memo(
  ({ road, colour }: { readonly road: DerivedRoadName; readonly colour: Colour }) => {
    switch (road) {
      case 'bigEyeBoy':
        return (
          <circle
            className={classes(styles.hollow, styles[colour])}
            data-colour={colour}
            cx="5"
            cy="5"
            r="3.4"
          />
        );
      case 'smallRoad':
        return colour === 'red' ? (
          <circle
            className={classes(styles.solid, styles.red)}
            data-colour="red"
            cx="5"
            cy="5"
            r="4"
          />
        ) : (
          <path
            className={classes(styles.solid, styles.blue)}
            data-colour="blue"
            d="M5.9 1.1A4 4 0 0 1 5.9 8.9ZM4.1 1.1A4 4 0 0 0 4.1 8.9Z"
          />
        );
      case 'cockroachRoad':
        return (
          <path
            className={classes(styles.stroke, styles[colour])}
            data-colour={colour}
            d="M1.6 8.4 8.4 1.6"
          />
        );
    }
  },
);
