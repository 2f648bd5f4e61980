-- The outbox, version 1, for MariaDB 10.6 or newer and MySQL 8.0.16 or newer. Every column that hand-made SQL may leave out has a default.
-- Times are UTC.

create table ob_event (
  seq         bigint not null auto_increment primary key,
  ns          varchar(64) not null,
  route       varchar(64) not null,
  shard       smallint not null default 0,                      -- hash of the key modulo the shard count in ob_meta
  okey        varchar(255),                                     -- rows with the same key are handed on in order
  commit_ref  binary(16) not null default (unhex(replace(uuid(), '-', ''))), -- one per transaction: what a receipt names
  dedupe      varchar(128),
  payload     longblob not null default (''),
  headers     mediumtext,                                       -- a=1&b=2, percent-encoded
  trace       varchar(128),                                     -- W3C traceparent
  state       smallint not null default 0,                      -- 0 ready, 1 claimed, 2 done, 3 dead
  attempts    int not null default 0,
  due_at      datetime(6) not null default (utc_timestamp(6)),  -- when it may be handed on; of a done row, when it was
  owner       varchar(64),
  claim_id    binary(16),
  lease_until datetime(6),
  fence       bigint not null default 0,
  created_at  datetime(6) not null default (utc_timestamp(6)),
  last_error  varchar(2000),
  unique key ob_event_dedupe (ns, dedupe),
  key ob_event_state  (ns, state, route, due_at, seq, attempts),
  key ob_event_shard  (ns, route, state, shard, seq),
  key ob_event_commit (commit_ref)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_bin;

create table ob_route (
  ns            varchar(64) not null,
  route         varchar(64) not null,
  paused        smallint not null default 0,
  handed_off_at datetime(6),
  primary key (ns, route)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_bin;

create table ob_shard (
  ns             varchar(64) not null,
  route          varchar(64) not null,
  shard          smallint not null,
  owner          varchar(64),
  lease_until    datetime(6),
  fence          bigint not null default 0,
  producer_epoch bigint not null default 0,
  next_pseq      bigint not null default 0,
  manifest       longblob,                                      -- seqs of the batch that is sent as next_pseq
  primary key (ns, route, shard)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_bin;

create table ob_member (
  ns          varchar(64) not null,
  route       varchar(64) not null,
  node        varchar(64) not null,
  lease_until datetime(6) not null,                             -- a node that is silent for longer has no share of the shards
  primary key (ns, route, node)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_bin;

create table ob_key (
  ns     varchar(64) not null,
  bucket smallint not null,                                     -- hash of a key that is strictly ordered
  primary key (ns, bucket)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_bin;

create table ob_inval (
  seq         bigint not null auto_increment primary key,
  ns          varchar(64) not null,
  commit_ref  binary(16) not null default (unhex(replace(uuid(), '-', ''))),
  kind        varchar(16) not null,                             -- key, tag, entity, collection, flush
  target      varchar(2000) not null default '',
  target_hash binary(32),
  reason      varchar(255),
  created_at  datetime(6) not null default (utc_timestamp(6)),
  unique key ob_inval_commit (ns, commit_ref, target_hash),
  key ob_inval_created (created_at)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_bin;

create table ob_node (
  ns         varchar(64) not null,
  node       varchar(64) not null,
  reached    text,                                             -- up to where it has applied ob_inval
  seen_at    datetime(6) not null default (utc_timestamp(6)),
  primary key (ns, node)
) engine = InnoDB default character set utf8mb4 collate utf8mb4_bin;

-- version of the tables; shards of a route; purged: the highest row of ob_inval, or transaction on PostgreSQL, that retention has removed
create table ob_meta (
  k varchar(64) primary key,
  v varchar(255) not null
) engine = InnoDB default character set utf8mb4 collate utf8mb4_bin;
insert into ob_meta (k, v) values ('version', '1'), ('shards', '32'), ('purged', '0');
