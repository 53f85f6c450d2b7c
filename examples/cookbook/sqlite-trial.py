"""sqlite-trial.py DIRECTORY ROWS: prints the seconds of small transactions and queries on a fresh file."""

import os
import random
import sqlite3
import sys
import tempfile
import time

directory, rows = sys.argv[1], int(sys.argv[2])
setting = {name.removeprefix("LEADLINE_"): value for name, value in os.environ.items()}
draw = random.Random(7)
with tempfile.TemporaryDirectory(dir=directory) as folder:
    begin = time.perf_counter()
    db = sqlite3.connect(f"{folder}/orders.db", isolation_level=None)
    db.execute(f"pragma page_size = {setting['page_size']}")
    db.execute(f"pragma journal_mode = {setting['journal']}")
    db.execute(f"pragma synchronous = {setting['synchronous']}")
    db.execute(f"pragma cache_size = -{setting['cache_kb']}")
    db.execute(f"pragma mmap_size = {int(setting['mmap_mb']) << 20}")
    if "checkpoint" in setting:
        db.execute(f"pragma wal_autocheckpoint = {setting['checkpoint']}")
    db.execute("create table orders (id integer primary key, customer integer, note text)")
    db.execute("create index by_customer on orders (customer)")
    for i in range(0, rows, 10):
        db.execute("begin")
        for k in range(10):
            db.execute(
                "insert into orders values (?, ?, ?)",
                (i + k, draw.randrange(rows // 5 + 1), "x" * draw.randrange(40, 400)),
            )
        db.execute("commit")
        customer = draw.randrange(rows // 5 + 1)
        db.execute("select count(*), max(note) from orders where customer = ?", (customer,)).fetchone()
        if i % 500 == 0:
            db.execute("select sum(length(note)) from orders").fetchone()
    db.close()
    print(f"seconds = {time.perf_counter() - begin:.5f}")
