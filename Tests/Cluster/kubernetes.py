#!/usr/bin/env python3
"""Runs the commands of examples/cluster/kubernetes.yaml without a cluster: kubernetes.py ROOT [VERSION]

ROOT is a folder with what the image has, such as an unpacked image, or one with usr/bin/parlor alone. Each pod is a
process in it, by chroot, as user and group 65532, with the folder /parts that the volume is. That needs root. The
report must be that of one run. VERSION is the tag that the image must have.
"""

import os
import pathlib
import re
import stat
import subprocess
import sys

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "examples/cluster/kubernetes.yaml"
USER = 65532


def containers(text):
    """The image, command and arguments of each container: what the file has of YAML, and no more."""
    for part in re.split(r"(?m)^ *- name: ", text)[1:]:
        image = re.search(r"(?m)^ +image: (\S+)$", part)
        if not image:
            continue
        lists = {}
        for name in ("command", "args"):
            flow = re.search(rf"(?m)^ +{name}: \[(.*)\]$", part)
            block = re.search(rf"(?m)^ +{name}:\n((?: +- .*\n)+)", part)
            items = flow[1].split(",") if flow else re.findall(r"- (.*)", block[1]) if block else []
            lists[name] = [item.strip() for item in items]
        yield image[1], lists["command"] + lists["args"]


def run(root, words, index=None):
    """A container: `$(NAME)` is replaced as Kubernetes does."""
    environment = {"PATH": "/usr/bin", "HOME": "/"}
    if index is not None:
        environment["JOB_COMPLETION_INDEX"] = str(index)
    words = [re.sub(r"\$\((\w+)\)", lambda name: environment[name[1]], word) for word in words]

    def enter():
        os.chroot(root)
        os.chdir("/")
        os.setgroups([USER])
        os.setgid(USER)
        os.setuid(USER)

    program = f"/usr/bin/{words[0]}" if "/" not in words[0] else words[0]
    outcome = subprocess.run([program, *words[1:]], env=environment, preexec_fn=enter, capture_output=True)
    if outcome.returncode:
        sys.exit(f"{' '.join(words)}: {outcome.returncode}\n{outcome.stderr.decode()}")
    return outcome.stdout


root = pathlib.Path(sys.argv[1])
text = EXAMPLE.read_text()
# A million games show no more than two thousand.
text = text.replace("-n1000000", "-n2000")
(image, worker), (other, merge) = containers(text)
if image != other or len(sys.argv) > 2 and image != f"parlor:{sys.argv[2]}":
    sys.exit(f"kubernetes.yaml has the images {image} and {other}; raise its version with the release")
if text.count(f"fsGroup: {USER}") != 2:
    sys.exit("kubernetes.yaml: a pod has no fsGroup, and cannot write to the volume")
count = int(re.search(r"completions: (\d+)", text)[1])
parts = root / "parts"
parts.mkdir()
# What fsGroup does to a volume, which has a folder of its own file system.
os.chown(parts, 0, USER)
parts.chmod(0o2775)
(parts / "lost+found").mkdir(mode=stat.S_IRWXU)
for index in range(count):
    run(root, worker, index)
report = run(root, merge)
words = [word for word in worker if not word.startswith(("--shard", "--out", "--progress"))]
if report != run(root, words):
    sys.exit("the report of the parts is not that of one run")
print(f"{count} parts and their report: fine")
