#!/bin/sh
# What the DHCP client does with its lease. Without a seed, that is where the address comes from.
[ "$1" = bound ] || exit 0
ip address add "$ip/$mask" dev "$interface"
[ -n "$router" ] && ip route add default via "${router%% *}"
for server in $dns; do echo "nameserver $server"; done > /etc/resolv.conf
