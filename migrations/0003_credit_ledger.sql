-- Credits come in lots that expire; what expires soonest is burned first. Every movement between the buckets of a lot is
-- a row of an append-only ledger. The rules that keep many writers right at once:
--   1. Whoever moves an account's credits locks its row of credit_account first, several accounts in the order of their
--      ids; lots and holds after that. `for no key update` lets foreign keys be checked meanwhile.
--   2. Lots are read in a statement of their own after the lock, so that they are seen as the last holder left them.
--      That takes read committed, PostgreSQL's default.
--   3. The time is ledger_now(), read after the lock. now() is older than a wait for it.
--   4. Every movement is idempotent by its key, and a constraint turns a mistake into an error.

-- The lock target, one row an account; apart from `account` so that a spend doesn't wait for a change of e-mail or rate.
create table credit_account (
  id bigint primary key references account
) with (fillfactor = 50);

create function open_credit_account() returns trigger language plpgsql as $$
begin
  insert into credit_account (id) values (new.id);
  return null;
end $$;
create trigger account_has_credits after insert on account for each row execute function open_credit_account();
insert into credit_account (id) select id from account;

create table credit_lot (
  id bigint generated always as identity primary key,
  account_id bigint not null references credit_account,
  source text not null check (source in ('plan', 'topup', 'promo', 'operator', 'key', 'refund')),
  -- What was paid or promised: a payment, a period of a subscription, a redemption. One lot each, however often it is told.
  source_ref text not null,
  reason text not null default '',
  granted_by text not null default '',
  granted bigint not null check (granted > 0),
  avail bigint not null check (avail >= 0),
  held bigint not null default 0 check (held >= 0),
  spent bigint not null default 0 check (spent >= 0),
  expired bigint not null default 0 check (expired >= 0),
  revoked bigint not null default 0 check (revoked >= 0),
  expires_at timestamptz not null default 'infinity', -- exclusive
  closed_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint lot_conserves check (avail + held + spent + expired + revoked = granted),
  constraint lot_is_open_while_it_holds_credits check ((closed_at is null) = (avail + held > 0)),
  unique (source, source_ref)
) with (fillfactor = 50);
-- No index mentions a bucket, so that a spend rewrites no index.
create index credit_lot_burn on credit_lot (account_id, expires_at, id) where closed_at is null;
create index credit_lot_expiry on credit_lot (expires_at) where closed_at is null and expires_at < 'infinity';
-- `id > 0` is always so. It keeps the planner from taking this index for a question that doesn't say it: a spend's must
-- always go by the index made for it, whatever the statistics.
create index credit_lot_newest on credit_lot (account_id, id) where id > 0;

-- One row a movement; each kind moves `amount` between two buckets of the lot:
--   1 grant    nothing -> avail     5 release  held -> avail
--   2 spend    avail -> spent       6 expire   avail -> expired
--   3 hold     avail -> held        7 revoke   avail -> revoked
--   4 settle   held -> spent        8 refund   spent -> avail
-- `id` ascends within an account, because it is drawn under the account's lock. `balance_after` is what could be spent
-- when the whole operation was done. No foreign keys: each row would lock its lot and account again. credit_reconcile()
-- proves them instead.
create sequence credit_ledger_id;
create table credit_ledger (
  account_id bigint not null,
  op_key uuid not null,
  lot_id bigint not null,
  id bigint not null default nextval('credit_ledger_id'),
  kind smallint not null check (kind between 1 and 8),
  amount bigint not null check (amount > 0),
  balance_after bigint not null check (balance_after >= 0),
  hold_id bigint,
  reverses uuid, -- of a refund: the key of the spend it gives back
  reason text,
  at timestamptz not null,
  primary key (account_id, op_key, lot_id, kind)
) partition by hash (account_id);
create index credit_ledger_newest on credit_ledger (account_id, id) where id > 0; -- as credit_lot_newest
create unique index credit_ledger_refunded_once on credit_ledger (account_id, reverses, lot_id) where reverses is not null;

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the credit ledger is append-only' using errcode = 'CR003';
end $$;
create trigger credit_ledger_append_only before update or delete on credit_ledger
  for each row execute function refuse_ledger_change();

