create table orders as
  select i as id, (i * 7919::bigint) % 5000 as customer, (i * 104729::bigint) % 1000 / 10.0 as price, md5(i::text) as note
  from generate_series(1, :rows) i;
create index on orders (id);
create index on orders (customer);
analyze orders;
