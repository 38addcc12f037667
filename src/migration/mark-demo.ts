/**
 * Marks the database of a demo of before, in which somebody has worked since. Only its owner may,
 * and only where the whole cluster is the demo's own.
 */
import pg from 'pg';

/**
 * As a demo marks what it makes: the database, the accounts and the keys. The guards are passed
 * over, since they refuse the mark where anybody has worked.
 */
const MARK = `
begin;
set local session_replication_role = replica;
update staff set is_demo = true where id <> 'studio';
update anchor_keys set is_demo = true;
insert into demo_mark ("only") values (true);
commit`;

/**
 * `ownerUrl` is of a superuser. False where the database has its mark already, or where no demo
 * ever opened an account.
 */
export const markDemo = async (ownerUrl: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      'select where exists (select from staff where is_demo) and not is_demo_database()',
    );
    if (rowCount === 0) return false;
    await client.query(MARK);
    return true;
  } finally {
    await client.end();
  }
};
