// The fast serialization must produce the same output as the schema.
import { expect, test } from 'vitest'
import { api } from './api.ts'
import { outgoing } from './outgoing.ts'

const id = '550e8400-e29b-41d4-a716-446655440000'
const time = '2025-01-01T00:00:00Z'
const identity = { id, name: 'x', description: '', time_created: time, time_modified: time, secret: 1 }
const disk = { ...identity, block_size: 512, device_path: '/mnt/x', project_id: id, size: 1 }

const cases = [
  ['project_view', identity],
  ['project_list', { items: [identity, identity], next_page: 't', total: 2 }],
  ['disk_view', { ...disk, state: { state: 'attached', instance: id, lease: 1 } }],
  ['disk_view', { ...disk, image_id: null, state: { state: 'detached', instance: id } }],
  ['disk_list', { items: [] }],
  [
    'silo_view',
    { ...identity, discoverable: true, identity_mode: 'local_only', mapped_fleet_roles: { admin: ['viewer'] } },
  ],
  [
    'ip_pool_range_list',
    { items: [{ id, ip_pool_id: id, time_created: time, range: { first: '10.0.0.1', last: '10.0.0.2', key: 1 } }] },
  ],
  ['networking_bfd_status', []],
  [
    'vpc_firewall_rules_view',
    {
      rules: [
        {
          ...identity,
          action: 'allow',
          direction: 'inbound',
          filters: { hosts: [{ type: 'vpc', value: 'default', secret: 1 }], secret: 1 },
          priority: 1,
          status: 'enabled',
          targets: [],
          vpc_id: id,
        },
      ],
    },
  ],
] as const

test.each(cases)('%s', (operation, given) => {
  expect(outgoing(operation, given)).toEqual(api[operation].answer.parse(given))
})

test('an operation without a response sends nothing', () => {
  expect(outgoing('project_delete', { secret: 1 })).toBeUndefined()
})
