ALTER TABLE note ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0;
ALTER TABLE note ADD COLUMN deleted REAL;
DROP INDEX noteOfUser;
DROP INDEX noteOfFolder;
CREATE INDEX noteByChange ON note (user, pinned, changed) WHERE deleted IS NULL;
CREATE INDEX noteByTitle ON note (user, pinned DESC, title COLLATE NOCASE) WHERE deleted IS NULL;
CREATE INDEX noteOfFolder ON note (folder, pinned, changed) WHERE deleted IS NULL;
CREATE INDEX noteDeleted ON note (deleted) WHERE deleted IS NOT NULL;
