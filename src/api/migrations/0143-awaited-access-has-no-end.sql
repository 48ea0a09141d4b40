-- Access that still waits for its endpoint is not over with the time that was bought: that ends once it has been there.
update api.access_grant set ends_at = entitlement.expires_at
from api.entitlement as entitlement
where access_grant.state = 'waiting' and access_grant.ends_at is not null
  and entitlement.entitlement_id = access_grant.entitlement_id;
