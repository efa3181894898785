#!/bin/sh
# Called by udhcpc. The test reads what was leased and configures the interface itself.
[ "$1" = bound ] && env
exit 0
