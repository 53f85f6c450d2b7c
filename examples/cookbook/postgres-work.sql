\set customer random(0, 4999)
\set first random(1, 100000)
select sum(price) from orders where customer = :customer;
select note, price from orders where id between :first and :first + 3000 order by note limit 20;
select price, count(*) from orders where id between :first and :first + 20000 group by price order by 2 desc limit 5;
