CREATE VIEW openSession AS SELECT session.key, session.expiry, user.id, user.name, user.isAdministrator, user.revision
  FROM session JOIN user ON user.id = session.user;
CREATE VIEW countedFolder AS SELECT id, user, name,
  (SELECT COUNT(*) FROM note WHERE folder = folder.id AND deleted IS NULL) AS count FROM folder;
CREATE VIEW sharedNote AS SELECT share.token, share.note, share.user, note.title, note.number, user.name AS owner
  FROM share JOIN note ON note.id = share.note JOIN user ON user.id = note.user WHERE note.deleted IS NULL;
