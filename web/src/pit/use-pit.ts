/** The pit’s connection and its stores, for components. */
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { mayDo } from '../../../src/protocol/operations.js';
import type { Cases, ConnectionStatus, Pit } from './pit.js';

export const PitContext = createContext<Pit | undefined>(undefined);

export const usePit = (): Pit => {
  const pit = useContext(PitContext);
  if (pit === undefined) throw new Error('there is no pit above this component');
  return pit;
};

export const useLine = <T>(select: (line: ConnectionStatus) => T): T =>
  useStore(usePit().line, select);
export const useCases = <T>(select: (cases: Cases) => T): T => useStore(usePit().cases, select);

/** The shift manager acts, the administrator also approves, the auditor looks and checks. */
export const useMay = () => {
  const { role } = usePit().who;
  return {
    act: mayDo(role, 'table:suspend'),
    set: mayDo(role, 'settings:change'),
    keepRota: mayDo(role, 'rota:enter'),
    keepNotes: mayDo(role, 'notes:write'),
    drain: mayDo(role, 'processes:drain'),
    approve: mayDo(role, 'approval:decide'),
    say: mayDo(role, 'chat:say'),
    answer: mayDo(role, 'support:answer'),
    readSupport: mayDo(role, 'support:read'),
    readActions: mayDo(role, 'staff:actions'),
    readStaff: mayDo(role, 'staff:list'),
    makeTables: mayDo(role, 'tables:make'),
    keepOperators: mayDo(role, 'operators:change'),
    keepStaff: mayDo(role, 'staff:open'),
  };
};