-- Detaching or dropping a partition stays possible; emptying one does not.
do $$ begin
  for part in 0..7 loop
    execute format('create table credit_ledger_%s partition of credit_ledger for values with (modulus 8, remainder %s)',
      part, part);
    execute format('create trigger credit_ledger_kept before truncate on credit_ledger_%s
      execute function refuse_ledger_change()', part);
  end loop;
end $$;

-- Credits set aside for work whose price is known only later. `settled` is what was spent in the end.
create table credit_hold (
  account_id bigint not null references credit_account,
  id bigint generated always as identity,
  op_key uuid not null,
  amount bigint not null check (amount > 0),
  settled bigint not null default 0,
  status smallint not null default 0 check (status between 0 and 3), -- 0 open, 1 settled, 2 released, 3 lease over
  lease_until timestamptz not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (account_id, id),
  unique (account_id, op_key),
  constraint hold_settles_what_it_holds check (settled between 0 and amount and (status = 1 or settled = 0)),
  constraint hold_is_open_until_closed check ((closed_at is null) = (status = 0))
);
create index credit_hold_lease on credit_hold (lease_until) where status = 0;

create table credit_hold_part (
  account_id bigint not null,
  hold_id bigint not null,
  lot_id bigint not null references credit_lot,
  amount bigint not null check (amount > 0),
  primary key (account_id, hold_id, lot_id),
  foreign key (account_id, hold_id) references credit_hold
);

-- The ledger's clock. A test replaces this function in its own database; nothing else can set it.
create function ledger_now() returns timestamptz language sql volatile as 'select clock_timestamp()';

-- What an account can spend at p_now.
create function credit_available(p_account bigint, p_now timestamptz) returns bigint language plpgsql stable as $$
begin
  return (
    select coalesce(sum(avail), 0)::bigint from credit_lot
    where account_id = p_account and closed_at is null and expires_at > p_now
  );
end $$;

-- How p_amount falls on the lots that can be spent, soonest expiry first; no row when they don't hold that much.
create function credit_draw(p_account bigint, p_amount bigint, p_now timestamptz)
returns table (lot_id bigint, taken bigint, balance bigint) language sql stable as $$
  select id, (least(p_amount, upto) - (upto - avail))::bigint, (total - p_amount)::bigint
  from (
    select id, avail, sum(avail) over (order by expires_at, id) as upto, sum(avail) over () as total
    from credit_lot
    where account_id = p_account and closed_at is null and avail > 0 and expires_at > p_now
  ) burning
  where total >= p_amount and upto - avail < p_amount
$$;

-- Locks accounts in the order of their ids and gives those it got. Without p_wait, accounts that somebody else has are
-- passed over; with it they are waited for, and passed over only after 2 seconds.
create function credit_lock(p_accounts bigint[], p_wait boolean) returns bigint[] language plpgsql set lock_timeout = '2s' as $$
begin
  if p_wait then
    begin
      return array(select id from credit_account where id = any (p_accounts) order by id for no key update);
    exception when lock_not_available then
      null;
    end;
  end if;
  return array(select id from credit_account where id = any (p_accounts) order by id for no key update skip locked);
end $$;

-- Statuses, in every function that returns one:
--   0 done
--   1 too few credits; o_balance says how many there are
--   2 done before with this key; the rest of the answer is the first one's
--   3 not now: the account is busy, or the lease still runs
--   4 no such account, lot, hold or spend
--   5 the key was used before for another amount
-- Errors: CR001 more was to be settled than is held, CR002 a grant was repeated on other terms, CR003 the ledger was to
-- be changed, CR004 a grant to no account, CR005 an amount that can't be.

-- Grants a lot, once for each (source, source_ref): told again, it gives the first lot. A lot whose expiry has passed
-- already can be granted; it is booked as expired like any other.
create function credit_grant(
  p_account bigint, p_source text, p_source_ref text, p_amount bigint, p_expires_at timestamptz, p_reason text,
  p_key uuid, p_granted_by text default ''
) returns table (o_lot bigint, o_is_new boolean, o_balance bigint) language plpgsql as $$
declare
  v_now timestamptz;
  v_lot credit_lot;
begin
  perform from credit_account where id = p_account for no key update;
  if not found then raise exception 'there is no account %', p_account using errcode = 'CR004'; end if;
  v_now := ledger_now();
  insert into credit_lot (account_id, source, source_ref, reason, granted_by, granted, avail, expires_at, created_at)
  values (p_account, p_source, p_source_ref, p_reason, p_granted_by, p_amount, p_amount, p_expires_at, v_now)
  on conflict (source, source_ref) do nothing
  returning * into v_lot;
  o_is_new := found;
  if not o_is_new then
    select * into strict v_lot from credit_lot where source = p_source and source_ref = p_source_ref;
    if v_lot.account_id <> p_account or v_lot.granted <> p_amount then
      raise exception 'lot % % was granted on other terms', p_source, p_source_ref using errcode = 'CR002';
    end if;
  end if;
  o_lot := v_lot.id;
  o_balance := credit_available(p_account, v_now);
  if o_is_new then
    insert into credit_ledger (account_id, op_key, lot_id, kind, amount, balance_after, at)
    values (p_account, p_key, o_lot, 1, p_amount, o_balance, v_now);
  end if;
  return next;
end $$;

-- Spends once for each key. Waits for the account, 2 seconds at most: then 55P03.
-- An amount of 0 writes nothing and tells the balance.
create function credit_spend(p_account bigint, p_amount bigint, p_key uuid)
returns table (o_status smallint, o_balance bigint) language plpgsql set lock_timeout = '2s' as $$
declare
  v_now timestamptz;
  v_earlier bigint;
begin
  if p_amount is null or p_amount < 0 then raise exception 'an amount of %', p_amount using errcode = 'CR005'; end if;
  if p_amount > 0 then
    perform from credit_account where id = p_account for no key update;
    if not found then return query select 4::smallint, null::bigint; return; end if;
  end if;
  v_now := ledger_now();
  if p_amount = 0 then return query select 0::smallint, credit_available(p_account, v_now); return; end if;

  select sum(amount), min(balance_after) into v_earlier, o_balance
  from credit_ledger where account_id = p_account and op_key = p_key and kind = 2;
  if v_earlier is not null then
    o_status := case when v_earlier = p_amount then 2 else 5 end;
    return next;
    return;
  end if;

  with draw as materialized (select * from credit_draw(p_account, p_amount, v_now)),
  burned as (
    update credit_lot lot set avail = lot.avail - draw.taken, spent = lot.spent + draw.taken,
      closed_at = case when lot.avail + lot.held = draw.taken then v_now end
    from draw where lot.id = draw.lot_id
  ),
  written as (
    insert into credit_ledger (account_id, op_key, lot_id, kind, amount, balance_after, at)
    select p_account, p_key, draw.lot_id, 2, draw.taken, draw.balance, v_now from draw order by draw.lot_id
  )
  select min(draw.balance) into o_balance from draw;
  o_status := case when o_balance is null then 1 else 0 end;
  if o_status = 1 then o_balance := credit_available(p_account, v_now); end if;
  return next;
end $$;

-- Refuses a batch in which something is missing: it would be paired wrongly.
create function credit_check_items(p_account bigint[], p_amount bigint[], p_key uuid[]) returns void
language plpgsql immutable as $$
begin
  if cardinality(p_account) <> cardinality(p_key) or cardinality(p_amount) <> cardinality(p_key) or 0 > any (p_amount)
    or num_nulls(array_position(p_account, null), array_position(p_amount, null), array_position(p_key, null)) < 3
  then
    raise exception 'each item has an account, an amount of 0 or more, and a key' using errcode = 'CR005';
  end if;
end $$;

-- Spends a batch as if its items came one after another in the order of the arrays: one row an item, and every status but
-- 3 is final. One statement locks the accounts, one reads their lots, one looks for the keys and one writes it all.
-- p_need is what an account must have when an item's turn comes, even if less or nothing of it is spent; p_amount unless
-- given. An item that needs nothing locks and writes nothing and is told the balance (0 where there is no account).
-- Busy accounts are passed over; with p_wait they are waited for, 2 seconds at most. o_balance is null with status 3 and 4.
create function credit_spend_batch(
  p_account bigint[], p_amount bigint[], p_key uuid[], p_wait boolean default false, p_need bigint[] default null
) returns table (o_ord integer, o_status smallint, o_balance bigint) language plpgsql as $$
declare
  v_now timestamptz;
  v_paying bigint[];
  v_locked bigint[];
  v_known bigint[] := '{}'; -- the paying accounts that exist; asked for only when some could not be locked
  -- The lots by (account_id, expires_at, id), each with all its account has, and the place burning has got to.
  v_lots bigint[];
  v_owners bigint[];
  v_avails bigint[];
  v_totals bigint[];
  v_lot integer := 1;
  v_lock integer := 1;
  v_item record;
  v_account bigint;
  v_is_locked boolean;
  v_balance bigint;
  v_left bigint;
  v_taken bigint;
  -- What this batch itself has spent, at the place of the first item with the same account and key.
  v_paid_amounts bigint[] := array_fill(null::bigint, array[cardinality(p_key)]);
  v_paid_balances bigint[] := array_fill(null::bigint, array[cardinality(p_key)]);
  -- The rows to be written.
  v_draw_ords integer[] := '{}';
  v_draw_lots bigint[] := '{}';
  v_draw_amounts bigint[] := '{}';
  v_draw_balances bigint[] := '{}';
begin
  perform credit_check_items(p_account, p_amount, p_key);
  v_paying := array(
    select distinct item.account from unnest(p_account, p_amount, p_need) as item (account, amount, need)
    where greatest(item.amount, item.need) > 0
  );
  v_locked := credit_lock(v_paying, p_wait);
  v_now := ledger_now();
  if cardinality(v_locked) < cardinality(v_paying) then
    v_known := array(select id from credit_account where id = any (v_paying));
  end if;

  select coalesce(array_agg(lot.id), '{}'), array_agg(lot.account_id), array_agg(lot.avail), array_agg(lot.total)
  into v_lots, v_owners, v_avails, v_totals
  from (
    select live.id, live.account_id, live.avail, (sum(live.avail) over (partition by live.account_id))::bigint as total
    from credit_lot live
    where live.account_id = any (p_account) and live.closed_at is null and live.expires_at > v_now
    order by live.account_id, live.expires_at, live.id
  ) lot;

  for v_item in
    select given.ord::integer, given.account, given.amount, greatest(given.amount, given.need) as need,
      earlier.amount as earlier_amount, earlier.balance as earlier_balance,
      (min(given.ord) over (partition by given.account, given.key))::integer as first_ord
    from unnest(p_account, p_amount, p_key, p_need) with ordinality as given (account, amount, key, need, ord)
    cross join lateral (
      select sum(row.amount)::bigint as amount, min(row.balance_after) as balance
      from credit_ledger row
      where row.account_id = given.account and row.op_key = given.key and row.kind = 2 and given.amount > 0
    ) earlier
    order by given.account, given.ord
  loop
    if v_item.account is distinct from v_account then
      v_account := v_item.account;
      while v_lock <= cardinality(v_locked) and v_locked[v_lock] < v_account loop v_lock := v_lock + 1; end loop;
      while v_lot <= cardinality(v_lots) and v_owners[v_lot] < v_account loop v_lot := v_lot + 1; end loop;
      v_is_locked := coalesce(v_locked[v_lock] = v_account, false);
      v_balance := case when v_owners[v_lot] = v_account then v_totals[v_lot] else 0 end;
    end if;

    o_ord := v_item.ord;
    o_balance := v_balance;
    if v_item.need = 0 then
      o_status := 0;
    elsif not v_is_locked then
      o_status := case when v_account = any (v_known) then 3 else 4 end;
      o_balance := null;
    elsif coalesce(v_item.earlier_amount, v_paid_amounts[v_item.first_ord]) is not null then
      o_status := case when coalesce(v_item.earlier_amount, v_paid_amounts[v_item.first_ord]) = v_item.amount then 2 else 5 end;
      o_balance := coalesce(v_item.earlier_balance, v_paid_balances[v_item.first_ord]);
    elsif v_item.need > v_balance then
      o_status := 1;
    elsif v_item.amount = 0 then
      o_status := 0;
    else
      o_status := 0;
      v_balance := v_balance - v_item.amount;
      o_balance := v_balance;
      v_paid_amounts[v_item.first_ord] := v_item.amount;
      v_paid_balances[v_item.first_ord] := v_balance;
      v_left := v_item.amount;
      while v_left > 0 loop
        if v_avails[v_lot] = 0 then v_lot := v_lot + 1; end if;
        v_taken := least(v_left, v_avails[v_lot]);
        v_avails[v_lot] := v_avails[v_lot] - v_taken;
        v_left := v_left - v_taken;
        continue when v_taken = 0;
        v_draw_ords := v_draw_ords || v_item.ord;
        v_draw_lots := v_draw_lots || v_lots[v_lot];
        v_draw_amounts := v_draw_amounts || v_taken;
        v_draw_balances := v_draw_balances || v_balance;
      end loop;
    end if;
    return next;
  end loop;

  with total as (
    select draw.lot_id, sum(draw.amount)::bigint as taken
    from unnest(v_draw_lots, v_draw_amounts) as draw (lot_id, amount) group by draw.lot_id
  ),
  burned as (
    update credit_lot lot set avail = lot.avail - total.taken, spent = lot.spent + total.taken,
      closed_at = case when lot.avail + lot.held = total.taken then v_now end
    from total where lot.id = total.lot_id
  )
  insert into credit_ledger (account_id, op_key, lot_id, kind, amount, balance_after, at)
  select p_account[draw.ord], p_key[draw.ord], draw.lot_id, 2, draw.amount, draw.balance, v_now
  from unnest(v_draw_ords, v_draw_lots, v_draw_amounts, v_draw_balances) as draw (ord, lot_id, amount, balance)
  where cardinality(v_draw_ords) > 0;
end $$;

-- Sets credits aside, once for each key, until p_lease from now: then credit_sweep_holds frees them if nobody else has.
-- o_state is how the hold stands: 0 open, 1 settled, 2 released, 3 lease over.
create function credit_hold_open(p_account bigint, p_amount bigint, p_key uuid, p_lease interval)
returns table (o_status smallint, o_hold bigint, o_state smallint, o_balance bigint) language plpgsql as $$
declare
  v_now timestamptz;
  v_earlier bigint;
begin
  if p_amount is null or p_amount <= 0 then raise exception 'an amount of %', p_amount using errcode = 'CR005'; end if;
  perform from credit_account where id = p_account for no key update;
  if not found then o_status := 4; return next; return; end if;
  v_now := ledger_now();
  o_balance := credit_available(p_account, v_now);

  select id, status, amount into o_hold, o_state, v_earlier from credit_hold where account_id = p_account and op_key = p_key;
  if found then
    o_status := case when v_earlier = p_amount then 2 else 5 end;
    return next;
    return;
  end if;
  if o_balance < p_amount then o_status := 1; return next; return; end if;

  insert into credit_hold (account_id, op_key, amount, lease_until, created_at)
  values (p_account, p_key, p_amount, v_now + p_lease, v_now)
  returning id, status into o_hold, o_state;
  with draw as materialized (select * from credit_draw(p_account, p_amount, v_now)),
  moved as (
    update credit_lot lot set avail = lot.avail - draw.taken, held = lot.held + draw.taken
    from draw where lot.id = draw.lot_id
  ),
  parts as (
    insert into credit_hold_part (account_id, hold_id, lot_id, amount)
    select p_account, o_hold, draw.lot_id, draw.taken from draw
  )
  insert into credit_ledger (account_id, op_key, lot_id, kind, amount, balance_after, hold_id, at)
  select p_account, p_key, draw.lot_id, 3, draw.taken, draw.balance, o_hold, v_now from draw order by draw.lot_id;
  o_status := 0;
  o_balance := o_balance - p_amount;
  return next;
end $$;

-- How the parts of a hold end when p_actual of it is spent: soonest expiry first.
create function credit_hold_outcome(p_account bigint, p_hold bigint, p_actual bigint, p_now timestamptz)
returns table (lot_id bigint, held bigint, used bigint, rest bigint, is_live boolean) language sql stable as $$
  select id, amount, used, amount - used, is_live
  from (
    select id, amount, is_live, greatest(0, least(amount, p_actual - (upto - amount)))::bigint as used
    from (
      select lot.id, part.amount, lot.expires_at > p_now as is_live,
        sum(part.amount) over (order by lot.expires_at, lot.id) as upto
      from credit_hold_part part join credit_lot lot on lot.id = part.lot_id
      where part.account_id = p_account and part.hold_id = p_hold
    ) part
  ) split
$$;

-- Ends a hold: p_actual of it is spent and the rest goes back, or expires where its lot has ended meanwhile. Settling after
-- a lot's end is honoured, because the credits were set aside in time.
-- p_final: 1 settle, 2 release, 3 release because the lease is over; then the lease is looked at again under the lock.
-- o_final and o_settled are those of the close that came first.
create function credit_hold_close(p_account bigint, p_hold bigint, p_actual bigint, p_final smallint)
returns table (o_status smallint, o_final smallint, o_settled bigint, o_balance bigint) language plpgsql as $$
declare
  v_now timestamptz;
  v_hold credit_hold;
begin
  if p_actual is null or p_actual < 0 or p_final not in (1, 2, 3) or (p_final <> 1 and p_actual <> 0) then
    raise exception 'a close of % with final %', p_actual, p_final using errcode = 'CR005';
  end if;
  perform from credit_account where id = p_account for no key update;
  v_now := ledger_now();
  select * into v_hold from credit_hold where account_id = p_account and id = p_hold for update;
  if not found then o_status := 4; return next; return; end if;

  if v_hold.status <> 0 or (p_final = 3 and v_hold.lease_until > v_now) then
    o_status := case when v_hold.status <> 0 then 2 else 3 end;
    o_final := nullif(v_hold.status, 0);
    o_settled := v_hold.settled;
    o_balance := credit_available(p_account, v_now);
    return next;
    return;
  end if;
  if p_actual > v_hold.amount then
    raise exception 'hold % is of % credits, not of %', p_hold, v_hold.amount, p_actual using errcode = 'CR001';
  end if;

  update credit_lot lot set
    held = lot.held - part.held,
    spent = lot.spent + part.used,
    avail = lot.avail + case when part.is_live then part.rest else 0 end,
    expired = lot.expired + case when part.is_live then 0 else part.rest end,
    closed_at = case when lot.avail + lot.held - part.held + case when part.is_live then part.rest else 0 end = 0 then v_now end
  from credit_hold_outcome(p_account, p_hold, p_actual, v_now) part
  where lot.id = part.lot_id;
  o_balance := credit_available(p_account, v_now);
  insert into credit_ledger (account_id, op_key, lot_id, kind, amount, balance_after, hold_id, at)
  select p_account, v_hold.op_key, part.lot_id, movement.kind, movement.amount, o_balance, p_hold, v_now
  from credit_hold_outcome(p_account, p_hold, p_actual, v_now) part
  cross join lateral (
    values (4, part.used), (5, part.rest), (6, case when part.is_live then 0 else part.rest end)
  ) as movement (kind, amount)
  where movement.amount > 0
  order by part.lot_id, movement.kind;
  update credit_hold set status = p_final, settled = p_actual, closed_at = v_now where account_id = p_account and id = p_hold;
  o_status := 0;
  o_final := p_final;
  o_settled := p_actual;
  return next;
end $$;

-- Lets an open hold run until p_lease from now, or longer if it did; false when it is closed. It locks the hold alone: a
-- close looks at the lease again after it has locked it too.
create function credit_hold_extend(p_account bigint, p_hold bigint, p_lease interval) returns boolean
language plpgsql as $$
begin
  perform from credit_hold where account_id = p_account and id = p_hold and status = 0 for update;
  if not found then return false; end if;
  update credit_hold set lease_until = greatest(lease_until, ledger_now() + p_lease)
  where account_id = p_account and id = p_hold;
  return true;
end $$;

-- Frees holds whose lease is over, at most p_limit, and tells how many. Busy accounts are left for the next time.
create function credit_sweep_holds(p_limit integer) returns integer language plpgsql as $$
declare
  v_now timestamptz := ledger_now();
  v_accounts bigint[];
  v_holds bigint[];
  v_locked bigint[];
begin
  select array_agg(due.account_id), array_agg(due.id) into v_accounts, v_holds
  from (
    select account_id, id from credit_hold where status = 0 and lease_until <= v_now order by lease_until limit p_limit
  ) due;
  v_locked := credit_lock(v_accounts, false);
  return (
    select count(*)
    from unnest(v_accounts, v_holds) as due (account_id, id)
    cross join lateral credit_hold_close(due.account_id, due.id, 0, 3::smallint) closed
    where due.account_id = any (v_locked) and closed.o_status = 0
  );
end $$;

-- Books expired credits as expired, for p_limit lots at a time, and tells how many lots. Nothing waits for it: expired lots
-- can't be spent. The key is made of the lot and what had expired before, so that no sweep can book the same twice.
create function credit_sweep_lots(p_limit integer) returns integer language plpgsql as $$
declare
  v_now timestamptz := ledger_now();
  v_locked bigint[];
  v_swept integer;
begin
  v_locked := credit_lock(array(
    select due.account_id
    from (
      select account_id from credit_lot
      where closed_at is null and expires_at < 'infinity' and expires_at <= v_now and avail > 0
      order by expires_at limit p_limit
    ) due
  ), false);
  v_now := ledger_now();
  with due as materialized (
    select id, account_id, avail, held, expired from credit_lot
    where account_id = any (v_locked) and closed_at is null and expires_at <= v_now and avail > 0
  ),
  moved as (
    update credit_lot lot set avail = 0, expired = lot.expired + due.avail, closed_at = case when due.held = 0 then v_now end
    from due where lot.id = due.id
  )
  insert into credit_ledger (account_id, op_key, lot_id, kind, amount, balance_after, at)
  select due.account_id, md5('expire ' || due.id || ' ' || due.expired)::uuid, due.id, 6, due.avail,
    credit_available(due.account_id, v_now), v_now
  from due order by due.account_id, due.id;
  get diagnostics v_swept = row_count;
  return v_swept;
end $$;

-- Takes back what is left of a lot, once for each key: p_amount at most, or all of it when null. o_shortfall could not be
-- taken, because it was spent, held, expired or revoked before; a lot never goes below zero. What has expired is not taken,
-- so that it makes no difference whether it is booked yet. A revocation that could take nothing may be tried again.
create function credit_revoke(p_account bigint, p_lot bigint, p_amount bigint, p_key uuid, p_reason text)
returns table (o_status smallint, o_revoked bigint, o_shortfall bigint, o_balance bigint) language plpgsql as $$
declare
  v_now timestamptz;
  v_lot credit_lot;
  v_wanted bigint;
begin
  if p_amount <= 0 then raise exception 'an amount of %', p_amount using errcode = 'CR005'; end if;
  perform from credit_account where id = p_account for no key update;
  v_now := ledger_now();
  select * into v_lot from credit_lot where id = p_lot and account_id = p_account;
  if not found then o_status := 4; return next; return; end if;
  v_wanted := coalesce(p_amount, v_lot.granted);

  select amount into o_revoked from credit_ledger
  where account_id = p_account and op_key = p_key and lot_id = p_lot and kind = 7;
  o_status := case when found then 2 else 0 end;
  if o_status = 0 then
    o_revoked := case when v_lot.expires_at > v_now then least(v_lot.avail, v_wanted) else 0 end;
    update credit_lot set avail = avail - o_revoked, revoked = revoked + o_revoked,
      closed_at = case when avail + held = o_revoked then coalesce(closed_at, v_now) end
    where id = p_lot;
    insert into credit_ledger (account_id, op_key, lot_id, kind, amount, balance_after, reason, at)
    select p_account, p_key, p_lot, 7, o_revoked, credit_available(p_account, v_now), p_reason, v_now where o_revoked > 0;
  end if;
  o_shortfall := greatest(0, v_wanted - o_revoked);
  o_balance := credit_available(p_account, v_now);
  return next;
end $$;

-- What was spent from each lot under a key, by spends and settles, and when first.
create function credit_spent_by(p_account bigint, p_key uuid)
returns table (lot_id bigint, amount bigint, at timestamptz) language sql stable as $$
  select row.lot_id, sum(row.amount)::bigint, min(row.at)
  from credit_ledger row
  where row.account_id = p_account and row.op_key = p_key and row.kind in (2, 4)
  group by row.lot_id
$$;

-- Gives back all that was spent under a key, by spends and settles, once: whoever asks again with whatever key of the
-- refund is told of the first. It goes back into its lot, so that it expires and is burned as before. Where the lot has
-- ended meanwhile it becomes a new lot with the time it had left when it was spent, a day at least.
create function credit_refund(p_account bigint, p_spend_key uuid, p_key uuid, p_reason text)
returns table (o_status smallint, o_refunded bigint, o_balance bigint) language plpgsql as $$
declare
  v_now timestamptz;
  v_spend record;
begin
  perform from credit_account where id = p_account for no key update;
  v_now := ledger_now();
  select sum(amount) into o_refunded from credit_ledger where account_id = p_account and reverses = p_spend_key;
  o_status := 2;
  if o_refunded is null then
    update credit_lot lot set spent = lot.spent - spend.amount, avail = lot.avail + spend.amount, closed_at = null
    from credit_spent_by(p_account, p_spend_key) spend
    where lot.id = spend.lot_id and lot.expires_at > v_now;
    insert into credit_lot (account_id, source, source_ref, reason, granted, avail, expires_at, created_at)
    select p_account, 'refund', p_spend_key || '/' || lot.id, p_reason, spend.amount, spend.amount,
      v_now + greatest(lot.expires_at - spend.at, interval '1 day'), v_now
    from credit_spent_by(p_account, p_spend_key) spend join credit_lot lot on lot.id = spend.lot_id
    where lot.expires_at <= v_now
    order by lot.id;
    o_balance := credit_available(p_account, v_now);
    with written as (
      insert into credit_ledger (account_id, op_key, lot_id, kind, amount, balance_after, reverses, reason, at)
      select p_account, p_key, target.id, target.kind, spend.amount, o_balance, p_spend_key, p_reason, v_now
      from credit_spent_by(p_account, p_spend_key) spend
      join credit_lot lot on lot.id = spend.lot_id
      cross join lateral (
        select lot.id, 8 as kind where lot.expires_at > v_now
        union all
        select fresh.id, 1 from credit_lot fresh
        where fresh.source = 'refund' and fresh.source_ref = p_spend_key || '/' || lot.id and lot.expires_at <= v_now
      ) target
      order by target.id
      returning amount
    )
    select sum(amount) into o_refunded from written;
    o_status := case when o_refunded is null then 4 else 0 end;
  end if;
  o_balance := credit_available(p_account, v_now);
  return next;
end $$;

-- What would prove the books wrong, of the accounts from p_first to p_last; no row proves them right. One statement, so that
-- it sees one moment. It reads the whole ledger of these accounts; `id > 0` opens the indexes that say it.
create function credit_reconcile(p_first bigint default -9223372036854775808, p_last bigint default 9223372036854775807)
returns table (o_account bigint, o_lot bigint, o_what text, o_ledger bigint, o_books bigint) language sql stable as $$
  with ledger as (
    select account_id, lot_id, hold_id, op_key, id, kind, amount, balance_after, reverses, at
    from credit_ledger where account_id between p_first and p_last and id > 0
  ),
  lots as (select * from credit_lot where account_id between p_first and p_last and id > 0),
  holds as (select * from credit_hold where account_id between p_first and p_last),
  parts as (select * from credit_hold_part where account_id between p_first and p_last),
  moved as (
    select account_id, lot_id,
      coalesce(sum(amount) filter (where kind = 1), 0) as granted,
      coalesce(sum(case when kind in (1, 5, 8) then amount when kind in (2, 3, 6, 7) then -amount end), 0) as avail,
      coalesce(sum(case when kind = 3 then amount when kind in (4, 5) then -amount end), 0) as held,
      coalesce(sum(case when kind in (2, 4) then amount when kind = 8 then -amount end), 0) as spent,
      coalesce(sum(amount) filter (where kind = 6), 0) as expired,
      coalesce(sum(amount) filter (where kind = 7), 0) as revoked
    from ledger group by account_id, lot_id
  ),
  held as (
    select part.lot_id, sum(part.amount) as amount
    from parts part join holds hold on hold.account_id = part.account_id and hold.id = part.hold_id
    where hold.status = 0 group by part.lot_id
  ),
  hold_parts as (select account_id, hold_id, sum(amount) as amount from parts group by account_id, hold_id),
  hold_moves as (
    select account_id, hold_id, coalesce(sum(amount) filter (where kind = 3), 0) as opened,
      coalesce(sum(amount) filter (where kind = 4), 0) as settled,
      coalesce(sum(amount) filter (where kind in (4, 5)), 0) as closed
    from ledger where hold_id is not null group by account_id, hold_id
  ),
  newest as (select distinct on (account_id) account_id, balance_after, at from ledger order by account_id, id desc),
  given_back as (
    select account_id, reverses, sum(amount) as amount from ledger where reverses is not null group by account_id, reverses
  )
  select coalesce(lot.account_id, moved.account_id), coalesce(lot.id, moved.lot_id), bucket.what, bucket.ledger, bucket.books
  from lots lot
  full join moved on moved.account_id = lot.account_id and moved.lot_id = lot.id
  left join held on held.lot_id = lot.id
  cross join lateral (values
    ('granted', coalesce(moved.granted, 0)::bigint, coalesce(lot.granted, 0)),
    ('avail', coalesce(moved.avail, 0)::bigint, coalesce(lot.avail, 0)),
    ('held', coalesce(moved.held, 0)::bigint, coalesce(lot.held, 0)),
    ('held by open holds', coalesce(held.amount, 0)::bigint, coalesce(lot.held, 0)),
    ('spent', coalesce(moved.spent, 0)::bigint, coalesce(lot.spent, 0)),
    ('expired', coalesce(moved.expired, 0)::bigint, coalesce(lot.expired, 0)),
    ('revoked', coalesce(moved.revoked, 0)::bigint, coalesce(lot.revoked, 0))
  ) as bucket (what, ledger, books)
  where bucket.ledger <> bucket.books
  union all
  select coalesce(hold.account_id, move.account_id), null, format('hold %s %s', coalesce(hold.id, move.hold_id), sum.what),
    sum.ledger, sum.books
  from holds hold
  left join hold_parts part on part.account_id = hold.account_id and part.hold_id = hold.id
  full join hold_moves move on move.account_id = hold.account_id and move.hold_id = hold.id
  cross join lateral (values
    ('amount', coalesce(move.opened, 0)::bigint, coalesce(hold.amount, 0)),
    ('parts', coalesce(part.amount, 0)::bigint, coalesce(hold.amount, 0)),
    ('settled', coalesce(move.settled, 0)::bigint, coalesce(hold.settled, 0)),
    ('closed', coalesce(move.closed, 0)::bigint, case when hold.status <> 0 then hold.amount else 0 end)
  ) as sum (what, ledger, books)
  where sum.ledger <> sum.books
  union all
  select newest.account_id, null, 'balance', newest.balance_after, coalesce(sum(lot.avail), 0)::bigint
  from newest
  left join lots lot on lot.account_id = newest.account_id and lot.expires_at > newest.at
  group by newest.account_id, newest.balance_after
  having newest.balance_after <> coalesce(sum(lot.avail), 0)
  union all
  select back.account_id, null, format('refund of %s', back.reverses), back.amount::bigint, coalesce(spend.amount, 0)
  from given_back back
  left join lateral (
    select sum(amount)::bigint as amount from credit_spent_by(back.account_id, back.reverses)
  ) spend on true
  where back.amount > coalesce(spend.amount, 0)
$$;

-- Plans must not hang on statistics: a plan made while the tables are empty would read them whole until they are next
-- analysed. Every question here is answered by an index, from the given keys outwards, and planned once.
do $$
declare
  v_function regprocedure;
begin
  for v_function in
    select oid from pg_proc
    where pronamespace = current_schema::regnamespace and proname ~ '^credit_' and prorettype <> 'trigger'::regtype
      and prolang = (select oid from pg_language where lanname = 'plpgsql') and provolatile = 'v'
  loop
    execute format('alter function %s set enable_nestloop = on', v_function);
    execute format('alter function %s set enable_seqscan = off', v_function);
    execute format('alter function %s set enable_hashjoin = off', v_function);
    execute format('alter function %s set enable_mergejoin = off', v_function);
    execute format('alter function %s set plan_cache_mode = force_generic_plan', v_function);
  end loop;
end $$;
