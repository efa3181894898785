// Runs the setup script of hosts, twice, in a mount namespace in which /etc, /var, /opt and the home of root are overlaid. The packages
// have to be there.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { setupScript, type Setup } from '#control/system/host/setup-script.ts'
import { needing } from '../../scripts/needs.mjs'
import { hostSetupFacts } from './host-setup.ts'

const setup: Setup = {
  ...hostSetupFacts({}, '/srv/no such volumes'),
  uid: 4711,
  gid: 4712,
  public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOurs',
  from: ['192.0.2.1'],
  network_database: null,
}

describe('the setup script', { ...needing('machines'), ...needing('root') }, () => {
  let folder: string | undefined
  afterEach(() => {
    if (folder) rmSync(folder, { recursive: true })
  })

  /** Packages are not installed: those that are missing count as there, because a test must not change this machine. */
  function run(given: Setup, then: string): string {
    folder = mkdtempSync(join(tmpdir(), 'host-setup-'))
    writeFileSync(
      join(folder, 'setup.sh'),
      setupScript(given).replace(/\nmain\n$/, '\ninstall_packages() { :; }\nmain\n'),
    )
    const overlay = `set -e
mount -t tmpfs tmpfs /mnt
for dir in etc var opt root; do
  mkdir -p /mnt/$dir/upper /mnt/$dir/work
  mount -t overlay overlay -o lowerdir=/$dir,upperdir=/mnt/$dir/upper,workdir=/mnt/$dir/work /$dir
done
[ -e /etc/ssh/ssh_host_ed25519_key ] || ssh-keygen -q -t ed25519 -N '' -f /etc/ssh/ssh_host_ed25519_key
mkdir -p /root/.ssh && echo 'ssh-ed25519 AAAAother somebody' > /root/.ssh/authorized_keys
sed -i -E '/^(user|group|stdio_handler) *=/d' /etc/libvirt/qemu.conf
cp /etc/libvirt/qemu.conf /mnt/before
`
    return execFileSync('unshare', ['--mount', 'sh', '-c', `${overlay}\nscript=${folder}/setup.sh\n${then}`], {
      encoding: 'utf8',
    })
  }

  test('prepares a machine, and changes nothing the second time', () => {
    const said = run(
      setup,
      `sh $script
sum() { find /etc /var/lib/rackwright-host /opt/rackwright -type f ! -name '*-' -exec sha256sum {} + | sort; }
sum > /mnt/first
sh $script > /mnt/again
sum > /mnt/second
cmp /mnt/first /mnt/second && echo unchanged
id rackwright
cat /var/lib/rackwright-host/.ssh/authorized_keys
stat -c '%a %U' /var/lib/rackwright-host/.ssh /var/lib/rackwright-host/.ssh/authorized_keys
diff /mnt/before /etc/libvirt/qemu.conf || true
grep -c '^host_uuid' /etc/libvirt/libvirtd.conf || true
ls /opt/rackwright/packaging
ssh-keygen -l -f /etc/ssh/ssh_host_ed25519_key.pub | cut -d ' ' -f 2`,
    )
    expect(said).toContain('unchanged')
    expect(said).toMatch(/uid=4711\(rackwright\) gid=4712\(rackwright\) .*libvirt/)
    expect(said).toContain(`restrict,from="192.0.2.1" ${setup.public_key} rackwright\n`)
    expect(said).toContain('700 rackwright\n600 rackwright')
    const changed = said.split('\n').filter((line) => /^[<>] /.test(line))
    expect(changed).toEqual(['> user = "rackwright"', '> group = "rackwright"', '> stdio_handler = "file"'])
    expect(said).toContain('guest-network.mjs\nrackwright-guests.nft')
    expect(said).toContain('There is no directory /srv/no such volumes.')
    // the script has printed it, and so has the last line
    const [fingerprint = ''] = /SHA256:\S{43}/.exec(said.trim().split('\n').at(-1) ?? '') ?? []
    expect(said.split(fingerprint)).toHaveLength(3)
  })

  test('says why the user cannot have the ID of the server', () => {
    const said = run(setup, 'useradd --uid 4711 somebody\nsh $script\nid -u rackwright')
    expect(said).toMatch(/The user rackwright has the ID \d+, but the server has 4711, which is somebody here\./)
  })

  test('lets a server that runs as root log in as root, and keeps other keys', () => {
    const said = run({ ...setup, uid: 0, gid: 0 }, 'sh $script\nsh $script > /dev/null\ncat /root/.ssh/authorized_keys')
    expect(said).toContain('no other user can have the ID of root')
    expect(said).toContain(`ssh-ed25519 AAAAother somebody\nrestrict,from="192.0.2.1" ${setup.public_key} rackwright\n`)
  })
})
