-- Of orders that were fulfilled before it was written down: the last change that is known. In a migration of its own, so that the
-- table is not locked for everybody while its rows are written.
update api."order" set fulfilled_at = updated_at where fulfilled_at is null and 'fulfilled' in (status, resume_status);
