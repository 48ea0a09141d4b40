-- How the owner of a sign-in proved who they are (amr of RFC 8176), as tokens made from it say. Sign-ins of before say nothing.
alter table identity.session add column amr jsonb not null default '[]';
alter table identity.authorization_code add column amr jsonb not null default '[]';
