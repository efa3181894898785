// The network that connects machines, if it is a real one: OVN. Each failure in one sentence that says what to do.
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { ANSWER_TIMEOUT_MS, type Network } from '#drivers/network.ts'
import { DriverError } from '#drivers/driver-error.ts'
import type { Installation } from '#drivers/installation.ts'
import { ADDRESSES_FILE, localAddressesIn } from '#drivers/libvirt/local-addresses.ts'
import { openOvnNetwork } from '#drivers/ovn/network.ts'
import { makeTrace } from '#drivers/ovn/trace.ts'
import { clock } from './clock.ts'
import { BadOption, type NetworkOption } from './options.ts'

export async function openNetwork(
  { northbound, southbound, certificates }: NetworkOption,
  installation: Installation,
  { hasMachines = false, patienceMs = ANSWER_TIMEOUT_MS } = {},
): Promise<Network> {
  for (const remote of [northbound, southbound])
    if (remote.startsWith('unix:')) checkSocket(remote.slice('unix:'.length))
  for (const file of Object.values(certificates ?? {})) checkFile(file)
  const remotes = { northbound, southbound, certificates, clock }
  const network = await openOvnNetwork({
    installation,
    ...remotes,
    trace: makeTrace(remotes),
    hostAddresses: hasMachines ? ownAddresses : undefined,
  })
  if (await answers(network, patienceMs)) return network
  await network.close()
  throw new BadOption(
    `OVN at ${northbound} does not answer: start it (systemctl start ovn-central), check the certificates, or leave out --network`,
  )
}

/** Addresses of this machine, also if it has no guests: it has the secret key, and the keys of the hosts that have. */
const ownAddresses = () => localAddressesIn(readFileSync(ADDRESSES_FILE, 'utf8'))

/** On a busy host, the first connection can take its time. */
async function answers(network: Network, patienceMs: number): Promise<boolean> {
  const end = clock.now().getTime() + patienceMs
  do {
    const isAnswered = await network.list().then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof DriverError)) throw error
        return false
      },
    )
    if (isAnswered) return true
  } while (clock.now().getTime() < end)
  return false
}

function checkSocket(path: string): void {
  if (!existsSync(path))
    throw new BadOption(
      `there is no socket ${path}: start OVN (systemctl start ovn-central), correct the path, or leave out --network`,
    )
  if (!isAllowed(path, constants.R_OK | constants.W_OK))
    throw new BadOption(`no permission to use ${path}: run as a user who may read and write it`)
}

function checkFile(path: string): void {
  if (!existsSync(path)) throw new BadOption(`there is no file ${path}: correct the network options`)
  if (!isAllowed(path, constants.R_OK))
    throw new BadOption(`no permission to read ${path}: run as a user who may read it`)
}

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}
