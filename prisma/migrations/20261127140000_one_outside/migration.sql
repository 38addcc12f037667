-- There is one account of the outside, and the guards find it by its name.
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_outside_is_one" CHECK (("kind"::text = 'outside') = ("name" = 'outside')) NOT VALID;
