/** The store of a room, as far as what all rooms share reads it. */
import type { StoreApi } from 'zustand';
import type { HandView } from './hand-view-store.js';

type AnyStore = StoreApi<HandView<unknown, unknown, unknown>>;

export type ShownStore = Pick<AnyStore, 'getState' | 'getInitialState' | 'subscribe'>;

/** The file that proves a hand which is over, as the page saw it. Undefined before. */
export type ProofOf = () => object | undefined;
