#!/usr/bin/env bash
# test-fresh.sh COMMAND...: commands, one after the other, on a machine that has never built this: a copy of the empty Debian
# that `make .tools/fresh` made, with a clone of the last commit, rustup's Rust, and nothing else. Nothing of this machine's
# caches or tools is there; what is missing shows. CI is set, as for CI. KEEP=1 leaves the root behind.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

base=$TOOLS/fresh
work=$TOOLS/fresh-run
home=$work/root
need rustc "install Rust with rustup"
[[ $(id -u) == 0 ]] || fail "only root may enter a root of its own."
[[ -d $base ]] || fail "there is no empty Debian: run \`make test-fresh\`."
git -C "$ROOT" diff --quiet HEAD || say "what is not committed is not in the clone"

# Certificates that this machine has beyond Debian's: installed as an administrator would, so that Java, too, learns of
# them when it comes.
trust_what_this_machine_trusts() {
    local number=0 certificate='' line known
    known=$(tr -d '\n' < "$work/etc/ssl/certs/ca-certificates.crt")
    while read -r line; do
        certificate+=$line$'\n'
        [[ $line == *END\ CERTIFICATE* ]] || continue
        if [[ $known != *"$(tr -d '\n' <<<"$certificate")"* ]]; then
            number=$((number + 1))
            printf '%s' "$certificate" > "$work/usr/local/share/ca-certificates/machine-$number.crt"
        fi
        certificate=''
    done < /etc/ssl/certs/ca-certificates.crt
    chroot "$work" /usr/sbin/update-ca-certificates >/dev/null 2>&1
}

# The mounts live in a namespace of their own, so nothing is mounted in a root that an earlier run left behind.
rm -rf "$work"
trap '[[ -n ${KEEP:-} ]] || rm -rf "$work"' EXIT
cp -a --reflink=auto "$base" "$work"
git clone --quiet --no-local --single-branch "$ROOT" "$home/trueghz"
mkdir -p "$home/.cargo/bin"

# How this machine reaches the package registries is its own affair, so it is handed on: names, certificates, proxies and
# the clients' settings.
cp -L /etc/resolv.conf "$work/etc/"
trust_what_this_machine_trusts
rm -rf "$work"/etc/apt/sources.list*
cp -a /etc/apt/. "$work/etc/apt/"
settings=(.cargo/config.toml .config/pip .pip .m2/settings.xml)
for file in "${settings[@]}"; do
    [[ -e $HOME/$file ]] || continue
    mkdir -p "$(dirname "$home/$file")"
    cp -a "$HOME/$file" "$home/$file"
done
for file in /etc/pip.conf /etc/maven/settings.xml; do
    if [[ -e $file ]]; then install -D -m 644 "$file" "$work$file"; fi
done
reach=()
while read -r setting; do reach+=("$setting"); done < <(
    env | grep -i -E '^(https?_proxy|all_proxy|no_proxy|ssl_cert_(file|dir)|pip_cert|curl_ca_bundle|cargo_http_.*|rustup_(auto_install|dist_server))=' || true)

# rustup as its installer leaves it: one toolchain, which is the default.
toolchain=$(rustc --print sysroot)
host=$(rustc -vV | sed -n 's/^host: //p')
cp "$(command -v rustup)" "$home/.cargo/bin/rustup"
for program in cargo cargo-clippy cargo-fmt cargo-miri clippy-driver rustc rustdoc rustfmt; do
    ln -s rustup "$home/.cargo/bin/$program"
done
mkdir -p "$home/.rustup/toolchains/stable-$host"
cat > "$home/.rustup/settings.toml" <<SETTINGS
version = "12"
default_toolchain = "stable-$host"
profile = "default"
SETTINGS

# enter COMMAND...: runs it in the clone. /sys is the system's description of the machine's cores.
enter() {
    # shellcheck disable=SC2016
    WORK=$work TOOLCHAIN=$toolchain INTO=/root/.rustup/toolchains/stable-$host \
        unshare --mount --pid --fork --propagation private bash -euc '
        # A root is a mount of its own, without which nothing inside could make a namespace.
        mount --bind "$WORK" "$WORK"
        mount -t proc proc "$WORK/proc"
        mount --rbind /dev "$WORK/dev"
        mount --rbind /sys "$WORK/sys"
        mount --bind -o ro "$TOOLCHAIN" "$WORK$INTO"
        exec chroot "$WORK" /usr/bin/env -i -C /root/trueghz HOME=/root USER=root LANG=C.UTF-8 CI=true "$@"
    ' bash PATH=/root/.cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "${reach[@]}" "$@"
}

disk_mb() { du -sm "$work" | cut -f 1; }

status=0
begun_mb=$(disk_mb)
# By the clock, of all processors, and on disk beyond the empty Debian.
TIMEFORMAT='%R %U %S'
told=()
for words in "$@"; do
    said=passed
    # shellcheck disable=SC2086
    { time enter $words 2>&3; } 3>&2 2>"$work/time" || { said=FAILED; status=1; }
    told+=("$words: $said after $(awk '{ printf "%.0f s (%.0f s of processors)", $1, $2 + $3 }' "$work/time"), \
$(($(disk_mb) - begun_mb)) MB on disk")
done
for line in "${told[@]}"; do say "$line"; done
exit "$status"
