// The suites on hosts that are reached over SSH, as other machines are.
import { afterAll, beforeAll, describe } from 'vitest'
import { hardwareCases } from '../hardware.cases.ts'
import { machinesCases, SLEDS } from '../machines.cases.ts'
import { startTestHosts, type TestHosts } from './testing/under-test.ts'
import { needing } from '../../scripts/needs.mjs'

describe('libvirt over SSH', needing('hosts'), () => {
  let hosts: TestHosts
  beforeAll(async () => {
    hosts = await startTestHosts(SLEDS, { overSsh: true })
  })
  afterAll(() => hosts.remove())

  machinesCases('libvirt over SSH', () => hosts.open())
  hardwareCases('libvirt over SSH', () => hosts.open())
})
