-- A demo says which accounts it opens for everybody, so that the database can refuse them where it is no demo's.
GRANT INSERT ("is_demo") ON "staff" TO "sabot_app";
