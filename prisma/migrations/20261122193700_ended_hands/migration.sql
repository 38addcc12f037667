create index concurrently solo_hands_ended on solo_hands (ended_at) where ended_at is not null;
