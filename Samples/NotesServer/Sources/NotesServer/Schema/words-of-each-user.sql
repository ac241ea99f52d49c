DROP TRIGGER IF EXISTS noteAdded;
DROP TRIGGER IF EXISTS noteDeleted;
DROP TRIGGER IF EXISTS noteChanged;
DROP TABLE IF EXISTS noteText;
ALTER TABLE user ADD COLUMN number INTEGER;
UPDATE user SET number = rowid;
CREATE UNIQUE INDEX userByNumber ON user (number);
CREATE VIRTUAL TABLE word USING fts5 (words, tokenize = 'ascii', detail = none);
