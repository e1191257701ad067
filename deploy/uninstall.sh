#!/bin/bash
# Takes segnapunti away. Games, taught decks and settings stay unless --games is given.
set -euo pipefail

PREFIX=${PREFIX:-/opt/segnapunti}
STATE=/var/lib/segnapunti
CONFIG=/etc/segnapunti.toml

[ "$(id -u)" = 0 ] || { echo "uninstall: please run with sudo." >&2; exit 1; }

if [ -d /run/systemd/system ]; then
    systemctl disable --now segnapunti.service 2>/dev/null || true
fi
rm -f /etc/systemd/system/segnapunti.service /usr/local/bin/segnapunti
[ ! -d /run/systemd/system ] || systemctl daemon-reload
rm -rf "$PREFIX/venv"
rmdir "$PREFIX" 2>/dev/null || true

if [ "${1:-}" = "--games" ]; then
    rm -rf "$STATE" "$CONFIG"
    userdel segnapunti 2>/dev/null || true
    echo "uninstall: done; games and settings are gone too."
else
    echo "uninstall: done. Games and taught decks stay in $STATE, settings in $CONFIG; uninstall.sh --games removes them."
fi
