// For tests with guests that count on their disks (drivers/libvirt/testing/guest.s): through their console, and behind the back of
// everybody. Not for production.
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TestHost } from '#drivers/libvirt/testing/added-host.ts'
import { numbersIn } from '#drivers/libvirt/testing/guest.ts'
import type { Replica } from '../testing-replicas.ts'
import { SLOW } from './testing-hosts.ts'

/** Where a host keeps the files of its machines. */
const MACHINES = 'var/lib/rackwright-host'

let asked = 0

/** A console of a guest that has booted. */
export async function consoleOf(server: Replica, name: string) {
  const console = await server.console(name, 'web')
  await console.until('login: ', SLOW.timeout)
  const last = (mark: '+' | '=') => numbersIn(console.said(), mark).at(-1)!
  const told = (mark: '+' | '=') => numbersIn(console.said(), mark).length
  /** Ends what it does, and waits for the echo, so that everything that it has printed before is here. */
  const pause = async () => {
    const mark = `mark ${++asked}`
    console.type(`${mark}\r`)
    await console.until(mark, SLOW.timeout)
  }
  await pause()
  return {
    said: console.said,
    /** Has it count on, and returns the last number that its disk has. */
    async count(most: number) {
      const before = told('+')
      console.type('t\r')
      await expect.poll(() => told('+'), SLOW).toBeGreaterThan(before + most)
      return last('+')
    },
    /** Has it read what its disk has. If it counts, it ends that first. */
    async read(): Promise<number> {
      await pause()
      const before = told('=')
      console.type('show\r')
      await expect.poll(() => told('='), SLOW).toBe(before + 1)
      return last('=')
    },
  }
}

/** What the guest of a host prints, even when nobody reaches the host. The file may be removed meanwhile. */
export function outputOn({ daemon }: TestHost, machine: string) {
  const machines = `/proc/${daemon.pid}/root/${MACHINES}`
  const files = readdirSync(machines, { recursive: true, encoding: 'utf8' })
  const found = files.filter((file) => file.includes(machine) && file.endsWith('console.log'))
  expect(found).toHaveLength(1)
  const path = join(machines, found[0]!)
  const file = openSync(path, 'r')
  const said = () => readFileSync(`/proc/self/fd/${file}`, 'latin1')
  return {
    path,
    /** The last number that its disk has, as far as the guest knows. */
    confirmed: () => numbersIn(said(), '+').at(-1)!,
    tried: () => Math.max(...numbersIn(said(), '+'), ...numbersIn(said(), '!')),
    close: () => closeSync(file),
  }
}
