-- Software asks for the license tokens of its product that are not to be used any more: few, among many that are.
create index product_key_revoked on api.product_key (product_id) where state = 'revoked' and source = 'signed';
