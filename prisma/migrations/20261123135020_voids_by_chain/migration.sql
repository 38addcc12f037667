create index concurrently hand_voids_chain_seq_idx on hand_voids (chain, seq);
