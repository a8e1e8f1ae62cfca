-- A row if the person of this stored answer was withdrawn since it began. An answer that began just before the withdrawal was committed,
-- but after its time, has lost its document. Inlined into its callers.
create or replace function lookup_withdrawal(p_lookup lookup) returns table (withdrawn_at timestamptz) language sql stable as $$
  select withdrawn.withdrawn_at from lookup_withdrawn withdrawn
  where withdrawn.profile_hash = p_lookup.profile_hash and (
    withdrawn.withdrawn_at >= p_lookup.created_at
    or p_lookup.status = 'completed' and p_lookup.answer::json -> 'person' is null
      and p_lookup.answer::json -> 'document' is null
      and directory_document(p_lookup.profile_hash, p_lookup.document_version) is null
  )
$$;
