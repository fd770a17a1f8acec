-- Who may call which function. Nobody but the farm's owner has a right on its tables. Applied by every `sleave farm init`,
-- after functions.sql.

REVOKE ALL ON SCHEMA farm FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA farm FROM PUBLIC;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA farm FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA farm FROM PUBLIC;

-- What is called from outside has the owner's rights, and a fixed search path, so that nothing of its caller's is executed
-- with them.
DO $$
DECLARE one regprocedure;
BEGIN
  FOR one IN SELECT oid FROM pg_proc WHERE pronamespace = 'farm'::regnamespace AND proname ~ '_v[0-9]+$' LOOP
    EXECUTE format('ALTER FUNCTION %s SECURITY DEFINER SET search_path = pg_catalog, pg_temp', one);
  END LOOP;
END $$;

-- An owner who may not create roles has a farm of its own; `init` says how others get in.
DO $$
DECLARE
  one text;
  called regprocedure;
BEGIN
  FOREACH one IN ARRAY ARRAY['sleave_reader', 'sleave_submitter', 'sleave_worker'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = one) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN', one);
      EXCEPTION
        WHEN insufficient_privilege THEN CONTINUE;
        WHEN duplicate_object OR unique_violation THEN NULL;  -- another farm of this server was faster
      END;
    END IF;
    EXECUTE format('GRANT USAGE ON SCHEMA farm TO %I', one);
    FOR called IN
      SELECT p.oid FROM pg_proc p
      JOIN (VALUES ('statuses_v1', 'sleave_reader'), ('findings_v1', 'sleave_reader'),
                   ('statuses_v1', 'sleave_submitter'), ('findings_v1', 'sleave_submitter'),
                   ('certificate_v1', 'sleave_reader'), ('metrics_v1', 'sleave_reader'),
                   ('certificate_v1', 'sleave_submitter'), ('metrics_v1', 'sleave_submitter'),
                   ('coverage_v1', 'sleave_reader'), ('inputs_v1', 'sleave_reader'),
                   ('coverage_v1', 'sleave_submitter'), ('inputs_v1', 'sleave_submitter'),
                   ('submit_v1', 'sleave_submitter'), ('cancel_v1', 'sleave_submitter'),
                   ('missing_files_v1', 'sleave_submitter'), ('put_part_v1', 'sleave_submitter'),
                   ('end_file_v1', 'sleave_submitter'), ('put_bundle_v1', 'sleave_submitter'),
                   ('bundle_v1', 'sleave_worker'), ('part_v1', 'sleave_worker'), ('reproduce_v1', 'sleave_worker'),
                   ('open_v1', 'sleave_worker'), ('admit_v1', 'sleave_worker'), ('sync_v1', 'sleave_worker'),
                   ('learn_v1', 'sleave_worker'), ('release_v1', 'sleave_worker'), ('expire_v1', 'sleave_worker'),
                   ('begin_job_v1', 'sleave_worker'), ('keep_job_v1', 'sleave_worker'), ('leave_job_v1', 'sleave_worker'),
                   ('end_job_v1', 'sleave_worker'), ('has_jobs_v1', 'sleave_worker'), ('finish_v1', 'sleave_worker')) AS rights (function, role) ON p.proname = rights.function
      WHERE p.pronamespace = 'farm'::regnamespace AND rights.role = one
    LOOP
      EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %I', called, one);
    END LOOP;
  END LOOP;
END $$;
