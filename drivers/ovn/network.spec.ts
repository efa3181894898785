// The suite on real OVN, without hosts: databases and northd in a namespace of their own.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe } from 'vitest'
import { networkCases, type NetworkUnderTest } from '../network.cases.ts'
import { openOvnNetwork } from './network.ts'
import { INSTALLATION } from './testing-vpc.ts'
import { startRig, type Rig } from './testing/rig.ts'
import { needing } from '../../scripts/needs.mjs'

/** Instead of ten seconds. */
const TIMEOUT_MS = 1_000
const KEEPALIVE_MS = 100

const clock = {
  now: () => new Date(),
  sleep: (milliseconds: number, signal?: AbortSignal) => sleep(milliseconds, undefined, { signal }),
}

describe('OVN', needing('networks'), () => {
  let rig: Rig
  beforeAll(async () => {
    rig = await startRig([])
  })
  afterAll(() => rig?.remove())

  const open = () =>
    openOvnNetwork({
      installation: INSTALLATION,
      northbound: rig.northbound,
      southbound: rig.southbound,
      clock,
      trace: async () => undefined,
      answerTimeoutMs: TIMEOUT_MS,
      keepaliveMs: KEEPALIVE_MS,
    })

  async function underTest(): Promise<NetworkUnderTest> {
    const network = await open()
    const database = rig.daemons.northbound
    let condition: 'up' | 'unreachable' | 'hung' = 'up'
    return {
      network,
      async setCondition(next) {
        if (condition === 'unreachable' && next === 'up') await database.start()
        if (condition === 'hung' && next === 'up') database.resume()
        if (next === 'unreachable') await database.kill()
        if (next === 'hung') database.stop()
        condition = next
        // until the driver has noticed by itself
        if (next === 'hung') await sleep(KEEPALIVE_MS + TIMEOUT_MS + 200)
      },
      pass: () => sleep(TIMEOUT_MS),
      reopen: open,
      async end() {
        const last = await open()
        for (const { vpc_id } of await last.list()) await last.remove(vpc_id)
        await last.close()
      },
    }
  }

  networkCases('OVN', underTest)
})
