#!/usr/bin/env python3
"""Writes what programs of Parlor are made of, as CycloneDX 1.5 in JSON: part of scripts/package.

    sbom.py --name NAME --version V --commit C --epoch SECONDS --scratch RELEASE-FOLDER PROGRAM...
    sbom.py --licenses FILE

Swift packages are those whose object files the linker was given for the program. Libraries of Debian are those that the
program loads, or for a static program those that it contains. The second form prints the licences of what a file lists.
"""

import argparse
import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import sys

# What a static program contains: Debian's package, its licence.
STATIC = {
    "libedit-dev": "BSD-3-Clause", "libncurses-dev": "MIT", "libbsd-dev": "BSD-3-Clause", "libmd-dev": "BSD-3-Clause",
    "libc6-dev": "LGPL-2.1-or-later", "libstdc++-12-dev": "GPL-3.0-or-later WITH GCC-exception-3.1",
}
# Whatever else is fetched has the Apache licence.
LICENSES = {"grdb.swift": "MIT"}


def output(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def modules(release, program):
    """The modules whose objects were linked into a program."""
    listed = release / f"{program.name}.product" / "Objects.LinkFileList"
    if not listed.exists():
        sys.exit(f"sbom.py: {listed} is missing: build {program.name} first")
    return sorted(set(re.findall(r"/([^/]+)\.build/[^\n]*\.o\b", listed.read_text())))


def swift_packages(release, programs):
    """Components of the packages to which the modules of programs belong."""
    scratch = next(folder for folder in release.resolve().parents if (folder / "checkouts").is_dir())
    state = json.loads((scratch / "workspace-state.json").read_text())
    root = pathlib.Path(__file__).resolve().parents[2]
    found = {}
    for module in sorted({name for program in programs for name in modules(release, program)}):
        own = [root / "Sources" / module.replace("_", "-"), root / "Sources" / module, root / "Sources/Games" / module.removesuffix("Game")]
        if any(folder.is_dir() for folder in own):
            continue
        places = [path for pattern in (f"*/Sources/{module}", f"*/{module}") for path in (scratch / "checkouts").glob(pattern)]
        owners = {path.relative_to(scratch / "checkouts").parts[0] for path in places}
        if len(owners) != 1:
            sys.exit(f"sbom.py: the module {module} could belong to any of {sorted(owners)}")
        found.setdefault(owners.pop(), []).append(module)
    for dependency in state["object"]["dependencies"]:
        if dependency["subpath"] not in found:
            continue
        reference, version = dependency["packageRef"], dependency["state"]["checkoutState"]["version"]
        location = reference["location"].removesuffix(".git")
        yield {
            "type": "library", "name": reference["identity"], "version": version,
            "licenses": [license_of(LICENSES.get(reference["identity"], "Apache-2.0"))],
            "purl": f"pkg:swift/{location.removeprefix('https://')}@{version}",
            "externalReferences": [{"type": "vcs", "url": location}],
        }


def license_of(name):
    return {"expression": name} if " " in name else {"license": {"id": name}}


def debian(name, kind, license=None):
    """The component of an installed package of Debian."""
    version = output("dpkg-query", "-W", "-f", "${Version}", name)
    architecture = output("dpkg", "--print-architecture").strip()
    if not version:
        sys.exit(f"sbom.py: the package {name} is not installed")
    component = {"type": "library", "name": name, "version": version}
    if license:
        component["licenses"] = [license_of(license)]
    component["purl"] = f"pkg:deb/debian/{name}@{version}?arch={architecture}"
    component["properties"] = [{"name": "parlor:linked", "value": kind}]
    return component


def libraries(program):
    """Components of the libraries of Debian that a program contains or loads."""
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", str(program)))
    if not needed:
        return [debian(name, "static", license) for name, license in STATIC.items()]
    paths = dict(re.findall(r"(\S+) => (\S+)", output("ldd", str(program))))
    names = set()
    for library in needed:
        path = paths.get(library, "")
        # Where /lib is a link to /usr/lib, dpkg knows one of the two names.
        real = path and str(pathlib.Path(path).resolve())
        owner = output("dpkg", "-S", path) or output("dpkg", "-S", real) or output("dpkg", "-S", real.removeprefix("/usr"))
        if owner:
            names.add(owner.split(":")[0])
    return [debian(name, "dynamic") for name in sorted(names)]


def bill(options):
    programs = [pathlib.Path(path) for path in options.programs]
    swift = re.search(r"Swift version (\S+)", output("swift", "--version"))
    components = [
        {
            "type": "application", "name": program.name, "version": options.version,
            "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(program.read_bytes()).hexdigest()}],
        }
        for program in programs
    ]
    components += swift_packages(pathlib.Path(options.scratch), programs)
    components.append({
        "type": "framework", "name": "swift", "version": swift.group(1) if swift else "unknown",
        "licenses": [license_of("Apache-2.0 WITH Swift-exception")],
        "externalReferences": [{"type": "website", "url": "https://www.swift.org"}],
    })
    seen = {component["name"] for component in components}
    for program in programs:
        for component in libraries(program):
            if component["name"] not in seen:
                seen.add(component["name"])
                components.append(component)
    date = datetime.datetime.fromtimestamp(options.epoch, datetime.timezone.utc)
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": date.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application", "bom-ref": options.name, "name": options.name, "version": options.version,
                "licenses": [license_of("MIT")],
                "properties": [{"name": "parlor:commit", "value": options.commit}],
            },
        },
        "components": components,
    }


def licenses(path):
    """A line for each component inside the programs."""
    for component in json.loads(pathlib.Path(path).read_text())["components"]:
        for license in component.get("licenses", []):
            name = license.get("expression") or license["license"]["id"]
            yield f" {component['name']} {component['version']}: {name}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ["name", "version", "commit", "scratch", "licenses"]:
        parser.add_argument(f"--{name}")
    parser.add_argument("--epoch", type=int)
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    if options.licenses:
        print("\n".join(licenses(options.licenses)))
    else:
        json.dump(bill(options), sys.stdout, indent=2, ensure_ascii=False)
        print()


main()
