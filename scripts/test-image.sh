#!/usr/bin/env bash
# Builds the image of the Containerfile for `npm run test:image` and starts it as a container would: as its user, with a
# read-only root file system, and ended by SIGTERM. It needs no container engine and no image registry: Debian's buildah
# builds the image on a base from debootstrap, in place of node:<version>-trixie-slim. It must run as root, and takes about
# two minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
command -v buildah debootstrap > /dev/null ||
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends buildah debootstrap; }

work=$(mktemp -d)
chmod 755 "$work"
container=''
trap 'if [ -n "$container" ]; then buildah rm "$container" > /dev/null; fi; rm -rf "$work"' EXIT

base=$(sed -n 's/^FROM \(.*\) AS build$/\1/p' Containerfile)
if ! buildah inspect --type image "$base" > /dev/null 2>&1; then
  debootstrap --variant=minbase trixie "$work/base" > "$work/debootstrap.log" || { tail "$work/debootstrap.log"; exit 1; }
  cp -L node_modules/node/bin/node "$work/base/usr/local/bin/node"
  cp -rL "$(npm root --global)/npm" "$work/base/usr/local/lib/npm"
  ln -s ../lib/npm/bin/npm-cli.js "$work/base/usr/local/bin/npm"
  chroot "$work/base" useradd --create-home --uid 1000 node
  container=$(buildah from scratch)
  buildah copy --quiet "$container" "$work/base" / > /dev/null
  # The registry of this machine may have its own authority, so the image gets the authorities that the machine trusts.
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    buildah copy --quiet "$container" "$NODE_EXTRA_CA_CERTS" /etc/registry-ca.pem > /dev/null
    buildah config --env NODE_EXTRA_CA_CERTS=/etc/registry-ca.pem "$container"
  fi
  buildah commit --quiet --rm "$container" "$base" > /dev/null
  container=''
fi
echo "registry=$(npm config get registry)" > "$work/npmrc"
buildah bud --pull-never --format docker --volume "$work/npmrc:/root/.npmrc:ro" --tag careers . > "$work/build.log" 2>&1 ||
  { tail -40 "$work/build.log"; exit 1; }

container=$(buildah from --pull-never localhost/careers)
export MOUNTED; MOUNTED=$(buildah mount "$container")
export ROOT="$work/root" DATA="$work/data" PORT="${PORT:-4399}"
mkdir "$ROOT"
install -d -o 1000 -g 1000 -m 700 "$DATA"
inside='test "$(id -un)" = node && ! touch /app/written 2> /dev/null && cd /app && exec node cli/careers.js start'
unshare --mount --propagation private bash -euc '
  mount --bind "$MOUNTED" "$ROOT" && mount -o remount,ro,bind "$ROOT"
  mount -t proc proc "$ROOT/proc" && mount --bind /dev "$ROOT/dev" && mount -t tmpfs tmpfs "$ROOT/tmp"
  mount --bind "$DATA" "$ROOT/data"
  exec chroot --userspec=1000:1000 --groups= "$ROOT" env -i PATH=/usr/local/bin:/usr/bin:/bin \
    NODE_ENV=production DATA_DIR=/data PORT="$PORT" sh -c "$0"' "$inside" > "$work/site.log" 2>&1 &
site=$!
for _ in $(seq 120); do
  curl --silent --fail --output /dev/null "localhost:$PORT/readyz" && break
  kill -0 $site || { cat "$work/site.log"; exit 1; }
  sleep 0.5
done
for path in / /contact /feedback /jobs.xml /readyz; do
  status=$(curl --silent --output /dev/null --write-out '%{http_code}' "localhost:$PORT$path")
  echo "$status $path"
  test "$status" = 200
done
kill -TERM $site
wait $site
grep -q '"event":"site-stopped"' "$work/site.log"
buildah images localhost/careers
echo 'The image was built, started as its user on a read-only file system, answered, and ended on SIGTERM.'
