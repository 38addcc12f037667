/** Gives money orders, one at a time, and says what became of the last. */
import { useState } from 'react';
import { acted } from '../studio/account-store.js';
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

export const useOrder = (): Orders => {
  const studio = useStudio();
  const [kept, setKept] = useState(keptOrder);
  const [isBusy, setBusy] = useState(false);
  const [last, setLast] = useState<Orders['last']>();
  const order = async (given: CashierOrder): Promise<OrderOutcome> => {
    setBusy(true);
    setLast(undefined);
    const outcome = await give(given, studio.client);
    if (outcome.outcome === 'stood' && given.kind === 'buy-in') acted(studio.account);
    setKept(keptOrder());
    setLast({ order: given, outcome });
    setBusy(false);
    await studio.readAccount();
    return outcome;
  };
  const giveUp = () => {
    forgetOrder();
    setKept(undefined);
    setLast(undefined);
    void studio.readAccount();
  };
  return { kept, isBusy, last, order, giveUp, seenLast: () => setLast(undefined) };
};
