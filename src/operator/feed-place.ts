/**
 * How far an operator has read a feed: in which timeline, and behind which row of which
 * transaction. What a transaction wrote is read once every transaction that began before it is
 * over, so nothing comes to lie before a place that was read.
 */
export interface FeedPlace {
  readonly timeline: string;
  readonly transaction: string;
  readonly id: string;
}

export const makePlace = ({ timeline, transaction, id }: FeedPlace): string =>
  `${timeline}.${transaction}.${id}`;

/** Of a text that `makePlace` has made. */
export const parsePlace = (text: string): FeedPlace => {
  const [timeline = '', transaction = '', id = ''] = text.split('.');
  return { timeline, transaction, id };
};

/** Before the first row. */
export const beginningOf = (timeline: string): FeedPlace => ({
  ...{ timeline, transaction: '0', id: '0' },
});
