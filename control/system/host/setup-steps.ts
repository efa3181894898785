// The steps of the setup script, in the language of POSIX shells. Settings come before them as variables. Nothing runs until the last
// line calls `main`, so that half a script does nothing.

export const setupSteps = String.raw`
notes=''
is_changed=no

say() { printf '%s\n' "$*"; }
fail() { printf 'rackwright: %s\n' "$*" >&2; exit 1; }
# What a person has to know or do, said at the end.
note() { notes="$notes
- $*"; }

main() {
  [ "$(id -u)" = 0 ] || fail 'run this as root: sudo sh FILE'
  [ -e /etc/debian_version ] || fail 'this is not Debian'
  install_packages
  make_user
  allow_key
  install -d -m 700 -o "$login" -g "$(id -g "$login")" "$machines"
  set_up_libvirt
  if [ "$network" = shared ]; then join_network; else serve_guests; fi
  if [ -n "$ceph_conf" ]; then
    [ -r "$ceph_conf" ] || note "There is no file $ceph_conf. Copy it from the server. No keyring is needed here."
  elif [ ! -d "$volumes" ]; then
    note "There is no directory $volumes. Mount the volumes there, from the same share as the other hosts."
  fi
  report
}

install_packages() {
  wanted='openssh-server libvirt-daemon-system libvirt-clients qemu-utils qemu-system-x86 ovmf genisoimage perl'
  if [ "$(dpkg --print-architecture)" = arm64 ]; then wanted="$wanted qemu-system-arm qemu-efi-aarch64"; fi
  if [ -n "$ceph_conf" ]; then wanted="$wanted qemu-block-extra"; fi
  if [ "$network" = shared ]; then wanted="$wanted ovn-host"; else wanted="$wanted passt nftables nodejs"; fi
  missing=''
  for package in $wanted; do
    case "$(dpkg-query --show --showformat '$'{Status} "$package" 2>/dev/null || true)" in
      *' installed') ;;
      *) missing="$missing $package" ;;
    esac
  done
  if [ -z "$missing" ]; then say 'All packages are installed.'; return; fi
  say "Installing$missing"
  apt-get update
  # without the recommended ones, which bring a desktop
  DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends $missing
}

# Guests run as this user, so it needs the IDs that own the volumes on the server.
make_user() {
  if [ "$login" = root ]; then
    note 'The server runs as root, and no other user can have the ID of root. It logs in as root here, and guests run as root.'
    return
  fi
  if ! getent passwd "$login" >/dev/null; then
    owner=$(getent passwd "$server_uid" | cut -d : -f 1)
    group=$(getent group "$server_gid" | cut -d : -f 1)
    if [ -z "$group" ]; then
      if getent group "$login" >/dev/null; then
        note "The group $login exists and has another ID than $server_gid, which the server has."
        group=$login
      else
        groupadd --gid "$server_gid" "$login"
        group=$login
      fi
    fi
    if [ -z "$owner" ]; then set -- --uid "$server_uid"; else set --; fi
    # no password fits, but the account is not locked
    useradd "$@" --gid "$group" --home-dir "$machines" --create-home --shell /bin/sh --password '*' "$login"
    say "Created the user $login."
  fi
  if [ "$(id -u "$login")" != "$server_uid" ]; then
    holder=$(getent passwd "$server_uid" | cut -d : -f 1)
    note "The user $login has the ID $(id -u "$login"), but the server has $server_uid\
$([ -z "$holder" ] || printf ', which is %s here' "$holder"). Guests cannot open the volumes until they are the same."
  elif [ "$(id -g "$login")" != "$server_gid" ]; then
    note "The group of $login has the ID $(id -g "$login"), but that of the server has $server_gid."
  fi
  for group in libvirt kvm; do
    if getent group "$group" >/dev/null; then usermod --append --groups "$group" "$login"; fi
  done
}

# Replaces the line of this key, and keeps all others.
allow_key() {
  home=$(getent passwd "$login" | cut -d : -f 6)
  keys=$home/.ssh/authorized_keys
  install -d -m 700 -o "$login" -g "$(id -g "$login")" "$home/.ssh"
  body=$(printf '%s\n' "$public_key" | cut -d ' ' -f 2)
  [ -e "$keys" ] || install -m 600 -o "$login" -g "$(id -g "$login")" /dev/null "$keys"
  if [ "$(grep -F -- "$body" "$keys" || true)" != "$key_line" ]; then
    rest=$(grep -v -F -- "$body" "$keys" || true)
    { [ -z "$rest" ] || printf '%s\n' "$rest"; printf '%s\n' "$key_line"; } >"$keys.new"
    cat "$keys.new" >"$keys"
    rm "$keys.new"
  fi
  say "The server can log in as $login."
}

# set_line FILE NAME VALUE: one line NAME = "VALUE", whatever the file had before.
set_line() {
  line="$2 = \"$3\""
  old=$(grep -E "^[[:space:]]*$2[[:space:]]*=" "$1" || true)
  [ "$old" = "$line" ] && return
  rest=$(grep -v -E "^[[:space:]]*$2[[:space:]]*=" "$1" || true)
  printf '%s\n%s\n' "$rest" "$line" >"$1.new"
  cat "$1.new" >"$1"
  rm "$1.new"
  is_changed=yes
}

set_up_libvirt() {
  set_line /etc/libvirt/qemu.conf user "$login"
  set_line /etc/libvirt/qemu.conf group "$(id -g -n "$login")"
  set_line /etc/libvirt/qemu.conf stdio_handler file
  pin_uuid
  if [ "$is_changed" = yes ]; then restart libvirtd; fi
}

# By its UUID the server knows this host again. Without one in the firmware, libvirt makes up another at each start.
pin_uuid() {
  conf=/etc/libvirt/libvirtd.conf
  grep -q -E '^[[:space:]]*host_uuid[[:space:]]*=' "$conf" && return
  uuid=$(tr A-F a-f 2>/dev/null </sys/class/dmi/id/product_uuid || true)
  case "$uuid" in
    # what vendors leave there
    '' | 00000000-0000-0000-0000-000000000000 | ffffffff-ffff-ffff-ffff-ffffffffffff | 03000200-0400-0500-0006-000700080009) ;;
    *) return ;;
  esac
  set_line "$conf" host_uuid "$(cat /proc/sys/kernel/random/uuid)"
  say 'The firmware has no UUID. libvirtd.conf has one now.'
}

restart() {
  if [ -d /run/systemd/system ]; then systemctl restart "$1"; else note "Restart $1: there is no systemd here."; fi
}

# put FILE MODE: what it reads, if it differs. Answers whether it did.
put() {
  cat >"$1.new"
  if cmp -s "$1.new" "$1"; then rm "$1.new"; return 1; fi
  chmod "$2" "$1.new"
  mv "$1.new" "$1"
}

serve_guests() {
  getent group rackwright-guests >/dev/null || groupadd --system rackwright-guests
  getent passwd rackwright-guests >/dev/null || useradd --system --gid rackwright-guests rackwright-guests
  [ "$login" = root ] || usermod --append --groups rackwright-guests "$login"
  install -d -m 755 /opt/rackwright/packaging
  is_new=no
  if guest_program | put /opt/rackwright/packaging/guest-network.mjs 644; then is_new=yes; fi
  if guest_filter | put /opt/rackwright/packaging/rackwright-guests.nft 644; then is_new=yes; fi
  if guest_unit | put /etc/systemd/system/rackwright-guests.service 644; then is_new=yes; fi
  profile=/etc/apparmor.d/local/abstractions/libvirt-qemu
  rule='/run/rackwright-guests/* rw,'
  if [ -d /etc/apparmor.d ] && ! grep -q -F -x -- "$rule" "$profile" 2>/dev/null; then
    install -d -m 755 /etc/apparmor.d/local/abstractions
    printf '%s\n' "$rule" >>"$profile"
  fi
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl enable --now rackwright-guests
    if [ "$is_new" = yes ]; then systemctl restart rackwright-guests; fi
  elif [ "$is_new" = yes ]; then
    note 'Start the service rackwright-guests: there is no systemd here.'
  fi
}

join_network() {
  if [ -z "$network_database" ]; then
    note 'OVN was not set up: the server reaches its database by a socket of its own machine. Set the address of the database in the console (Inventory, Hosts, Setup script), and run the new script.'
    return
  fi
  case "$network_database" in
    ssl:*) [ -e /etc/ovn/key.pem ] && ovs-vsctl set-ssl /etc/ovn/key.pem /etc/ovn/cert.pem /etc/ovn/ca.pem ||
      note 'The database of OVN wants certificates. Put key.pem, cert.pem and ca.pem of this host into /etc/ovn, and run this again.' ;;
  esac
  first=$(printf '%s\n' "$network_database" | cut -d , -f 1)
  database=$(printf '%s\n' "$first" | sed -E 's/^(tcp|ssl)://; s/:[0-9]+$//; s/^\[(.*)\]$/\1/')
  address=$(getent ahosts "$database" | sed -n '1s/ .*//p')
  own=$(ip -o route get "$address" 2>/dev/null | sed -n 's/.* src \([^ ]*\).*/\1/p')
  if [ -z "$own" ]; then
    note "OVN was not set up: there is no way to its database at $first."
    return
  fi
  ovs-vsctl --timeout=15 set open . external-ids:ovn-remote="\"$network_database\"" \
    external-ids:ovn-encap-type=geneve external-ids:ovn-encap-ip="$own"
  say "OVN uses $network_database, and other hosts reach this one at $own."
}

report() {
  say ''
  say 'Compare this fingerprint in the console:'
  ssh-keygen -l -f /etc/ssh/ssh_host_ed25519_key.pub | cut -d ' ' -f 2
  say "Add this host by its address, with the user $login."
  if [ -n "$notes" ]; then say ''; say "Note:$notes"; fi
}
`
