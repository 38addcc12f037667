/** Gives money orders, one at a time, and says what became of the last. */
import { useState } from 'react';
import { useStore } from 'zustand';
import { type StoreApi, createStore } from 'zustand/vanilla';
import { heedRefusal } from '../safety/heed-refusal.js';
import { acted } from '../studio/account-store.js';
import type { Studio } from '../studio/studio.js';
import { useStudio } from '../studio/use-studio.js';
import { type CashierOrder, type OrderOutcome, forgetOrder, give, keptOrder } from './order.js';

export interface Orders {
  /** Not answered yet. No other order is given before its outcome is known. */
  readonly kept: CashierOrder | undefined;
  readonly isBusy: boolean;
  readonly last: { readonly order: CashierOrder; readonly outcome: OrderOutcome } | undefined;
  readonly order: (order: CashierOrder) => Promise<OrderOutcome>;
  readonly giveUp: () => void;
  /** What became of the last order was read. Something else is to be said. */
  readonly seenLast: () => void;
}

/** What every form of the page knows: there is one order at a time. */
type OrderInHand = Pick<Orders, 'kept' | 'isBusy'>;

const stores = new WeakMap<Studio, StoreApi<OrderInHand>>();

const inHand = (studio: Studio): StoreApi<OrderInHand> => {
  const known = stores.get(studio);
  if (known !== undefined) return known;
  const made = createStore<OrderInHand>(() => ({ kept: keptOrder(), isBusy: false }));
  stores.set(studio, made);
  return made;
};

export const useOrder = (): Orders => {
  const studio = useStudio();
  const store = inHand(studio);
  const { kept, isBusy } = useStore(store);
  const [last, setLast] = useState<Orders['last']>();
  const order = async (given: CashierOrder): Promise<OrderOutcome> => {
    store.setState({ isBusy: true });
    setLast(undefined);
    const outcome = await give(given, studio.client);
    if (outcome.outcome === 'stood' && given.kind === 'buy-in') acted(studio.account);
    if (outcome.outcome === 'refused') heedRefusal(outcome.refusal);
    store.setState({ kept: keptOrder(), isBusy: false });
    setLast({ order: given, outcome });
    await studio.readAccount();
    return outcome;
  };
  const giveUp = () => {
    forgetOrder();
    store.setState({ kept: undefined });
    setLast(undefined);
    void studio.readAccount();
  };
  return { kept, isBusy, last, order, giveUp, seenLast: () => setLast(undefined) };
};
