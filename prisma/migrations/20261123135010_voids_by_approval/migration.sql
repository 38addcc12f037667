create index concurrently hand_voids_approval_id_idx on hand_voids (approval_id);
