-- Returns the credits an account can spend at p_now.
create or replace function credit_available(p_account bigint, p_now timestamptz) returns bigint language plpgsql stable as $$
begin
  return (
    select coalesce(sum(avail), 0)::bigint from credit_lot
    where account = p_account and closed_at is null and expires_at > p_now
  );
end $$;
