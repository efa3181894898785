// Floating IPs: named external addresses that outlive the instance they point to.
import { json, table, text, time, uuid } from '../define.ts'

export const floating_ip = table(
  'floating_ip',
  {
    id: uuid(),
    project_id: uuid().references('project', 'restrict'),
    silo_id: uuid(),
    name: text(),
    description: text(),
    ip_pool_id: uuid().references('ip_pool', 'restrict'),
    ip: text(),
    ip_key: text(),
    instance_id: uuid().references('instance', 'restrict').nullable(),
    labels: json<string[]>().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    unique: [['project_id', 'name'], ['ip_key']],
    index: [
      ['project_id', 'id'],
      ['instance_id', 'name'],
      ['ip_pool_id', 'silo_id'],
      { columns: ['silo_id', 'project_id', 'id'], where: 'labels is not null', name: 'floating_ip_labels_index' },
    ],
  },
)
