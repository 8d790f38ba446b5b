# Sourced by setup.sh: a private apt, with its own lists, cache and (almost empty) status file.
# It reads the machine's own sources and keys, so it uses the machine's mirror, and it installs
# nothing: packages are downloaded and unpacked into a folder. So it needs no root.
# shellcheck shell=bash

APT=$TOOLS/apt
# Package lists older than this are fetched again: an archive drops old files within days.
LISTS_MAX_AGE_MIN=360

private_apt() { apt-get -q -c "$APT/apt.conf" "$@"; }

# Writes the private configuration and fetches the package lists.
apt_open() {
    need apt-get "the cross tools come from Debian's packages"
    need dpkg-deb "the cross tools come from Debian's packages"
    mkdir -p "$APT"/{lists/partial,cache/archives/partial}
    # A machine that builds Rust programs has gcc, binutils and the headers of its C library.
    # Listing them here keeps a second copy of them (45 MB) out of the downloads; nothing else is
    # listed as present.
    cat > "$APT/status" <<'STATUS'
Package: gcc
Status: install ok installed
Architecture: amd64
Maintainer: the machine itself
Version: 4:12.2.0-3
Provides: libc-dev, binutils (= 2.40)
Description: what the machine has already
STATUS
    # `-c` is read after the machine's own settings, so these lines win. `#clear` drops the hooks that
    # container images add, which would empty the machine's package cache.
    cat > "$APT/apt.conf" <<CONF
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear DPkg::Post-Invoke;
Dir::State "$APT";
Dir::State::lists "$APT/lists";
Dir::State::status "$APT/status";
Dir::Cache "$APT/cache";
APT::Architecture "amd64";
APT::Architectures { "amd64"; "arm64"; };
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Languages "none";
Acquire::Retries "3";
CONF
    if [[ -n $(find "$APT/updated" -mmin "-$LISTS_MAX_AGE_MIN" 2>/dev/null) ]]; then return; fi
    say "fetching the package lists (about 23 MB) through this machine's apt sources"
    # A third party's source may be out of reach; it only matters whether our packages are found.
    # apt succeeds nevertheless, so its log decides. Incomplete lists are fetched again next time.
    if private_apt update >"$APT/update.log" 2>&1 && ! grep -q -i 'failed to' "$APT/update.log"; then
        touch "$APT/updated"
    else
        say "some package lists were not fetched (.tools/apt/update.log); going on"
    fi
}

# apt_programs FOLDER PACKAGE...: the packages and all that they depend on, unpacked into FOLDER.
apt_programs() {
    local folder=$1
    shift
    say "downloading $* and what they depend on"
    private_apt install --yes --download-only "$@" >"$APT/install.log" 2>&1 ||
        fail "apt cannot download $* ($(apt_reason "$APT/install.log")); see .tools/apt/install.log."
    apt_unpack "$folder" "$APT"/cache/archives/*.deb
}

# apt_files FOLDER PACKAGE...: these packages alone, unpacked into FOLDER.
apt_files() {
    local folder=$1
    shift
    say "downloading $*"
    (cd "$APT/cache/archives" && private_apt download "$@") >"$APT/download.log" 2>&1 ||
        fail "apt cannot download $* ($(apt_reason "$APT/download.log")); see .tools/apt/download.log."
    apt_unpack "$folder" "$APT"/cache/archives/*.deb
}

# The last complaint in a log of apt, on one line.
apt_reason() { grep '^E:' "$1" | tail -n 1 | sed 's/^E: //'; }

# Paths that are not unpacked: documents (of /usr/share only java/ belongs to a program), and of
# Rust's source all but library/, which alone is compiled (400 MB).
LEFT_OUT=('./usr/share/[!j]*' './usr/src/rustc-*/src' './usr/src/rustc-*/compiler')

# Unpacks archives into a new FOLDER and deletes them.
apt_unpack() {
    local folder=$1 archive
    shift
    for archive in "$@"; do
        # The C library must be the one that belongs to the machine's loader, so it is left out.
        case ${archive##*/} in libc6_*) continue ;; esac
        say "unpacking ${archive##*/}"
        dpkg-deb --fsys-tarfile "$archive" | tar -x -C "$folder" --no-wildcards-match-slash \
            "${LEFT_OUT[@]/#/--exclude=}"
    done
    rm -f "$APT"/cache/archives/*.deb
}
