-- The outbox, version 1, for PostgreSQL 13 or newer. Every column that hand-made SQL may leave out has a default.

create table ob_event (
  seq         bigint generated always as identity primary key,
  ns          varchar(64) not null,
  route       varchar(64) not null,
  shard       smallint not null default 0,                      -- hash of the key modulo the shard count in ob_meta
  okey        varchar(255),                                     -- rows with the same key are handed on in order
  commit_ref  uuid not null default gen_random_uuid(),          -- one per transaction: what a receipt names
  xid         xid8 not null default pg_current_xact_id(),
  dedupe      varchar(128),
  payload     bytea not null default '',
  headers     text,                                             -- a=1&b=2, percent-encoded
  trace       varchar(128),                                     -- W3C traceparent
  state       smallint not null default 0,                      -- 0 ready, 1 claimed, 2 done, 3 dead
  attempts    int not null default 0,
  due_at      timestamptz not null default clock_timestamp(),   -- when it may be handed on; of a done row, when it was
  owner       varchar(64),
  claim_id    uuid,
  lease_until timestamptz,
  fence       bigint not null default 0,
  created_at  timestamptz not null default clock_timestamp(),
  last_error  varchar(2000)
);
-- Few, because each one slows down the transactions that emit.
create unique index ob_event_dedupe on ob_event (ns, dedupe) where dedupe is not null;
create index ob_event_state  on ob_event (ns, state, route, due_at, seq) include (attempts);
create index ob_event_shard  on ob_event (ns, route, shard, seq) where state = 0;
create index ob_event_commit on ob_event (commit_ref);

create table ob_route (
  ns            varchar(64) not null,
  route         varchar(64) not null,
  paused        smallint not null default 0,
  handed_off_at timestamptz,
  primary key (ns, route)
);

create table ob_shard (
  ns             varchar(64) not null,
  route          varchar(64) not null,
  shard          smallint not null,
  owner          varchar(64),
  lease_until    timestamptz,
  fence          bigint not null default 0,
  producer_epoch bigint not null default 0,
  next_pseq      bigint not null default 0,
  manifest       bytea,                                         -- seqs of the batch that is sent as next_pseq
  primary key (ns, route, shard)
);

create table ob_member (
  ns          varchar(64) not null,
  route       varchar(64) not null,
  node        varchar(64) not null,
  lease_until timestamptz not null,                             -- a node that is silent for longer has no share of the shards
  primary key (ns, route, node)
);

create table ob_inval (
  seq         bigint generated always as identity primary key,
  ns          varchar(64) not null,
  commit_ref  uuid not null default gen_random_uuid(),
  xid         xid8 not null default pg_current_xact_id(),
  kind        varchar(16) not null,                             -- key, tag, entity, collection, flush
  target      varchar(2000) not null default '',
  target_hash bytea,
  reason      varchar(255),
  created_at  timestamptz not null default clock_timestamp()
);
create unique index ob_inval_commit on ob_inval (ns, commit_ref, target_hash);
create index ob_inval_xid     on ob_inval (ns, xid);
create index ob_inval_created on ob_inval (created_at);

create table ob_node (
  ns         varchar(64) not null,
  node       varchar(64) not null,
  reached    text,                                             -- up to where it has applied ob_inval
  seen_at    timestamptz not null default clock_timestamp(),
  primary key (ns, node)
);

-- version of the tables; shards of a route; purged: the highest row of ob_inval, or transaction on PostgreSQL, that retention has removed
create table ob_meta (
  k varchar(64) primary key,
  v varchar(255) not null
);
insert into ob_meta (k, v) values ('version', '1'), ('shards', '32'), ('purged', '0');
