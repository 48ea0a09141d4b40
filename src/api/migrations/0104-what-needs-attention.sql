-- What needs somebody is counted in indexes that hold nothing else, so that a long past costs nothing.

-- Written when a refund fails, and when a dispute is answered: seldom.
create index refund_failed on api.refund (created_at, order_id) where state = 'failed';
create index line_dispute_to_decide on api.line_dispute (answered_at) where state = 'answered';
