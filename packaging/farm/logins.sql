-- psql --file=logins.sql: a login for nodes and one for people, after `sleave farm init`. Can be repeated. The passwords
-- come from the environment, where other users of the machine do not see them.
\set node_password `echo "$SLEAVE_FARM_NODE_PASSWORD"`
\set user_password `echo "$SLEAVE_FARM_USER_PASSWORD"`

SELECT format('CREATE ROLE %I LOGIN', login) FROM unnest(ARRAY['farm_node', 'farm_user']) AS login
  WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = login)
\gexec
ALTER ROLE farm_node PASSWORD :'node_password';
ALTER ROLE farm_user PASSWORD :'user_password';
GRANT sleave_worker TO farm_node;
GRANT sleave_submitter TO farm_user;
