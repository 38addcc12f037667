-- An anchor that is set when a table opens is called so. No shoe ended then.
ALTER TYPE "anchor_reason" ADD VALUE IF NOT EXISTS 'table_opened';
