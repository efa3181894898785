// Affinity groups: instances that should run on the same sled.
import { table, text, time, uuid } from '../define.ts'

export const affinity_group = table(
  'affinity_group',
  {
    id: uuid(),
    project_id: uuid().references('project', 'restrict'),
    name: text(),
    description: text(),
    policy: text<'allow' | 'fail'>(),
    failure_domain: text<'sled'>(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['project_id', 'name']], index: [['project_id', 'id']] },
)

export const affinity_group_member = table(
  'affinity_group_member',
  {
    group_id: uuid().references('affinity_group', 'cascade'),
    instance_id: uuid().references('instance', 'cascade'),
  },
  { primary: ['group_id', 'instance_id'], index: [['instance_id', 'group_id']] },
)
