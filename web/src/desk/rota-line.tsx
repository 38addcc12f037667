/** Until when the dealer is on the rota, and where next, in the times that the studio writes. */
import { useEffect, useState } from 'react';
import { NoAnswer } from '../../../src/client/connection.js';
import type { OwnStint } from '../../../src/protocol/rota.js';
import { useDesk, useDeskView, useSeconds } from './use-desk.js';
import { useDeskWords } from './words.js';
import styles from './rota-line.module.css';

/** The rota is changed while a dealer deals. */
const AGAIN_MS = 30_000;

export const RotaLine = () => {
  const t = useDeskWords();
  const { table, client } = useDesk();
  const isJoined = useDeskView((view) => view.isJoined);
  const nowMs = useSeconds();
  const [stints, setStints] = useState<readonly OwnStint[]>([]);
  useEffect(() => {
    if (!isJoined) return undefined;
    const read = async () => {
      const reply = await client.send('rota:own', {}).catch((error: unknown) => {
        if (!(error instanceof NoAnswer)) throw error;
        return undefined;
      });
      if (reply?.ok === true) setStints(reply.stints);
    };
    void read();
    const timer = setInterval(() => void read(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [client, isJoined]);
  const now = stints.find(({ fromMs, toMs }) => fromMs <= nowMs && nowMs < toMs);
  const next = stints.find(({ fromMs }) => fromMs > nowMs);
  if (now === undefined && next === undefined) return null;
  const said = [
    now && t(now.table === table ? 'rota.here' : 'rota.there', { table: now.table, to: now.to }),
    next && t('rota.next', { table: next.table, from: next.from }),
  ];
  return (
    <span className={styles.rota} data-part="rota">
      {said.filter((each) => each !== undefined).join(' · ')}
    </span>
  );
};
