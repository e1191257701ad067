-- The ledger's tables (table/ledger.py). One row a game, one row an event; the event is its JSON line of the record.
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    header TEXT NOT NULL,
    began TEXT NOT NULL,
    last TEXT NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS events (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
PRAGMA user_version = 1;
