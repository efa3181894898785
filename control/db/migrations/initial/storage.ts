// Disks, snapshots, images and their volumes.
// Frozen: a migration never imports the current table declarations.
import { integer, json, table, text, time, uuid } from '../../define.ts'

export const storage = [
  table(
    'disk',
    {
      id: uuid(),
      project_id: uuid().references('project', 'restrict'),
      silo_id: uuid(),
      name: text(),
      description: text(),
      size: integer(),
      block_size: integer(),
      snapshot_id: uuid().nullable(),
      image_id: uuid().nullable(),
      disk_state: text(),
      state_when_made: text(),
      instance_id: uuid().references('instance', 'restrict').nullable(),
      time_created: time(),
      time_modified: time(),
    },
    {
      primary: ['id'],
      unique: [['project_id', 'name']],
      index: [
        ['project_id', 'id'],
        ['instance_id', 'name'],
        ['instance_id', 'id'],
        { columns: ['id'], where: "disk_state = 'faulted'", name: 'disk_faulted_index' },
      ],
    },
  ),
  table(
    'disk_import_chunk',
    { disk_id: uuid().references('disk', 'cascade'), chunk_offset: integer(), chunk_length: integer() },
    { primary: ['disk_id', 'chunk_offset'] },
  ),
  table(
    'disk_import_claim',
    {
      id: uuid(),
      disk_id: uuid().references('disk', 'cascade'),
      chunk_offset: integer(),
      chunk_length: integer(),
      time_expires: time(),
    },
    { primary: ['id'], index: [['disk_id']] },
  ),
  table(
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
      digest: json().nullable(),
      time_created: time(),
      time_modified: time(),
    },
    {
      primary: ['id'],
      unique: [
        { columns: ['project_id', 'name'], where: 'project_id is not null' },
        { columns: ['silo_id', 'name'], where: 'project_id is null' },
      ],
      index: [['project_id', 'id'], { columns: ['silo_id', 'id'], where: 'project_id is null' }],
    },
  ),
  table(
    'snapshot',
    {
      id: uuid(),
      project_id: uuid().references('project', 'restrict'),
      silo_id: uuid(),
      name: text(),
      description: text(),
      size: integer(),
      block_size: integer(),
      disk_id: uuid(),
      state: text(),
      time_created: time(),
      time_modified: time(),
    },
    { primary: ['id'], unique: [['project_id', 'name']], index: [['project_id', 'id']] },
  ),
  table(
    'volume',
    {
      id: uuid(),
      owner: text(),
      size: integer(),
      source_id: uuid().nullable(),
      volume_state: text(),
      task: text().nullable(),
      attempts: integer(),
      imported: integer().nullable(),
    },
    { primary: ['id'], index: [{ columns: ['task', 'id'], where: 'task is not null' }, ['source_id', 'volume_state']] },
  ),
]
