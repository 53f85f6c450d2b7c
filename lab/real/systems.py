"""Compilers, compressors, a database and the JVM with their settings as tasks: a configuration in, a cost out.

Code sizes, counts of instructions and of input and output are exact; where a cost has CPU time in it, the least of a few
measurements is recorded once and is from then on part of the task.
"""

import re
import resource
import shutil
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

from spaces import Space, choice, flag, integer, loginteger

HERE = Path(__file__).parent
TEXT_BYTES = 64 * 1024
OUT_OF_MEMORY = 5000


class Program:
    """A task: a space and a function of the values."""

    def __init__(self, name, space, cost, quantum=0.0):
        self.name, self.space, self.cost, self.step = name, space, cost, quantum

    def evaluate(self, values, folder):
        return float(self.cost(folder, **values))

    def quantum(self, folder):
        return self.step


# ---- gcc

GCC_FLAGS = ("omit-frame-pointer", "inline-functions", "tree-vectorize", "unroll-loops", "gcse", "if-conversion", "reorder-blocks", "tree-pre")


def switches(values, names):
    return [f"-f{'' if values[n.replace('-', '_')] else 'no-'}{n}" for n in names]


def code_size(source):
    def cost(folder, level, **values):
        with tempfile.TemporaryDirectory() as out:
            made = f"{out}/a.o"
            subprocess.run(["gcc", "-w", "-" + level, *switches(values, GCC_FLAGS), "-c", str(source), "-o", made], check=True)
            sizes = subprocess.run(["size", made], capture_output=True, text=True, check=True).stdout.splitlines()[1].split()
            return int(sizes[0]) + int(sizes[1])

    return cost


def instructions(source):
    """Thousands of instructions executed, and ten for every kilobyte of the program's own code."""

    def cost(folder, level, unroll_times, unrolled_insns, inline_insns, inline_growth, align, **values):
        with tempfile.TemporaryDirectory() as out:
            parameters = {
                "max-unroll-times": unroll_times, "max-unrolled-insns": unrolled_insns,
                "max-inline-insns-auto": inline_insns, "inline-unit-growth": inline_growth,
            }
            options = ["-w", "-" + level, *switches(values, GCC_FLAGS[:5]), f"-falign-loops={align}"]
            options += [f"--param={name}={value}" for name, value in parameters.items()]
            subprocess.run(["gcc", *options, "-I", str(folder / "include"), "-c", str(source), "-o", f"{out}/a.o"], check=True)
            subprocess.run(["gcc", "-static", f"{out}/a.o", "-o", f"{out}/a"], check=True)
            size = subprocess.run(["size", f"{out}/a.o"], capture_output=True, text=True, check=True).stdout.splitlines()[1].split()[0]
            tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"{out}/a"]
            said = subprocess.run(tool, capture_output=True, text=True, check=True).stderr
            count = int(re.search(r"I\s+refs:\s+([\d,]+)", said).group(1).replace(",", ""))
            return count / 1000 + 10 * int(size) / 1024

    return cost


GCC_TUNING = (
    choice("level", "O1", "O2", "O3", "Os"),
    *(flag(name.replace("-", "_")) for name in GCC_FLAGS[:5]),
    loginteger("unroll_times", 1, 32, when=("unroll_loops", (True,))),
    loginteger("unrolled_insns", 8, 800, when=("unroll_loops", (True,))),
    loginteger("inline_insns", 1, 200),
    loginteger("inline_growth", 1, 200),
)


# ---- compressors

def text():
    import argparse

    return Path(argparse.__file__).read_bytes()[:TEXT_BYTES]


def binary():
    return Path("/bin/ls").read_bytes()[: 2 * TEXT_BYTES]


def fastest(action, repeats=3):
    """The result of an action and the CPU milliseconds of its fastest run; slow ones run once."""
    best = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        result = action()
        best = min(best, 1e3 * (time.process_time() - start))
        if best > 60:
            break
    return result, best


