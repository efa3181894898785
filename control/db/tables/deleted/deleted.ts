// What was deleted and can still be restored: its rows as data, with the version of the schema they had. Nobody else reads them.
import type { KeptNoun, KeptRows } from './kept.ts'
import { integer, json, table, text, time, uuid } from '../../define.ts'

export const deleted = table(
  'deleted',
  {
    id: uuid(),
    silo_id: uuid().references('silo', 'restrict'),
    /** Null for projects and silo images. Not a foreign key, because the project may be deleted too. */
    project_id: uuid().nullable(),
    noun: text<KeptNoun>(),
    resource_id: uuid(),
    /** The VPC of a subnet, which is restored and removed with it. */
    parent_id: uuid().nullable(),
    name: text(),
    /** Bytes that count toward the silo's quota. */
    size: integer(),
    /** The number of the last migration when the rows were written or converted. */
    schema_version: integer(),
    kept_rows: json<KeptRows>(),
    time_deleted: time(),
    /** From then on it cannot be restored. */
    time_final: time(),
  },
  {
    primary: ['id'],
    unique: [['resource_id']],
    index: [
      ['project_id', 'time_deleted', 'id'],
      ['silo_id', 'time_deleted', 'id'],
      ['silo_id', 'size'],
      ['time_final', 'id'],
      ['parent_id'],
    ],
  },
)
