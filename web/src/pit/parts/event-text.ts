/**
 * What is worth reading of an event at a glance, beside its name: one function for messages of a
 * table and for its log.
 */
import type { Words } from '../use-words.js';

/** Any event: its kind, and whatever it carries. */
export type AnyEvent = Readonly<Record<string, unknown>> & { readonly kind: string };

interface EventWords {
  readonly words: Words;
  readonly currency: string;
  readonly reason: (code: string) => string;
  readonly refusal: (code: string) => string;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** `9h` as people read it. */
export const cardText = (card: string): string => {
  const suits: Readonly<Record<string, string>> = { h: '♥', d: '♦', c: '♣', s: '♠' };
  return (card[0] === 'T' ? '10' : (card[0] ?? '')) + (suits[card[1] ?? ''] ?? '');
};

/** `P 9h Kd . B 2c Ks` as people read it. */
export const coupText = (coup: string, { game }: Pick<Words, 'game'>): string =>
  coup
    .split(' . ')
    .map((hand) => {
      const [side, ...cards] = hand.split(' ');
      const name = game(`spot.${side === 'P' ? 'punto' : 'banco'}`);
      return [name, ...cards.map(cardText)].join(' ');
    })
    .join(', ');

export const eventText = (
  event: AnyEvent,
  { words, currency: own, reason, refusal }: EventWords,
): string => {
  const { t, game, money } = words;
  const currency = text(event['currency']) ?? own;
  const amount = (name: string): string | undefined => {
    const value = text(event[name]);
    if (value === undefined || !/^-?\d+$/.test(value)) return undefined;
    if (event['isOfSeveral'] === true) return undefined; // It does not say of which currencies.
    const further = sumsOf(event[FURTHER[name] ?? '']);
    const ofOwn = BigInt(value) - further.reduce((sum, [, each]) => sum + each, 0n);
    return [[currency, ofOwn] as const, ...further]
      .map(([its, each]) => money(each, its))
      .join(' + ');
  };
  const { side, position } = event;
  const eyes = eyesOf(event);
  const card = text(event['card']);
  const was = text(event['was']);
  const why = text(event['reason']) ?? text(event['malfunction']);
  const spot = text(event['spot']);
  const change = event.kind === 'bets_accepted' ? amount('change') : undefined;
  const published: (string | undefined)[] = [
    (side === 'punto' || side === 'banco') && typeof position === 'number'
      ? `${game(`spot.${side}`)} ${position}`
      : undefined,
    was !== undefined && was.length === 2 && card !== undefined
      ? `${cardText(was)} → ${cardText(card)}`
      : card !== undefined && cardText(card),
    typeof event['unseen'] === 'number' ? t('event.unseen', { count: event['unseen'] }) : undefined,
    text(event['cards']) && t('event.box', { cards: text(event['cards']) }),
    text(event['coup']) && coupText(text(event['coup'])!, words),
    text(event['refusal']) && `${refusal(text(event['refusal'])!)} “${text(event['code']) ?? ''}”`,
    text(event['fix']) && t(`kind.${text(event['fix']) as 'void'}`),
    why !== undefined ? reason(why) : undefined,
    spot !== undefined ? game(`spot.${spot as 'punto'}`) : undefined,
    text(event['note']),
    change !== undefined ? t('event.bets', { count: Number(event['bets']), change }) : undefined,
    amount('stakes') && amount('paid')
      ? t('event.paid', { stakes: amount('stakes'), paid: amount('paid') })
      : undefined,
    text(event['dealer']),
    text(event['by']) && t('event.by', { by: text(event['by']) }),
    text(eyes['requestedBy']) &&
      text(eyes['approvedBy']) &&
      t('event.fourEyes', { one: text(eyes['requestedBy']), two: text(eyes['approvedBy']) }),
  ].map((each) => (each === false || each === '' ? undefined : each));
  return published.filter((each) => each !== undefined).join(' · ');
};

/** Where an event says how much of a sum is of further currencies. */
const FURTHER: Readonly<Record<string, string>> = { stakes: 'furtherStakes', paid: 'furtherPaid' };

const sumsOf = (value: unknown): readonly (readonly [string, bigint])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([currency, sum]) => [currency, BigInt(String(sum))] as const)
    : [];

/** For what was entered by hand, the two persons are listed separately. */
const eyesOf = (event: AnyEvent): Readonly<Record<string, unknown>> => {
  const { manual } = event;
  return typeof manual === 'object' && manual !== null ? { ...manual } : event;
};
