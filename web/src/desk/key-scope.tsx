/** Who gets the keys and the scans: whatever was opened last. */
import {
  type ReactNode,
  createContext,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ScannerKeys } from './wedge/burst.js';
import { listenToKeys } from './wedge/listen.js';
import { keepScannerKeys, readScannerKeys } from './wedge/scanner-keys.js';

export interface KeyTaker {
  /** Whether the key is one of its own. `KeyboardEvent.key`, letters as capitals. */
  readonly key: (key: string) => boolean;
  /** Whether the scan is meant for it. Otherwise it goes to what was opened before. */
  readonly scan?: (code: string) => boolean;
  readonly torn?: () => void;
  /** A scanner is set too slow. */
  readonly slow?: (code: string) => void;
}

interface Scope {
  readonly enter: (taker: KeyTaker) => () => void;
  /** The next key that is pressed is reported by its `code`, and does nothing else. */
  readonly askKey: (notice: ((code: string) => void) | undefined) => void;
  readonly scannerKeys: ScannerKeys;
  readonly setScannerKeys: (keys: ScannerKeys) => void;
}

const ScopeContext = createContext<Scope | undefined>(undefined);

export const KeyScope = ({ children }: { readonly children: ReactNode }) => {
  const takers = useRef<readonly KeyTaker[]>([]);
  const asked = useRef<(code: string) => void>(undefined);
  const [scannerKeys, setScannerKeys] = useState(readScannerKeys);
  useLayoutEffect(
    () =>
      listenToKeys(scannerKeys, {
        asked: (code) => {
          const publish = asked.current;
          asked.current = undefined;
          publish?.(code);
          return publish !== undefined;
        },
        scan: (code) => void takers.current.findLast((taker) => taker.scan?.(code) === true),
        key: (key) => takers.current.at(-1)?.key(capital(key)) === true,
        slow: (code) => takers.current.findLast(({ slow }) => slow !== undefined)?.slow?.(code),
        torn: () => takers.current.findLast(({ torn }) => torn !== undefined)?.torn?.(),
      }),
    [scannerKeys],
  );
  const askKey = useCallback<Scope['askKey']>((notice) => {
    asked.current = notice;
  }, []);
  const room = useMemo<Scope>(
    () => ({
      enter: (taker) => {
        takers.current = [...takers.current, taker];
        return () => (takers.current = takers.current.filter((each) => each !== taker));
      },
      askKey,
      scannerKeys,
      setScannerKeys: (keys) => {
        keepScannerKeys(keys);
        setScannerKeys(keys);
      },
    }),
    [askKey, scannerKeys],
  );
  return <ScopeContext value={room}>{children}</ScopeContext>;
};

const capital = (key: string): string => (key.length === 1 ? key.toUpperCase() : key);

export const useKeyScope = (): Scope => {
  const room = useContext(ScopeContext);
  if (room === undefined) throw new Error('there is no key room above this component');
  return room;
};

/** For as long as the component is drawn. */
export const useKeys = (taker: KeyTaker): void => {
  const { enter } = useKeyScope();
  const latest = useRef(taker);
  useLayoutEffect(() => {
    latest.current = taker;
  });
  useLayoutEffect(
    () =>
      enter({
        key: (key) => latest.current.key(key),
        scan: (code) => latest.current.scan?.(code) === true,
        torn: () => latest.current.torn?.(),
        slow: (code) => latest.current.slow?.(code),
      }),
    [enter],
  );
};