def zstd(load, weight):
    """Kilobytes, and a weight for every millisecond."""

    def cost(folder, strategy, **v):
        import zstandard

        strategies = ("fast", "dfast", "greedy", "lazy", "lazy2", "btlazy2", "btopt", "btultra")
        settings = zstandard.ZstdCompressionParameters(strategy=1 + strategies.index(strategy), threads=0, **v)
        data = load()
        packed, ms = fastest(lambda: zstandard.ZstdCompressor(compression_params=settings).compress(data))
        return len(packed) / 1024 + weight * ms

    return cost


ZSTD = (
    choice("strategy", "fast", "dfast", "greedy", "lazy", "lazy2", "btlazy2", "btopt", "btultra"),
    integer("window_log", 10, 20),
    integer("chain_log", 6, 20),
    integer("hash_log", 6, 20),
    integer("search_log", 1, 12),
    integer("min_match", 3, 7),
    loginteger("target_length", 1, 999),
)


def xz(load, weight):
    def cost(folder, literal, dict_log, mode, mf, **v):
        import lzma

        finder = {"hc3": lzma.MF_HC3, "hc4": lzma.MF_HC4, "bt2": lzma.MF_BT2, "bt3": lzma.MF_BT3, "bt4": lzma.MF_BT4}[mf]
        filters = [{
            "id": lzma.FILTER_LZMA2, "dict_size": 2**dict_log, "lc": int(literal[0]), "lp": int(literal[1]),
            "mode": lzma.MODE_FAST if mode == "fast" else lzma.MODE_NORMAL, "mf": finder, **v,
        }]
        data = load()
        packed, ms = fastest(lambda: lzma.compress(data, format=lzma.FORMAT_RAW, filters=filters))
        return len(packed) / 1024 + weight * ms

    return cost


def brotli(load, weight):
    def cost(folder, quality, lgwin, mode, lgblock):
        import brotli as lib

        kinds = {"generic": lib.MODE_GENERIC, "text": lib.MODE_TEXT, "font": lib.MODE_FONT}
        data = load()
        block = 0 if lgblock == 15 else lgblock
        packed, ms = fastest(lambda: lib.compress(data, mode=kinds[mode], quality=quality, lgwin=lgwin, lgblock=block), 2)
        return len(packed) / 1024 + weight * ms

    return cost


# ---- SQLite

def sqlite_load(inserts, queries):
    """Input and output under a small load: 4 µs a call and 1 µs a kilobyte, in milliseconds, and 10 µs a page that the file has."""

    def cost(folder, page_log, cache_kb, journal, mmap, batch, by_user, by_time, rowid, vacuum, checkpoint):
        where = Path(tempfile.mkdtemp(dir="/dev/shm"))  # calls are counted, not timed
        try:
            before = traffic()
            run_load(where / "db", inserts, queries, page_log, cache_kb, journal, mmap, batch, by_user, by_time, rowid, vacuum, checkpoint)
            after = traffic()
            size = sum(f.stat().st_size for f in where.iterdir())
            return 0.004 * (after[0] - before[0]) + 0.001 * (after[1] - before[1]) / 1024 + 0.01 * size / 1024
        finally:
            shutil.rmtree(where)

    return cost


