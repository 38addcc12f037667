/** Who gets the keys and the scans: whatever was opened last. */
import {
  type ReactNode,
  createContext,
  useCallback,
  useContext,
  useEffect,
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
  /** Whether the scan is meant for it; else it goes to whoever was there before. */
  readonly scan?: (code: string) => boolean;
  readonly torn?: () => void;
}

interface Room {
  readonly enter: (taker: KeyTaker) => () => void;
  /** The next key that goes down is told by its `code`, and does nothing else. */
  readonly askKey: (told: ((code: string) => void) | undefined) => void;
  readonly scannerKeys: ScannerKeys;
  readonly setScannerKeys: (keys: ScannerKeys) => void;
}

const RoomContext = createContext<Room | undefined>(undefined);

export const KeyRoom = ({ children }: { readonly children: ReactNode }) => {
  const takers = useRef<readonly KeyTaker[]>([]);
  const asked = useRef<(code: string) => void>(undefined);
  const [scannerKeys, setScannerKeys] = useState(readScannerKeys);
  useEffect(
    () =>
      listenToKeys(scannerKeys, {
        asked: (code) => {
          const tell = asked.current;
          asked.current = undefined;
          tell?.(code);
          return tell !== undefined;
        },
        scan: (code) => void takers.current.findLast((taker) => taker.scan?.(code) === true),
        key: (key) => takers.current.at(-1)?.key(capital(key)) === true,
        torn: () => takers.current.findLast(({ torn }) => torn !== undefined)?.torn?.(),
      }),
    [scannerKeys],
  );
  const askKey = useCallback<Room['askKey']>((told) => {
    asked.current = told;
  }, []);
  const room = useMemo<Room>(
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
  return <RoomContext value={room}>{children}</RoomContext>;
};

const capital = (key: string): string => (key.length === 1 ? key.toUpperCase() : key);

export const useKeyRoom = (): Room => {
  const room = useContext(RoomContext);
  if (room === undefined) throw new Error('there is no key room above this component');
  return room;
};

/** For as long as the component is drawn. */
export const useKeys = (taker: KeyTaker): void => {
  const { enter } = useKeyRoom();
  const latest = useRef(taker);
  useEffect(() => {
    latest.current = taker;
  });
  useEffect(
    () =>
      enter({
        key: (key) => latest.current.key(key),
        scan: (code) => latest.current.scan?.(code) === true,
        torn: () => latest.current.torn?.(),
      }),
    [enter],
  );
};
