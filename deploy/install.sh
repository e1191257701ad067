#!/bin/bash
# Installs segnapunti on Raspberry Pi OS 64-bit (Debian 12 or 13) as a service that starts with the machine.
# Run from a checkout:  sudo deploy/install.sh      Run again to update. deploy/uninstall.sh takes it away; games are kept.
set -euo pipefail

umask 022 # what is installed must be readable by the service's user
PREFIX=${PREFIX:-/opt/segnapunti}
PYTHON=/usr/bin/python3 # the system's own: Debian's picamera2 and lgpio are built for no other
STATE=/var/lib/segnapunti
CONFIG=/etc/segnapunti.toml
HERE=$(cd "$(dirname "$0")/.." && pwd)

say() { printf 'install: %s\n' "$*"; }
fail() { printf 'install: %s\n' "$*" >&2; exit 1; }

[ "$(id -u)" = 0 ] || fail "please run with sudo: sudo deploy/install.sh"
[ "$(getconf LONG_BIT)" = 64 ] || fail "a 64-bit system is needed; choose Raspberry Pi OS (64-bit) in the imager."
command -v apt-get >/dev/null || fail "this script knows Debian and Raspberry Pi OS only; elsewhere use make setup."
[ -f "$HERE/models/manifest.toml" ] || fail "the models are missing from $HERE/models; take a complete checkout."

say "system packages"
export DEBIAN_FRONTEND=noninteractive
apt-get update -q
apt-get install -qy --no-install-recommends python3 python3-venv
# The camera on the ribbon cable and the pins come from Debian's packages: they are built for the system's own Python and kernel.
# Plain Debian has no python3-picamera2; a USB camera works without it.
for package in python3-picamera2 python3-gpiozero python3-lgpio; do
    if apt-cache show "$package" >/dev/null 2>&1; then
        apt-get install -qy --no-install-recommends "$package" || say "$package could not be installed; going on without it"
    else
        say "$package is not offered here; going on without it"
    fi
done

say "program in $PREFIX"
mkdir -p "$PREFIX"
# --system-site-packages, so that the venv sees Debian's picamera2 and lgpio
[ -x "$PREFIX/venv/bin/python" ] || "$PYTHON" -m venv --system-site-packages "$PREFIX/venv"
"$PREFIX/venv/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade --ignore-installed \
    -c "$HERE/constraints.txt" numpy opencv-python-headless onnxruntime
"$PREFIX/venv/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade -c "$HERE/constraints.txt" "$HERE"
# Debian 12's picamera2 draws on modules built against numpy 1; rebuilt wheels inside the venv go with numpy 2
if "$PYTHON" -c 'import picamera2' 2>/dev/null && ! "$PREFIX/venv/bin/python" -c 'import picamera2' 2>/dev/null; then
    apt-get install -qy --no-install-recommends build-essential python3-dev
    "$PREFIX/venv/bin/python" -m pip install --quiet --disable-pip-version-check --ignore-installed simplejpeg pidng ||
        say "picamera2 does not run beside numpy 2 here; use a USB camera, or Raspberry Pi OS based on Debian 13"
fi
ln -sf "$PREFIX/venv/bin/segnapunti" /usr/local/bin/segnapunti

say "user and folders"
id segnapunti >/dev/null 2>&1 || useradd --system --home-dir "$STATE" --shell /usr/sbin/nologin segnapunti
for group in video gpio render; do
    if getent group "$group" >/dev/null; then usermod -aG "$group" segnapunti; fi
done
install -d -o segnapunti -g segnapunti "$STATE"
[ -f "$CONFIG" ] || install -m 644 "$HERE/deploy/segnapunti.example.toml" "$CONFIG"

say "service"
if [ -d /run/systemd/system ]; then
    sed "s|/opt/segnapunti|$PREFIX|g" "$HERE/deploy/segnapunti.service" >/etc/systemd/system/segnapunti.service
    systemctl daemon-reload
    systemctl enable segnapunti.service
    systemctl restart segnapunti.service
else
    say "systemd is not running here; start by hand: segnapunti run --config $CONFIG"
fi

SEGNAPUNTI_HOME=$STATE "$PREFIX/venv/bin/segnapunti" doctor --config "$CONFIG" || true
say "done. The dashboard: $("$PREFIX/venv/bin/python" -c 'from deploy.address import dashboard_url; print(dashboard_url(8080))')"
