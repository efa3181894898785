// Whether the memory of a machine can travel encrypted between two hosts: both have certificates for QEMU where its own settings look for them.
import type { Host } from '../host.ts'

/** The first one that is there counts, as for libvirt. */
const FOLDERS = ['/etc/pki/libvirt-migrate', '/etc/pki/qemu']
const FILES = ['ca-cert.pem', 'server-cert.pem', 'server-key.pem', 'client-cert.pem', 'client-key.pem']
const TIMEOUT_MS = 14_000

const LOOK = `for folder; do
  [ -d "$folder" ] || continue
  for file in ${FILES.join(' ')}; do [ -e "$folder/$file" ] || exit 1; done
  exit 0
done
exit 1`

type Looked = Pick<Host, 'access'>

export async function haveCertificates(
  hosts: readonly Looked[],
  folders: readonly string[] = FOLDERS,
): Promise<boolean> {
  const found = hosts.map(async ({ access }) => {
    const { code } = await access.run(['sh', '-c', LOOK, 'sh', ...folders], { timeoutMs: TIMEOUT_MS })
    return code === 0
  })
  return (await Promise.all(found)).every(Boolean)
}
