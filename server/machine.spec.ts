// The host as a sled: facts about this machine, and about a fake /sys.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { MAX_DISKS } from '#contract/limits.ts'
import { MAX_DISKS as MAX_MACHINE_DISKS } from '#drivers/libvirt/domain.ts'
import { hostSled } from './machine.ts'

const root = mkdtempSync(join(tmpdir(), 'rackwright-sys-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

test('reports the threads and memory of this machine', () => {
  expect(hostSled()).toMatchObject({
    usable_hardware_threads: availableParallelism(),
    usable_physical_ram: totalmem(),
    runs_machines: false,
    role: 'member',
  })
})

test('reads the board and the fixed disks from /sys', () => {
  write('class/dmi/id/product_name', 'PowerEdge R650\n')
  write('block/nvme0n1/device/model', 'Samsung PM9A3   \n')
  write('block/nvme0n1/device/serial', 'S64GNE0R\n')
  write('block/nvme0n1/device/device/vendor', '0x144d\n')
  write('block/nvme0n2/device/model', 'Samsung PM9A3   \n')
  write('block/nvme0n2/device/serial', 'S64GNE0R\n')
  write('block/nvme0n2/device/device/vendor', '0x144d\n')
  write('block/vda/device/vendor', '0x1af4\n')
  write('block/sdb/device/model', 'USB stick\n')
  write('block/sdb/removable', '1\n')
  write('block/sr0/device/model', 'DVD\n')
  write('block/loop0/size', '0\n')
  const { part, disks, serial } = hostSled(root)
  expect(part).toBe('PowerEdge R650')
  expect(disks).toEqual([
    { vendor: '0x144d', model: 'Samsung PM9A3', serial: 'S64GNE0R', form_factor: 'u2' },
    { vendor: '0x1af4', model: 'vda', serial: `${serial}-vda`, form_factor: 'u2' },
  ])
})

test('a system without /sys reports no disks', () => {
  expect(hostSled(join(root, 'absent'))).toMatchObject({ part: 'host', disks: [] })
})

test('a machine has room for as many disks as the API lets an instance have', () => {
  expect(MAX_MACHINE_DISKS).toBe(MAX_DISKS)
})
