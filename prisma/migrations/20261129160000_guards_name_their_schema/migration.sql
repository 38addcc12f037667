-- Every guard looks for tables, functions and operators in the studio's own schema. Some went by the
-- path of whoever writes, so that the studio's login could show them tables of its own making.
-- Guards: 1820c8eda25321b9
select;
