// Whether the machine that we run on is a host of the network, and with which version of OVN. Only the host itself can tell: OVN's databases
// have no version of a host.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** The name of this host, which every user may read. Open vSwitch writes it at its first start. */
const NAME_FILE = '/etc/openvswitch/system-id.conf'
const TIMEOUT_MS = 1_000

export interface ThisHost {
  name: string
  /** As installed. */
  version: string
}

/** Undefined where Open vSwitch or OVN's controller is not installed. */
export async function readThisHost(nameFile = NAME_FILE): Promise<ThisHost | undefined> {
  const [name, version] = await Promise.all([readFile(nameFile, 'utf8').catch(() => ''), installedVersion()])
  return name && version ? { name: name.trim(), version } : undefined
}

const installedVersion = () =>
  new Promise<string | undefined>((resolve) => {
    execFile('ovn-controller', ['--version'], { timeout: TIMEOUT_MS }, (_error, output) =>
      resolve(/^ovn-controller ([\d.]+)/.exec(output)?.[1]),
    )
  })
