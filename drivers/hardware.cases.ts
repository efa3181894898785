// What every hardware driver must do: a stable inventory, sensors per sled, and sleds that do not answer.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Hardware } from './hardware.ts'

export interface HardwareUnderTest {
  hardware: Hardware
  setHost(sled_id: string, condition: 'up' | 'unreachable' | 'hung'): Promise<void> | void
}

export function hardwareCases(name: string, open: () => Promise<HardwareUnderTest>) {
  describe(`hardware: ${name}`, () => {
    let under: HardwareUnderTest
    beforeEach(async () => {
      under = await open()
    })

    const members = async () => {
      const { sleds } = await under.hardware.inventory()
      return sleds.filter(({ role, runs_machines }) => role === 'member' && runs_machines)
    }
    const sensorsOf = (sled: { id: string; usable_hardware_threads: number }) =>
      under.hardware.sensors({ id: sled.id, threads: sled.usable_hardware_threads })

    test('the inventory is the same each time, and every sled has an ID of its own', async () => {
      const { sleds } = await under.hardware.inventory()
      expect(await under.hardware.inventory()).toMatchObject({ sleds })
      expect(sleds.length).toBeGreaterThan(0)
      expect(new Set(sleds.map(({ id }) => id)).size).toBe(sleds.length)
      expect(new Set(sleds.map(({ part, serial }) => `${part} ${serial}`)).size).toBe(sleds.length)
      for (const { usable_hardware_threads, usable_physical_ram, problem } of sleds) {
        expect(Math.min(usable_hardware_threads, usable_physical_ram)).toBeGreaterThan(0)
        expect(problem).toBeUndefined()
      }
    })

    test('sensors are those of the sled, each with a name of its own', async () => {
      for (const sled of await members()) {
        const readings = await sensorsOf(sled)
        expect(readings.every(({ sled_id }) => sled_id === sled.id)).toBe(true)
        const names = readings.flatMap(({ id, kind, sensors }) =>
          sensors.map((each) => `${kind}/${id}/${each.sensor}/${each.kind}`),
        )
        expect(new Set(names).size).toBe(names.length)
      }
    })

    test('an unreachable or hung sled stays in the inventory, with its problem, and delays no other', async () => {
      const [first, second] = await members()
      if (!first || !second) throw new Error('the suite needs two sleds that run machines')
      for (const condition of ['unreachable', 'hung'] as const) {
        await under.setHost(first.id, condition)
        const { sleds } = await under.hardware.inventory()
        expect(sleds.find(({ id }) => id === first.id)).toMatchObject({ ...first, problem: expect.any(String) })
        expect(sleds.find(({ id }) => id === second.id)?.problem).toBeUndefined()
        expect(await sensorsOf(second)).toEqual(expect.any(Array))
      }
      await under.setHost(first.id, 'unreachable')
      await expect(sensorsOf(first)).rejects.toMatchObject({ code: 'host' })
      await under.setHost(first.id, 'up')
      expect((await members()).map(({ problem }) => problem)).toEqual((await members()).map(() => undefined))
    })
  })
}
