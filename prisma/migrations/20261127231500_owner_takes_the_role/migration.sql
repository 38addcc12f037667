-- Since Postgres 16 whoever makes a role may give it to others, and not take it on. The owner of the
-- tables looks at them in the application's role (npm run verify, npm run reconcile).
DO $$
BEGIN
  IF current_setting('server_version_num')::int >= 160000
     AND NOT pg_has_role(current_user, 'sabot_app', 'SET') THEN
    EXECUTE format('GRANT sabot_app TO %I WITH SET TRUE', current_user);
  END IF;
EXCEPTION WHEN insufficient_privilege THEN
  RAISE NOTICE 'an administrator says: grant sabot_app to %', current_user;
END $$;
