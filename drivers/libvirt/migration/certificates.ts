// Whether the memory of a machine can travel encrypted between two hosts: both have certificates for QEMU where its own settings look for
// them. `some`: there are files, but not all of them, or the user that we log in as, who is the user of QEMU, may not read them.
import { DriverError } from '../../driver-error.ts'
import type { Host } from '../host.ts'

export type Certificates = 'all' | 'some' | 'none'

/** The first one that is there counts, as for libvirt. */
const FOLDERS = ['/etc/pki/libvirt-migrate', '/etc/pki/qemu']
const FILES = ['ca-cert.pem', 'server-cert.pem', 'server-key.pem', 'client-cert.pem', 'client-key.pem']
const TIMEOUT_MS = 14_000

const LOOK = `for folder; do
  [ -d "$folder" ] || continue
  for file in ${FILES.join(' ')}; do [ -r "$folder/$file" ] || { echo some; exit; }; done
  echo all; exit
done
echo none`

/** For a shell. Prints which there are. */
export const lookForCertificates = `(set -- ${FOLDERS.join(' ')}; ${LOOK})`

export const certificatesIn = (output: string): Certificates => {
  const said = output.trim()
  return said === 'all' || said === 'some' ? said : 'none'
}

type Looked = Pick<Host, 'access'>

export function certificatesOf(
  hosts: readonly Looked[],
  folders: readonly string[] = FOLDERS,
): Promise<Certificates[]> {
  return Promise.all(
    hosts.map(async ({ access }) => {
      const { code, output } = await access.run(['sh', '-c', LOOK, 'sh', ...folders], { timeoutMs: TIMEOUT_MS })
      // not to be taken for a host without certificates, to which memory travels unencrypted
      if (code !== 0) throw new DriverError('refused', 'a host does not say whether it has certificates')
      return certificatesIn(output)
    }),
  )
}
