create table product (id bigint primary key, name text not null, cents int not null);
insert into product values (1, 'tea', 300), (2, 'coffee', 450);
