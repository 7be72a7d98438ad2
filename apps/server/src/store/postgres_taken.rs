//! The notes of taken seats in the PostgreSQL database (`taken.rs`). Triggers write them: servers of the version before, which may
//! run for a while yet, know of no note, and what they do to a seat has to be noted too.

/// The seats of journeys. Nobody leaves a journey.
pub(super) const JOURNEYS: &str = "
    -- A batch locks tables before journeys, and so does every change of the shape: otherwise each could wait for the other.
    LOCK TABLE tables IN ACCESS EXCLUSIVE MODE;
    -- The seats of a journey that were taken, a bit each: a traveller whose row is lost to damage is noticed.
    ALTER TABLE journeys ADD COLUMN joined bigint NOT NULL DEFAULT 0;
    UPDATE journeys SET joined = (SELECT coalesce(bit_or(1::bigint << seat), 0) FROM travellers WHERE journey_id = id);
    CREATE FUNCTION note_joined() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        UPDATE journeys SET joined = joined | noted.seats
          FROM (SELECT journey_id, bit_or(1::bigint << seat) AS seats FROM joining GROUP BY journey_id) AS noted
         WHERE id = noted.journey_id;
        RETURN NULL;
    END $$;
    CREATE TRIGGER note_joined AFTER INSERT ON travellers REFERENCING NEW TABLE AS joining
        FOR EACH STATEMENT EXECUTE FUNCTION note_joined();
";

/// The seats of tables.
pub(super) const TABLES: &str = "
    -- The seats of a table that are taken, a bit each: somebody whose row is lost to damage is noticed, and their seat is not free. A
    -- match that has begun needs no note, since its first event builds on everybody who sits there: most rows are not written again.
    ALTER TABLE tables ADD COLUMN taken bigint NOT NULL DEFAULT 0;
    UPDATE tables SET taken = (SELECT coalesce(bit_or(1::bigint << seat), 0) FROM sitters WHERE table_id = id)
     WHERE NOT EXISTS (SELECT 1 FROM events WHERE table_id = id);
    CREATE FUNCTION note_taken() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        UPDATE tables SET taken = CASE TG_OP WHEN 'INSERT' THEN taken | noted.seats ELSE taken & ~noted.seats END
          FROM (SELECT table_id, bit_or(1::bigint << seat) AS seats FROM changed GROUP BY table_id) AS noted
         WHERE id = noted.table_id;
        RETURN NULL;
    END $$;
    CREATE TRIGGER note_taken AFTER INSERT ON sitters REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION note_taken();
    CREATE TRIGGER note_free AFTER DELETE ON sitters REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION note_taken();
";
