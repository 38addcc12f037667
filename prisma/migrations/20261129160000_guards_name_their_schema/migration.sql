-- Every guard looks for tables, functions and operators in the studio's own schema. Some went by the
-- path of whoever writes, so that the studio's login could show them tables of its own making.
-- Guards: 96e60e15a4f408e2
select;