def run_load(path, inserts, queries, page_log, cache_kb, journal, mmap, batch, by_user, by_time, rowid, vacuum, checkpoint):
    db = sqlite3.connect(path, isolation_level=None)
    db.execute(f"pragma page_size={2 ** page_log}")
    db.execute(f"pragma auto_vacuum={vacuum}")
    db.execute(f"pragma journal_mode={journal}")
    db.execute(f"pragma mmap_size={1 << 26 if mmap else 0}")
    db.execute("pragma synchronous=off")
    db.execute(f"pragma cache_size=-{cache_kb}")
    db.execute(f"pragma wal_autocheckpoint={checkpoint}")
    db.execute("create table event(id integer primary key, user int, at int, note text)" + ("" if rowid else " without rowid"))
    if by_user:
        db.execute("create index by_user on event(user)")
    if by_time:
        db.execute("create index by_time on event(at)")
    state = 1
    for k in range(inserts):
        if k % batch == 0:
            if k:
                db.execute("commit")
            db.execute("begin")
        state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        db.execute("insert into event values(?,?,?,?)", (state >> 20, state >> 33 & 63, k, f"{state:x}" * (1 + (state >> 40 & 3))))
        if queries and k % (inserts // queries) == 0:
            db.execute("select sum(length(note)) from event where user=?", (state >> 45 & 63,)).fetchone()
            db.execute("delete from event where at between ? and ?", (k // 2, k // 2 + 2))
    db.execute("commit")
    db.close()


def traffic():
    """Calls and bytes of reading and writing of this process so far."""
    found = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(found["syscr"]) + int(found["syscw"]), int(found["rchar"]) + int(found["wchar"])


SQLITE = (
    integer("page_log", 9, 16),
    loginteger("cache_kb", 4, 4000),
    choice("journal", "delete", "truncate", "persist", "memory", "wal"),
    flag("mmap"),
    loginteger("batch", 1, 200),
    flag("by_user"),
    flag("by_time"),
    flag("rowid"),
    choice("vacuum", "none", "full", "incremental"),
    loginteger("checkpoint", 1, 1000, when=("journal", ("wal",))),
)


# ---- the JVM

def jvm(folder, gc, heap_mb, new_ratio, survivor_ratio, tenuring, compile_level, inline):
    """CPU milliseconds of a small program that keeps and drops objects, and two for every megabyte of heap."""
    settings = [
        f"-XX:+Use{gc}GC", f"-Xmx{heap_mb}m", f"-Xms{heap_mb}m", f"-XX:NewRatio={new_ratio}", f"-XX:SurvivorRatio={survivor_ratio}",
        f"-XX:MaxTenuringThreshold={tenuring}", f"-XX:TieredStopAtLevel={compile_level}", f"-XX:MaxInlineSize={inline}", "-XX:-UsePerfData",
    ]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        ran = subprocess.run(["java", *settings, "-cp", str(folder / "classes"), "Churn"], capture_output=True, timeout=4)
    except subprocess.TimeoutExpired:
        return OUT_OF_MEMORY
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if ran.returncode:
        return OUT_OF_MEMORY
    return 1e3 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) + 2 * heap_mb


ZLIB_EXAMPLES = Path("/usr/share/doc/zlib1g-dev/examples")

ALL = [
    Program("gcc-size-gun", Space(choice("level", "O1", "O2", "O3", "Os"), *(flag(n.replace("-", "_")) for n in GCC_FLAGS)),
            code_size(ZLIB_EXAMPLES / "gun.c"), 1),
    Program("gcc-count-jsmn", Space(*GCC_TUNING, integer("align", 1, 32)), instructions(HERE / "programs" / "parse.c")),
    Program("gcc-count-uthash", Space(*GCC_TUNING, integer("align", 1, 32)), instructions(HERE / "programs" / "words.c")),
    Program("zstd-text", Space(*ZSTD), zstd(text, 0.3)),
    Program("zstd-binary", Space(*ZSTD), zstd(binary, 2)),
    Program("xz-text", Space(
        choice("literal", "30", "40", "00", "20", "31", "22", "04", "12"), integer("pb", 0, 4), integer("dict_log", 12, 20),
        choice("mode", "fast", "normal"), choice("mf", "hc3", "hc4", "bt2", "bt3", "bt4"), loginteger("nice_len", 8, 273),
        loginteger("depth", 1, 500)), xz(text, 0.1)),
    Program("brotli-text", Space(integer("quality", 0, 11), integer("lgwin", 10, 22), choice("mode", "generic", "text", "font"),
                                 integer("lgblock", 15, 19)), brotli(text, 0.1)),
    Program("sqlite-insert", Space(*SQLITE), sqlite_load(600, 0)),
    Program("sqlite-mixed", Space(*SQLITE), sqlite_load(400, 100)),
    Program("jvm-churn", Space(
        choice("gc", "Serial", "Parallel", "G1"), loginteger("heap_mb", 4, 128), integer("new_ratio", 1, 8), loginteger("survivor_ratio", 1, 32),
        integer("tenuring", 0, 15), integer("compile_level", 1, 4), loginteger("inline", 1, 100)), jvm),
]
