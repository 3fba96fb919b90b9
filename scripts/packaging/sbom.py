#!/usr/bin/env python3
# Writes what programs are made of, as a bill of materials in CycloneDX 1.5: sbom.py NAME SCRATCH PROGRAM…
#
# NAME is what the bill is for, SCRATCH the folder in which `swift build` has built the programs, PROGRAM the
# name of one. A Swift package is listed if an object file of it was linked. A C library is listed with the
# version of its Debian package: as `dynamic` if the program loads it when it starts, as `static` if it was
# linked in. The environment variables VERSION, COMMIT and SOURCE_DATE_EPOCH say what was built. With the
# variable LICENCES, the licences of what was linked in are copied into that folder.

import datetime, json, os, re, shutil, subprocess, sys, uuid
from pathlib import Path

name, scratch, programs = sys.argv[1], Path(sys.argv[2]), sys.argv[3:]
version = os.environ["VERSION"]
built = scratch / "release"
# Those of a static program: what Package.swift and scripts/lib.sh link.
STATIC = ["edit", "tinfo", "bsd", "md", "c"]
# The licences of the C libraries by their source packages, as Debian's copyright files say in words; those
# of ncurses, libbsd and libmd are several, of which the main one stands here.
LICENCES = {
    "curl": "curl", "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "gcc-14": "GPL-3.0-or-later WITH GCC-exception-3.1", "glibc": "LGPL-2.1-or-later",
    "libbsd": "BSD-3-Clause", "libedit": "BSD-3-Clause", "libmd": "BSD-3-Clause",
    "ncurses": "X11-distribute-modifications-variant", "openssl": "Apache-2.0",
    "postgresql-15": "PostgreSQL", "postgresql-17": "PostgreSQL", "sqlite3": "blessing",
}


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def keep(licence, component):
    """Copies the licence of a component, if licences are wanted."""
    if folder := os.environ.get("LICENCES"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        shutil.copyfile(licence, Path(folder, component))


def license_of(folder):
    path = next(path for path in sorted(folder.glob("LICENSE*")))
    keep(path, folder.name)
    text = path.read_text()
    for start, name in [("Apache License", "Apache-2.0"), ("Permission is hereby granted", "MIT")]:
        if start in text:
            return name
    sys.exit(f"sbom.py: the licence of {folder.name} is unknown")


def swift_packages():
    """The packages with a linked object file, each as a component."""
    modules = set()
    for program in programs:
        for line in (built / f"{program}.product/Objects.LinkFileList").read_text().splitlines():
            modules.add(Path(line.strip("'\"")).relative_to(built.resolve()).parts[0].removesuffix(".build"))
    # Which package an object file is of: the manifest of the build says what it was compiled from.
    package_of = {}
    for block in (scratch / "release.yaml").read_text().split("\n\n"):
        source = re.search(r"^ *inputs: .*?/checkouts/([^/]+)/", block, re.MULTILINE)
        module = re.search(r"^ *outputs: .*?/release/([^/]+)\.build/", block, re.MULTILINE)
        if source and module:
            package_of[module[1]] = source[1]
    root = Path(__file__).resolve().parents[2]
    ours = {path.name.replace("-", "_") for path in (root / "Sources").iterdir()}
    ours |= {path.name + "Game" for path in (root / "Sources/Games").iterdir()}
    if unknown := modules - ours - package_of.keys():
        sys.exit(f"sbom.py: no package has the modules {sorted(unknown)}")
    used = {package_of[module] for module in modules - ours}
    state = json.loads((scratch / "workspace-state.json").read_text())
    for package in state["object"]["dependencies"]:
        folder = package["subpath"]
        if folder in used:
            address = package["packageRef"]["location"].removesuffix(".git")
            number = package["state"]["checkoutState"]["version"]
            yield {
                "type": "library", "name": folder, "version": number,
                "bom-ref": f"{folder}@{number}",
                "purl": f"pkg:swift/{address.removeprefix('https://')}@{number}",
                "licenses": [{"license": {"id": license_of(scratch / "checkouts" / folder)}}],
                "externalReferences": [{"type": "vcs", "url": address}],
            }


def swift():
    number = re.search(r"Swift version ([0-9.]+)", output("swift", "--version"))[1]
    keep(Path(shutil.which("swift")).resolve().parents[1] / "share/swift/LICENSE.txt", "swift")
    return {
        "type": "framework", "name": "swift", "version": number, "bom-ref": f"swift@{number}",
        "description": "the standard library of Swift, with the modules of Foundation that are used",
        "licenses": [{"license": {"id": "Apache-2.0"}}], "purl": f"pkg:swift/github.com/swiftlang/swift@{number}",
    }


def c_libraries():
    """The C libraries, with the versions of their Debian packages."""
    files = {}
    for program in programs:
        loaded = re.findall(r"=> (/\S+)", subprocess.run(
            ["ldd", built / program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout)
        wanted = re.findall(r"\(NEEDED\).*\[(.+)\]", output("readelf", "-d", built / program))
        if loaded:
            files |= {path: "dynamic" for path in loaded if os.path.basename(path) in wanted}
        else:
            for library in STATIC:
                files[output("gcc", f"-print-file-name=lib{library}.a").strip()] = "static"
    owned = {}
    for path, linkage in files.items():
        owner = None
        # /lib is a link to /usr/lib, and dpkg knows a file by one of the two names.
        for known in (os.path.realpath(path), os.path.realpath(path).removeprefix("/usr"), path):
            found = subprocess.run(
                ["dpkg", "-S", known], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            if found.returncode == 0:
                owner = found.stdout.split(":")[0]
                break
        if owner is None:
            sys.exit(f"sbom.py: no Debian package owns {path}")
        owned[owner] = linkage
    for package, linkage in sorted(owned.items()):
        number, source, architecture = output(
            "dpkg-query", "-W", "-f", "${Version}\n${source:Package}\n${Architecture}\n", package).split()[:3]
        name = source if linkage == "static" else package
        if linkage == "static":
            keep(f"/usr/share/doc/{package}/copyright", name)
        licence = {"licenses": [{"expression": LICENCES[source]}]} if source in LICENCES else {}
        yield {
            "type": "library", "name": name, "version": number, "bom-ref": f"{name}@{number}",
            "supplier": {"name": "Debian", "url": ["https://www.debian.org"]}, **licence,
            "purl": f"pkg:deb/debian/{package}@{number.replace('+', '%2B')}?arch={architecture}",
            "properties": [{"name": "parlor:linkage", "value": linkage}],
        }


components = sorted([*swift_packages(), swift(), *c_libraries()], key=lambda part: part["name"])
if len({part["bom-ref"] for part in components}) != len(components):
    sys.exit("sbom.py: a component is there twice")
time = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
itself = f"{name}@{version}"
bill = {
    "bomFormat": "CycloneDX",
    "specVersion": "1.5",
    "version": 1,
    "metadata": {
        "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "component": {
            "type": "application", "name": name, "version": version, "bom-ref": itself,
            "licenses": [{"license": {"id": "MIT"}}],
            "properties": [{"name": "parlor:commit", "value": os.environ["COMMIT"]}],
        },
    },
    "components": components,
    "dependencies": [
        {"ref": itself, "dependsOn": [part["bom-ref"] for part in components]},
        *({"ref": part["bom-ref"]} for part in components),
    ],
}
# A number that follows from the contents: the same bill has the same.
number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(bill, sort_keys=True))
bill["serialNumber"] = f"urn:uuid:{number}"
print(json.dumps(bill, indent=2, sort_keys=True))
