-- The outbox, version 1, for SQLite 3.42 or newer. Every column that hand-made SQL may leave out has a default.
-- Times are milliseconds since 1970.

create table ob_event (
  seq         integer primary key autoincrement,
  ns          text not null,
  route       text not null,
  shard       integer not null default 0,                       -- hash of the key modulo the shard count in ob_meta
  okey        text,                                             -- rows with the same key are handed on in order
  commit_ref  blob not null default (randomblob(16)),           -- one per transaction: what a receipt names
  dedupe      text,
  payload     blob not null default (x''),
  headers     text,                                             -- a=1&b=2, percent-encoded
  trace       text,                                             -- W3C traceparent
  state       integer not null default 0,                       -- 0 ready, 1 claimed, 2 done, 3 dead
  attempts    integer not null default 0,
  due_at      integer not null default (cast(unixepoch('subsec') * 1000 as integer)), -- when it may be handed on; of a done row, when it was
  owner       text,
  claim_id    blob,
  lease_until integer,
  fence       integer not null default 0,
  created_at  integer not null default (cast(unixepoch('subsec') * 1000 as integer)),
  last_error  text
);
-- Few, because each one slows down the transactions that emit.
create unique index ob_event_dedupe on ob_event (ns, dedupe) where dedupe is not null;
create index ob_event_state  on ob_event (ns, state, route, due_at, seq, attempts);
create index ob_event_shard  on ob_event (ns, route, shard, seq) where state = 0;
create index ob_event_commit on ob_event (commit_ref);

create table ob_route (
  ns            text not null,
  route         text not null,
  paused        integer not null default 0,
  handed_off_at integer,
  primary key (ns, route)
);

create table ob_shard (
  ns             text not null,
  route          text not null,
  shard          integer not null,
  owner          text,
  lease_until    integer,
  fence          integer not null default 0,
  producer_epoch integer not null default 0,
  next_pseq      integer not null default 0,
  manifest       blob,                                          -- seqs of the batch that is sent as next_pseq
  primary key (ns, route, shard)
);

create table ob_member (
  ns          text not null,
  route       text not null,
  node        text not null,
  lease_until integer not null,                                 -- a node that is silent for longer has no share of the shards
  primary key (ns, route, node)
);

create table ob_inval (
  seq         integer primary key autoincrement,
  ns          text not null,
  commit_ref  blob not null default (randomblob(16)),
  kind        text not null,                                    -- key, tag, entity, collection, flush
  target      text not null default '',
  target_hash blob,
  reason      text,
  created_at  integer not null default (cast(unixepoch('subsec') * 1000 as integer))
);
create unique index ob_inval_commit on ob_inval (ns, commit_ref, target_hash);
create index ob_inval_seq     on ob_inval (ns, seq);
create index ob_inval_created on ob_inval (created_at);

create table ob_node (
  ns         text not null,
  node       text not null,
  reached    text,                                             -- up to where it has applied ob_inval
  seen_at    integer not null default (cast(unixepoch('subsec') * 1000 as integer)),
  primary key (ns, node)
);

-- version of the tables; shards of a route; purged: the highest row of ob_inval, or transaction on PostgreSQL, that retention has removed
create table ob_meta (
  k text primary key,
  v text not null
);
insert into ob_meta (k, v) values ('version', '1'), ('shards', '32'), ('purged', '0');
