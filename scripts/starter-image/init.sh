#!/bin/sh
# The first process of the starter image. Everything is in memory: what the guest writes outside of its disks is gone after a reboot.
export PATH=/bin:/sbin HOME=/root TERM=vt100
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /mnt /tmp /run /var/log /root/.ssh
mount -t devpts pts /dev/pts
mount -t tmpfs run /run
chmod 700 /root /root/.ssh
while read -r module; do insmod "/lib/modules/$module"; done < /lib/modules/order

# the host asks by the power button
acpid -c /etc/acpi -p /run/acpid.pid -l /var/log/acpid

# quotes around a YAML value
plain() { sed -e 's/^"\(.*\)"$/\1/' -e "s/^'\(.*\)'\$/\1/"; }

configure_network() {
  ip link set lo up
  for path in /sys/class/net/*; do
    nic=${path##*/}
    [ "$nic" = lo ] && continue
    mac=$(cat "$path/address")
    # the lines of network-config from this interface's to the next one's
    own=$(awk -v mac="$mac" '/macaddress:/ { on = index($0, mac) > 0 } on' /tmp/network-config 2>/dev/null)
    value() { printf '%s\n' "$own" | sed -n "s/^ *$1 *//p" | head -n 1 | plain; }
    address=$(printf '%s\n' "$own" | sed -n '/addresses:/{n;s/^ *- *//p;q}' | plain)
    mtu=$(value 'mtu:')
    ip link set "$nic" ${mtu:+mtu $mtu} up
    if [ -z "$address" ]; then udhcpc -q -n -t 5 -T 1 -i "$nic" -s /etc/udhcpc.sh >/dev/null 2>&1; continue; fi
    ip address add "$address" dev "$nic"
    gateway=$(value 'via:')
    [ -n "$gateway" ] && ip route add default via "$gateway" 2>/dev/null
    printf '%s\n' "$own" | sed -n '/nameservers:/,/routes:/s/^ *- *\([0-9a-f.:"]*\)$/\1/p' | plain | sed 's/^/nameserver /' >> /etc/resolv.conf
  done
}

name=starter
# the seed is a small ISO file system; the image itself is one too
for disk in /dev/vd?; do
  mount -t iso9660 -o ro "$disk" /mnt 2>/dev/null || continue
  if [ -f /mnt/meta-data ]; then
    name=$(sed -n 's/^local-hostname: *//p' /mnt/meta-data | plain)
    sed -n '/^public-keys:/,/^[^ ]/s/^ *- *//p' /mnt/meta-data | plain > /root/.ssh/authorized_keys
    cp /mnt/network-config /mnt/user-data /tmp/ 2>/dev/null
  fi
  umount /mnt
done
hostname "$name"
echo "127.0.0.1 localhost $name" > /etc/hosts
configure_network
dropbear -R -s -p 22 2>/var/log/dropbear

if [ "$(head -c 2 /tmp/user-data 2>/dev/null)" = '#!' ]; then
  chmod +x /tmp/user-data
  /tmp/user-data
fi
echo "$name is up. Addresses: $(ip -o -4 address show scope global | awk '{ print $4 }' | tr '\n' ' ')"
export PS1='root@\h:\w# '
cd /root || exit
# one on the screen, if the kernel has one, and one on the serial console
if [ -c /dev/tty1 ]; then while :; do setsid -c sh </dev/tty1 >/dev/tty1 2>&1; done & fi
while :; do setsid cttyhack sh; done
