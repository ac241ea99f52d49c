-- The messages are for the user.

-- The bytes of the notes, each of which counts 1,000 more. A deleted note counts until it's gone after 30 days.
ALTER TABLE user ADD COLUMN space INTEGER NOT NULL DEFAULT 0;
UPDATE user SET space = (
  SELECT COALESCE(SUM(1000 + length(CAST(text AS BLOB))), 0) FROM note WHERE note.user = user.id);
CREATE TRIGGER spaceTaken AFTER INSERT ON note BEGIN
  UPDATE user SET space = space + 1000 + length(CAST(new.text AS BLOB)) WHERE id = new.user;
END;
CREATE TRIGGER spaceChanged AFTER UPDATE OF text ON note BEGIN
  UPDATE user SET space = space + length(CAST(new.text AS BLOB)) - length(CAST(old.text AS BLOB)) WHERE id = new.user;
END;
CREATE TRIGGER spaceFreed AFTER DELETE ON note BEGIN
  UPDATE user SET space = space - 1000 - length(CAST(old.text AS BLOB)) WHERE id = old.user;
END;
CREATE TRIGGER spaceLimit AFTER UPDATE OF space ON user WHEN new.space > 1000000000 AND new.space > old.space BEGIN
  SELECT RAISE(ABORT, 'Your notes take 1 GB, which is the limit. Those that you delete count for 30 days.');
END;

CREATE TRIGGER folderLimit AFTER INSERT ON folder
WHEN (SELECT COUNT(*) FROM folder WHERE user = new.user) > 500 BEGIN
  SELECT RAISE(ABORT, 'You have 500 folders, which is the limit.');
END;

ALTER TABLE share ADD COLUMN user TEXT REFERENCES user ON DELETE CASCADE;
UPDATE share SET user = (SELECT user FROM note WHERE note.id = share.note);
CREATE INDEX shareOfUser ON share (user);
CREATE TRIGGER shareLimit AFTER INSERT ON share
WHEN (SELECT COUNT(*) FROM share WHERE user = new.user) > 500 BEGIN
  SELECT RAISE(ABORT, 'You share 500 notes, which is the limit.');
END;

-- The oldest sessions end.
CREATE INDEX sessionOfUser ON session (user, expiry);
CREATE TRIGGER sessionLimit AFTER INSERT ON session BEGIN
  DELETE FROM session WHERE key IN (
    SELECT key FROM session WHERE user = new.user ORDER BY expiry DESC LIMIT -1 OFFSET 100);
END;
