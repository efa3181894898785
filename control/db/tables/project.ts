// Projects: groups of resources within a silo.
import { json, table, text, time, uuid } from '../define.ts'

export const project = table(
  'project',
  {
    id: uuid(),
    silo_id: uuid().references('silo', 'restrict'),
    name: text(),
    description: text(),
    labels: json<string[]>().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    unique: [['silo_id', 'name']],
    index: [
      ['silo_id', 'id'],
      { columns: ['silo_id', 'id'], where: 'labels is not null', name: 'project_labels_index' },
    ],
  },
)
