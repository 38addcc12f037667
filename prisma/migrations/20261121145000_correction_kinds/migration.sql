-- A value that is added to a type may be used only once it is committed: the corrections themselves come with the next migration.
ALTER TYPE "account_kind" ADD VALUE 'shortfall';
ALTER TYPE "entry_kind" ADD VALUE 'taking_back';
ALTER TYPE "entry_kind" ADD VALUE 'correction';
ALTER TYPE "entry_kind" ADD VALUE 'cover';
ALTER TYPE "entry_kind" ADD VALUE 'recovery';
