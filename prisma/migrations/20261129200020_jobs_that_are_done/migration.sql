-- What was done long ago is forgotten.
GRANT DELETE ON "outbox" TO "sabot_app";
