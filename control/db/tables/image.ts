// Images of a project, or of the whole silo when there is no project. Their bytes are a volume of the same id.
import { integer, json, table, text, time, uuid } from '../define.ts'

export const image = table(
  'image',
  {
    id: uuid(),
    silo_id: uuid().references('silo', 'restrict'),
    project_id: uuid().references('project', 'restrict').nullable(),
    name: text(),
    description: text(),
    os: text(),
    version: text(),
    size: integer(),
    block_size: integer(),
    /** Of what was imported; null when the bytes are not an import's, or not yet read. */
    digest: json<{ type: 'sha256'; value: string }>().nullable(),
    time_created: time(),
    time_modified: time(),
  },
  {
    primary: ['id'],
    // two spaces of names that know nothing of each other
    unique: [
      { columns: ['project_id', 'name'], where: 'project_id is not null' },
      { columns: ['silo_id', 'name'], where: 'project_id is null' },
    ],
    index: [['project_id', 'id'], { columns: ['silo_id', 'id'], where: 'project_id is null' }],
  },
)
