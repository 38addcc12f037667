/** Something that a person does by a button: under way, refused with a name, or done. */
import { useState } from 'react';
import { faultOf } from '../refused.js';

interface Action {
  readonly isBusy: boolean;
  readonly fault: string | undefined;
  /** Resolves to whether it was done. */
  readonly run: (action: () => Promise<unknown>) => Promise<boolean>;
  readonly forget: () => void;
}

export const useAction = (): Action => {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const run = async (action: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true);
    setFault(undefined);
    try {
      await action();
      return true;
    } catch (error) {
      setFault(faultOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, fault, run, forget: () => setFault(undefined) };
};
