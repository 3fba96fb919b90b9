# shellcheck shell=bash
# Part of scripts/package: an OCI image without a container engine. Source it; do not run it.

# image FILE TREE: packs the programs and documents in TREE as an OCI image with one layer, in a tar
# archive. The image has the tag of the version. It runs as a user without rights, with the prompt as
# its entry point, and needs nothing but what is in it.
image() {
  local work=$stage/oci date
  date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
  mkdir -p "$work"
  quietly umoci init --layout "$work/layout"
  quietly umoci new --image "$work/layout:$version"
  quietly umoci unpack --rootless --image "$work/layout:$version" "$work/bundle"
  local rootfs=$work/bundle/rootfs
  mkdir -p "$rootfs/usr" "$rootfs/etc" "$rootfs/tmp" "$rootfs/var/lib/parlor"
  cp -R "$2/bin" "$2/share" "$rootfs/usr"
  printf 'root:x:0:0:root:/:\nparlor:x:65532:65532:Parlor:/var/lib/parlor:\n' >"$rootfs/etc/passwd"
  printf 'root:x:0:\nparlor:x:65532:\n' >"$rootfs/etc/group"
  # Of terminals, so that the prompt edits lines in each of these.
  local terminal folder
  for terminal in xterm xterm-256color screen tmux-256color linux vt100 dumb; do
    for folder in /lib/terminfo /usr/share/terminfo; do
      if [ -e "$folder/${terminal:0:1}/$terminal" ]; then
        install -D -m 644 "$folder/${terminal:0:1}/$terminal" \
          "$rootfs/usr/share/terminfo/${terminal:0:1}/$terminal"
        break
      fi
    done
  done
  # Any user may be chosen when the image runs.
  chmod 1777 "$rootfs/tmp"
  chmod 777 "$rootfs/var/lib/parlor"
  settle "$rootfs"
  quietly umoci repack --refresh-bundle --image "$work/layout:$version" \
    --history.created "$date" --history.author "The Parlor authors" \
    --history.created_by "scripts/package" "$work/bundle"
  quietly umoci config --image "$work/layout:$version" --no-history --created "$date" \
    --author "The Parlor authors" --config.entrypoint /usr/bin/parlor --config.user 65532:65532 \
    --config.workingdir /var/lib/parlor --config.env HOME=/var/lib/parlor --config.env TERM=xterm \
    --config.env PATH=/usr/bin \
    --config.label "org.opencontainers.image.version=$version" \
    --config.label "org.opencontainers.image.licenses=MIT" \
    --config.label "org.opencontainers.image.title=parlor"
  quietly umoci gc --layout "$work/layout"
  tar -C "$work/layout" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner \
    --mtime="@$SOURCE_DATE_EPOCH" -cf "$1" .
}
