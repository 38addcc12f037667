/** What protects the player: read together, and anew after every change. */
import { useCallback, useEffect, useState } from 'react';
import type {
  LimitOrder,
  OwnLimits,
  ProtectionChange,
  ProtectionHistory,
} from '../../../src/protocol/play-limits.js';
import type { OwnBarOrder, OwnProtection } from '../../../src/protocol/protection.js';
import { type HttpFault, changeHttp, faultOf, readHttp } from '../studio/http.js';
import { ASK_AGAIN } from './heed-refusal.js';

interface Safety extends OwnLimits, OwnProtection {
  readonly changes: readonly ProtectionChange[];
}

const readSafety = async (): Promise<Safety> => {
  const [limits, bars, { changes }] = await Promise.all([
    readHttp<OwnLimits>('me/limits'),
    readHttp<OwnProtection>('me/protection'),
    readHttp<ProtectionHistory>('me/limits/history'),
  ]);
  return { ...limits, ...bars, changes };
};

export const useSafety = () => {
  const [safety, setSafety] = useState<Safety>();
  const [fault, setFault] = useState<HttpFault>();
  const [isBusy, setBusy] = useState(false);
  const read = useCallback(
    () =>
      readSafety().then(
        (now) => {
          setSafety(now);
          setFault(undefined);
        },
        (error: unknown) => setFault(faultOf(error)),
      ),
    [],
  );
  useEffect(() => void read(), [read]);
  const change = async (path: string, order: object): Promise<boolean> => {
    setBusy(true);
    try {
      await changeHttp(path, order, 'POST');
      await read();
      dispatchEvent(new Event(ASK_AGAIN));
      return true;
    } catch (error) {
      setFault(faultOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    safety,
    fault,
    isBusy,
    read,
    /** Whether it stood. */
    limit: (order: LimitOrder) => change('me/limits', order),
    bar: (order: OwnBarOrder) => change('me/protection', order),
  };
};
export type UseSafety = ReturnType<typeof useSafety>;
